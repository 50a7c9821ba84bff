/** Lines of a text, without the empty one that a final line end would add. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
