import { countTokens as countExactly, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { countOnce } from './piece-counts.ts'
import { endOfPiece } from './token-pieces.ts'

/** Longer pieces cost quadratic time: 200 kB of letters take half a minute. In UTF-16 code units. */
const LONGEST_PIECE = 256

/** Words of the tokenizer's own, such as `<|endoftext|>`, are plain text in a file. */
const AS_PLAIN_TEXT = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

// Its own memory would hold slices, which keep the text of their whole file alive.
setMergeCacheSize(0)

/**
 * Tokens of o200k, exact unless a run of more than 256 letters, signs or spaces stands in the text: such runs are cut before they are
 * counted, at an error of a few tokens a cut at the most.
 */
export function countTokens(text: string): number {
  let tokens = 0
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start)
    while (end - start > LONGEST_PIECE) {
      const cut = start + LONGEST_PIECE - (isInsidePair(text, start + LONGEST_PIECE) ? 1 : 0)
      tokens += countOnce(text, start, cut, countPiece)
      start = cut
    }
    tokens += countOnce(text, start, end, countPiece)
    start = end
  }
  return tokens
}

const countPiece = (piece: string): number => countExactly(piece, AS_PLAIN_TEXT)

function isInsidePair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index)
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}
