// What was most likely meant by a word that nobody knows.

/** Longer words are nobody's typing mistakes; comparing them costs time. */
const LONGEST = 60

/**
 * The nearest of some words: at most a third of the letters differ, and two at most. The first of equals wins; null: none is near.
 * Digits are never a mistake of typing: `gpt-5` is not `gpt-6`.
 */
export function nearWord(word: string, known: readonly string[]): string | null {
  if (word.length > LONGEST) return null
  const typed = word.toLowerCase()
  let best: { readonly word: string; readonly edits: number } | null = null
  for (const one of known) {
    const most = Math.min(2, Math.floor(one.length / 3))
    if (Math.abs(one.length - typed.length) > most || digitsOf(one) !== digitsOf(typed)) continue
    const edits = countEdits(typed, one.toLowerCase())
    if (edits <= most && (best === null || edits < best.edits)) best = { word: one, edits }
  }
  return best?.word ?? null
}

const digitsOf = (word: string): string => word.replace(/\D/g, '')

/** Letters to add, drop, replace, or swap with their neighbour. */
function countEdits(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const change = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      let least = Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, change)
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwap) least = Math.min(least, (before[column - 2] ?? 0) + 1)
      current.push(least)
    }
    ;[before, above] = [above, current]
  }
  return above[to.length] ?? 0
}
