export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies edits by position. Of two that overlap the one that starts first counts; the other is made in the next pass. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const edit of [...edits].sort((left, right) => left.start - right.start || right.end - left.end)) {
    if (edit.start < at) continue
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + text.slice(at)
}
