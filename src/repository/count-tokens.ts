import { countTokens as countExactly, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { countOnce } from './piece-counts.ts'
import { endOfPiece } from './token-pieces.ts'

/** Longer pieces cost quadratic time: 200 kB of letters take half a minute. In UTF-16 code units. */
const LONGEST_PIECE = 256

/** Words of the tokenizer's own, such as `<|endoftext|>`, are plain text in a file. */
const AS_PLAIN_TEXT = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

// Its own memory would hold slices, which keep the text of their whole file alive.
setMergeCacheSize(0)

/** The classes that the encoding keeps together in one piece. Digits it cuts by itself. */
const RUNS = /[\p{L}\p{M}]+|[^\s\p{L}\p{N}]+|\s+/gu

/**
 * Tokens of o200k, exact unless a run of 256 or more letters, signs or spaces stands in the text: such runs are cut
 * before they are counted, at an error below one token a cut.
 */
export function countTokens(text: string): number {
  let tokens = 0
  let done = 0
  if (hasLongRun(text)) {
    for (const run of text.matchAll(RUNS)) {
      for (let left = run[0].length; left >= LONGEST_PIECE; left -= LONGEST_PIECE) {
        const wanted = run.index + run[0].length - left + LONGEST_PIECE
        const cut = isInsidePair(text, wanted) ? wanted - 1 : wanted
        tokens += countPieces(text.slice(done, cut))
        done = cut
      }
    }
  }
  return tokens + countPieces(done === 0 ? text : text.slice(done))
}

function countPieces(text: string): number {
  let tokens = 0
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start)
    tokens += countOnce(text, start, end, countPiece)
    start = end
  }
  return tokens
}

const countPiece = (piece: string): number => countExactly(piece, AS_PLAIN_TEXT)

/** A cheap look that may say yes too often: characters beyond ASCII count as whatever stands beside them. */
function hasLongRun(text: string): boolean {
  if (text.length < LONGEST_PIECE) return false
  let start = 0
  let before = 0
  for (let i = 0; i < text.length; i++) {
    const now = classOf(text.charCodeAt(i))
    if (now === ANY || now === before) continue
    if (before !== 0 && i - start >= LONGEST_PIECE / 2) return true
    if (before !== 0) start = i
    before = now
  }
  return text.length - start >= LONGEST_PIECE / 2
}

const ANY = -1

function classOf(code: number): number {
  if (code > 127) return ANY
  if (code === 32 || (code >= 9 && code <= 13)) return 1
  if (code >= 48 && code <= 57) return 2
  return (code | 32) >= 97 && (code | 32) <= 122 ? 3 : 4
}

function isInsidePair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index)
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}
