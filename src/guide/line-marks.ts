// What cited lines said when they were cited, as short hashes in a hidden comment at the end of a guide's file: `check` finds them again after
// the file has changed, also in a clone that lacks the commit the guide was made from.
import { createHash } from 'node:crypto'
import type { ResolveLink } from './link-target.ts'
import { printReference } from './reference.ts'
import { findReferences } from './references.ts'

/**
 * One line: a hash of all of it and one of its head (`version` of `version = "1.2"`), the latter only where it is another text.
 * `.`: no word stands there, such as `}` or nothing. `*`, alone: the whole of a long file is cited, whatever it says.
 */
export type LineMark = string

export interface CitedLines {
  /** The lines above, the nearest last. */
  readonly before: readonly LineMark[]
  /** Of a long range the first and the last lines, with how many are left out between. */
  readonly first: readonly LineMark[]
  readonly leftOut: number
  readonly last: readonly LineMark[]
  readonly after: readonly LineMark[]
}

const NO_WORD: LineMark = '.'
export const WHOLE_FILE: LineMark = '*'
const LINE_CHARACTERS = 4
const HEAD_CHARACTERS = 3

/** A guide cites hundreds of ranges: with these its marks take a quarter of its bytes at the most. */
const CONTEXT_LINES = 2
const LONGEST_STRETCH = 12
const OPENING = '<!-- nehemvix-lines: what the cited lines said, as hashes; `nehemvix check` finds them by these'
const BLOCK = new RegExp(`\\n*^${OPENING.replace(/[()]/g, '\\$&')}\\n[\\s\\S]*?^-->[ \\t]*\\n?`, 'm')

/** White space at the ends, and how much stands between, does not count. */
export function markLine(line: string): LineMark {
  const text = line.trim().replace(/\s+/g, ' ')
  if (!/[\p{L}\p{N}]/u.test(text)) return NO_WORD
  const head = headOf(text)
  return hashOf(text, LINE_CHARACTERS) + (head === text ? '' : hashOf(head, HEAD_CHARACTERS))
}

/** The hash of a line's head; null where no word stands. */
export function headMark(mark: LineMark): string | null {
  if (mark.length < LINE_CHARACTERS) return null
  return mark.length > LINE_CHARACTERS ? mark.slice(LINE_CHARACTERS) : mark.slice(0, HEAD_CHARACTERS)
}

export function markLines(text: string): LineMark[] {
  return text.replace(/\n$/, '').split('\n').map(markLine)
}

/** The marks of `from` to `to`, counted from 1, with what stands around them. Throws nothing: what lies outside of the file is left out. */
export function citedLines(marks: readonly LineMark[], from: number, to: number): CitedLines {
  const cited = marks.slice(from - 1, to)
  const isLong = cited.length > 2 * LONGEST_STRETCH
  if (isLong && cited.length === marks.length) {
    return { before: [], first: [WHOLE_FILE], leftOut: to - 1, last: [], after: [] }
  }
  return {
    before: marks.slice(Math.max(0, from - 1 - CONTEXT_LINES), from - 1),
    first: isLong ? cited.slice(0, LONGEST_STRETCH) : cited,
    leftOut: isLong ? cited.length - 2 * LONGEST_STRETCH : 0,
    last: isLong ? cited.slice(-LONGEST_STRETCH) : [],
    after: marks.slice(to, to + CONTEXT_LINES),
  }
}

/** The marks of every range that a text cites, of the files whose marks are known. */
export function citedIn(
  text: string,
  marksOf: ReadonlyMap<string, readonly LineMark[]>,
  resolveLink?: ResolveLink,
): Map<string, CitedLines> {
  const cited = new Map<string, CitedLines>()
  for (const reference of findReferences(text, resolveLink)) {
    const marks = reference.kind === 'lines' ? marksOf.get(reference.path) : undefined
    if (reference.kind !== 'lines' || marks === undefined || reference.from < 1 || reference.to > marks.length) continue
    if (reference.from <= reference.to) cited.set(printReference(reference), citedLines(marks, reference.from, reference.to))
  }
  return cited
}

/** The file with its marks renewed: `marks` by `path:from-to`. No marks, no comment. */
export function withLineMarks(text: string, marks: ReadonlyMap<string, CitedLines>): string {
  const body = withoutLineMarks(text)
  const lines = [...marks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, cited]) => `${encodeKey(key)} ${printCited(cited)}`)
  return lines.length === 0 ? body : `${body}\n${OPENING}\n${lines.join('\n')}\n-->\n`
}

export function withoutLineMarks(text: string): string {
  return text.replace(BLOCK, '\n').replace(/\n+$/, '\n')
}

/** The marks of a guide's file, by `path:from-to`. A line that is none is left out: a person may have touched it. */
export function lineMarksIn(text: string): Map<string, CitedLines> {
  const marks = new Map<string, CitedLines>()
  for (const line of BLOCK.exec(text)?.[0].split('\n') ?? []) {
    const [, key = '', rest = ''] = /^(\S+:\d+(?:-\d+)?) (.*)$/.exec(line) ?? []
    const cited = parseCited(rest)
    if (cited !== null) marks.set(decodeKey(key), cited)
  }
  return marks
}

function printCited({ before, first, leftOut, last, after }: CitedLines): string {
  const cited = leftOut === 0 ? first : [...first, `~${leftOut}`, ...last]
  return [before, cited, after].map((marks) => marks.join(' ')).join(' | ')
}

function parseCited(text: string): CitedLines | null {
  const parts = text.split('|').map((part) => part.split(' ').filter((mark) => mark !== ''))
  const [before, cited, after] = parts
  if (parts.length !== 3 || !before || !cited || !after) return null
  const gap = cited.findIndex((mark) => /^~\d{1,7}$/.test(mark))
  const [first, last] = gap === -1 ? [cited, []] : [cited.slice(0, gap), cited.slice(gap + 1)]
  if (
    first.length === 0 ||
    ![before, first, last, after].flat().every((mark) => /^(?:[.*]|[A-Za-z0-9+/]{4}(?:[A-Za-z0-9+/]{3})?)$/.test(mark))
  )
    return null
  return { before, first, leftOut: gap === -1 ? 0 : Number(cited[gap]?.slice(1)), last, after }
}

/** Words that begin lines of every kind, and so tell nothing. */
const BEGINNINGS =
  /^(?:if|for|while|return|else|elif|case|const|let|var|with|try|catch|switch|new|await|throw|raise|import|from|end)\b/

/** What a line is about, before its value, its arguments or its number. */
function headOf(text: string): string {
  const head = /^[-*\s"'`]*(.*?)\s*(?:[=:({[<"'`]|(?<=[\s^~=@])v?\d|$)/u.exec(text)?.[1] ?? ''
  return /[\p{L}_]{2}/u.test(head) && !BEGINNINGS.test(head) ? head : text
}

function hashOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64').slice(0, length)
}

/** A path may hold spaces, and in the end also `-->`. */
function encodeKey(key: string): string {
  return key.replace(/[%\s>|]/g, (character) => encodeURIComponent(character))
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
