/** The whole identifiers of a text, in order and as often as they stand there. */
export function identifiersOf(text: string): string[] {
  // The Unicode classes are five times slower, and most code needs none.
  return text.match(/[^\p{ASCII}]/u) === null ? (text.match(/\w+/g) ?? []) : (text.match(/[\p{L}\p{N}_]+/gu) ?? [])
}
