// Which line of a comment is the command, without what editors, phones and mail programs add to it. Linear in the length of the body.

const NAME = '/nehemvix'

/** Seen by nobody: zero-width characters, soft hyphens, marks of direction. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]/g
/** Spaces that are none of ASCII, and controls that stand for one. */
const ODD_SPACE = /[\p{Zs}\p{Zl}\p{Zp}\t\v\f\u0085]/gu
/** Turns the order of what follows: around a line it does no harm, inside of it what is read is not what is meant. */
export const TURNING = /[\u202a-\u202e\u2066-\u2069]/

export interface CommandLine {
  /** What stands after `/nehemvix`. */
  readonly words: readonly string[]
  /** A later line is a command too: only the first is read. */
  readonly hasSecond: boolean
}

/** null: the first line that is not empty is no command. */
export function findCommandLine(body: string): CommandLine | null {
  let start = 0
  while (start < body.length) {
    const end = endOfLine(body, start)
    const shown = end === start ? '' : body.slice(start, end).replace(INVISIBLE, '')
    if (shown !== '' && shown.trim() !== '') {
      const words = wordsOf(shown)
      return words === null ? null : { words, hasSecond: holdsCommand(body.slice(end)) }
    }
    start = end + 1
  }
  return null
}

/** CRLF leaves an empty line behind, which counts for nothing. */
function endOfLine(body: string, start: number): number {
  for (let at = start; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (code === 10 || code === 13) return at
  }
  return body.length
}

/** `shown` has no invisible characters. Four spaces or a tab make it a block of code. */
function wordsOf(shown: string): string[] | null {
  if (/^(?: {4}| {0,3}\t)/.test(shown)) return null
  let line = withoutComments(shown.replace(ODD_SPACE, ' '))
  if (/^`[^`]/.test(line) && /[^`]`$/.test(line.slice(-2))) line = withoutComments(line.slice(1, -1))
  if (line.slice(0, NAME.length).toLowerCase() !== NAME) return null
  const rest = line.slice(NAME.length)
  if (rest !== '' && rest[0] !== ' ' && !TURNING.test(rest[0] ?? '')) return null
  return rest.split(' ').filter((word) => word !== '')
}

/** Trimmed, and without HTML comments at its end; one that ends only on a later line is cut off as well. */
function withoutComments(line: string): string {
  let left = trim(line)
  for (;;) {
    const opened = left.lastIndexOf('<!--')
    if (opened < 0) return left
    const closed = left.indexOf('-->', opened)
    if (closed >= 0 && closed + 3 !== left.length) return left
    left = trim(left.slice(0, opened))
  }
}

/** By hand: an expression for the end of a text takes a square of the spaces in the middle of it. */
function trim(line: string): string {
  const isEdge = (code: number) => code === 0x20 || (code > 0x7f && TURNING.test(String.fromCharCode(code)))
  let [from, to] = [0, line.length]
  while (from < to && isEdge(line.charCodeAt(from))) from++
  while (from < to && isEdge(line.charCodeAt(to - 1))) to--
  return line.slice(from, to)
}

function holdsCommand(rest: string): boolean {
  if (!rest.toLowerCase().includes(NAME)) return false
  let isFenced = false
  for (const line of rest.split(/[\r\n]+/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced
    else if (!isFenced && wordsOf(line.replace(INVISIBLE, '')) !== null) return true
  }
  return false
}
