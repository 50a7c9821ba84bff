import { countTokens } from '../repository/count-tokens.ts'

/** Cuts text to so many tokens, at the end of a sentence or word where there is one. */
export function clip(text: string, maxTokens: number): string {
  if (text.length <= maxTokens || countTokens(text) <= maxTokens) return text
  let kept = text.slice(0, maxTokens * 6)
  while (countTokens(kept) > maxTokens) kept = kept.slice(0, Math.floor(kept.length * 0.85))
  const sentence = Math.max(kept.lastIndexOf('. '), kept.lastIndexOf('。'))
  if (sentence > kept.length / 2) return kept.slice(0, sentence + 1)
  return kept.slice(0, Math.max(kept.lastIndexOf(' '), Math.floor(kept.length * 0.9)))
}
