// Finds cited lines again in a file that has changed.
import { type CitedLines, headMark, type LineMark, WHOLE_FILE } from './line-marks.ts'

export type Followed =
  | { readonly kind: 'found'; readonly from: number; readonly to: number }
  /** Too little of them is left anywhere in the file. */
  | { readonly kind: 'gone' }

/** What a line of signs weighs beside one of words, what the first one weighs (it says whose lines they are), and one whose head alone is left. */
const SIGNS = 0.1
const FIRST = 2
const HEAD = 0.6

/** This share of the weight must be found again. */
const ENOUGH = 0.5

/** A line that stands in a file so often tells nothing about a place. */
const MOST_PLACES = 30

/** Decides between places that are alike, and nothing else. */
const NEARNESS = 0.001
const ALIKE = 1e-9

interface Line {
  readonly mark: LineMark
  /** From the first cited line, which is 0. */
  readonly offset: number
  readonly weight: number
  readonly isCited: boolean
}

/** Where the lines stand now that were cited as `from`, counted from 1; `now` are the marks of the file. */
export function followLines(cited: CitedLines, from: number, now: readonly LineMark[]): Followed {
  if (cited.first[0] === WHOLE_FILE) return now.length === 0 ? { kind: 'gone' } : { kind: 'found', from: 1, to: now.length }
  const lines = linesOf(cited)
  const count = cited.first.length + cited.leftOut + cited.last.length
  const shift = likeliestShift(lines, from, now)
  const slack = Math.max(40, Math.min(count, 2_000))
  const start = Math.max(0, from - 1 + shift - slack)
  const window = now.slice(start, Math.max(0, from - 1 + shift + count + slack))
  const pairs = align(lines, window, from - 1 + shift - start).map(({ line, at }) => ({ line, at: at + start }))
  const total = sum(lines.filter(({ isCited }) => isCited))
  const kept = pairs.filter(({ line }) => line.isCited)
  const weight = kept.reduce((so, { line, at }) => so + line.weight * likeness(line.mark, now[at] ?? ''), 0)
  const [first, last] = [kept[0], kept.at(-1)]
  if (first === undefined || last === undefined || weight < total * ENOUGH) return { kind: 'gone' }
  // A line at an end that is not found again was changed: it is where the others leave it room.
  const above = pairs.findLast(({ line }) => line.offset < 0)?.at ?? -1
  const below = pairs.find(({ line }) => line.offset >= count)?.at ?? now.length
  return {
    kind: 'found',
    from: Math.max(above + 1, first.at - first.line.offset, 0) + 1,
    to: Math.min(below - 1, last.at + count - 1 - last.line.offset, now.length - 1) + 1,
  }
}

function linesOf({ before, first, leftOut, last, after }: CitedLines): Line[] {
  const count = first.length + leftOut + last.length
  const firstWord = first.findIndex((mark) => mark.length > 1)
  const line = (mark: LineMark, offset: number, isCited: boolean): Line => {
    const weight = mark.length === 1 ? SIGNS : isCited && offset === firstWord ? FIRST : 1
    return { mark, offset, weight, isCited }
  }
  return [
    ...before.map((mark, at) => line(mark, at - before.length, false)),
    ...first.map((mark, at) => line(mark, at, true)),
    ...last.map((mark, at) => line(mark, first.length + leftOut + at, true)),
    ...after.map((mark, at) => line(mark, count + at, false)),
  ]
}

/** By how many lines most of them have moved; the smaller of equals. */
function likeliestShift(lines: readonly Line[], from: number, now: readonly LineMark[]): number {
  const places = new Map<string, number[]>()
  const note = (key: string, at: number) => {
    const known = places.get(key)
    if (known) known.push(at)
    else places.set(key, [at])
  }
  for (const [at, mark] of now.entries()) {
    const head = headMark(mark)
    if (head === null) continue
    note(mark, at)
    note(head, at)
  }
  const votes = new Map<number, number>()
  for (const { mark, offset, weight, isCited } of lines) {
    const head = headMark(mark)
    for (const key of head === null ? [] : [mark, head]) {
      const found = places.get(key) ?? []
      if (found.length > MOST_PLACES) continue
      const vote = (weight * (isCited ? 1 : 0.5) * (key === mark ? 1 : HEAD)) / found.length
      for (const at of found) {
        const shift = at - (from - 1 + offset)
        votes.set(shift, (votes.get(shift) ?? 0) + vote)
      }
    }
  }
  let best = 0
  for (const [shift, vote] of votes) {
    const standing = votes.get(best) ?? 0
    if (vote > standing + ALIKE || (vote > standing - ALIKE && Math.abs(shift) < Math.abs(best))) best = shift
  }
  return best
}

/** 1: the same line; less: only its head is; 0: another one. */
function likeness(left: LineMark, right: LineMark): number {
  if (left === right) return 1
  const head = headMark(left)
  return head !== null && head === headMark(right) ? HEAD : 0
}

/** The pairs of the heaviest common sequence, in order; of equals the one nearest to where the first cited line is expected. */
function align(lines: readonly Line[], now: readonly LineMark[], expected: number): { line: Line; at: number }[] {
  const width = now.length + 1
  const best = new Float64Array((lines.length + 1) * width)
  const gain = (i: number, j: number): number => {
    const line = lines[i]
    const weight = line === undefined ? 0 : line.weight * likeness(line.mark, now[j] ?? '')
    return line === undefined || weight === 0 ? 0 : weight + NEARNESS / (1 + Math.abs(j - expected - line.offset))
  }
  for (let i = lines.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const both = gain(i, j)
      const skip = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0)
      best[i * width + j] = both > 0 ? Math.max(skip, both + (best[(i + 1) * width + j + 1] ?? 0)) : skip
    }
  }
  const pairs: { line: Line; at: number }[] = []
  for (let i = 0, j = 0; i < lines.length && j < now.length; ) {
    const here = best[i * width + j] ?? 0
    const line = lines[i]
    const both = gain(i, j)
    if (line && both > 0 && Math.abs(here - both - (best[(i + 1) * width + j + 1] ?? 0)) < ALIKE) {
      pairs.push({ line, at: j })
      i += 1
      j += 1
    } else if ((best[(i + 1) * width + j] ?? 0) >= (best[i * width + j + 1] ?? 0)) i += 1
    else j += 1
  }
  return pairs
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((so, { weight }) => so + weight, 0)
}
