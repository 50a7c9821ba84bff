import type { Evidence } from '../models/model.ts'
import { splitLines } from '../outline/lines.ts'
import type { Outline, OutlineSymbol } from '../outline/shape.ts'
import { SIGNAL_PATTERNS, type Signal } from '../outline/signals.ts'
import { EVIDENCE_PROFILES } from './evidence-profiles.ts'

export interface OutlinedFile {
  readonly path: string
  readonly text: string
  readonly outline: Outline
}

export interface ExcerptBudget {
  readonly maxTokens: number
  readonly countTokens: (text: string) => number
}

/** Lines from 0; `to` is the first one after. */
interface Range {
  readonly from: number
  readonly to: number
  readonly score: number
}

const HEAD_LINES = 25
const WINDOW_LINES = 40
const LONGEST_SYMBOL = 120
const LONGEST_CLASS_HEAD = 60

/**
 * The lines of a file that tell a section most, within the budget: the whole file if it fits, else its head and the symbols,
 * headings or windows that speak of what the section asks for. Whole lines, in order, never overlapping; empty only where not one line fits.
 */
export function excerptOf(file: OutlinedFile, sectionId: string, budget: ExcerptBudget): readonly Evidence[] {
  const { path, text, outline } = file
  // A token holds at most a few characters on average: a text far beyond the budget need not be counted.
  if (text.length <= budget.maxTokens * 8 && budget.countTokens(text) <= budget.maxTokens)
    return [{ path, text, firstLine: 1, outline }]
  const lines = splitLines(text)
  const wanted = candidates(outline, { lines, sectionId })
  wanted.sort((a, b) => b.score - a.score || a.from - b.from)
  const isTaken = new Uint8Array(lines.length)
  let left = budget.maxTokens
  for (const range of wanted) left -= take(range, { lines, isTaken, left, countTokens: budget.countTokens })
  return pieces(file, lines, isTaken)
}

function candidates(outline: Outline, of: { lines: readonly string[]; sectionId: string }): Range[] {
  const { lines, sectionId } = of
  const weights = weightsOf(sectionId)
  const score = (from: number, to: number): number => scoreLines(lines.slice(from, to).join('\n'), weights)
  const ranges: Range[] = [{ from: 0, to: Math.min(HEAD_LINES, lines.length), score: 1000 }]
  if (outline.headings.length > 1) {
    for (const [index, heading] of outline.headings.entries()) {
      const to = Math.min((outline.headings[index + 1]?.line ?? lines.length + 1) - 1, heading.line - 1 + LONGEST_SYMBOL)
      ranges.push({ from: heading.line - 1, to, score: 10 + score(heading.line - 1, to) - index * 0.1 })
    }
  }
  for (const symbol of outline.symbols) {
    const range = withComment(symbolRange(symbol, outline.symbols), lines)
    ranges.push({
      ...range,
      score:
        10 +
        score(range.from, range.to) +
        (symbol.isPublic ? 4 : 0) -
        Math.floor((range.to - range.from) / 30) +
        (symbol.docstring === null ? 0 : 2),
    })
  }
  ranges.push(...windows(outline, lines.length).map((range) => ({ ...range, score: Math.min(9, score(range.from, range.to)) })))
  return ranges
}

/** What lies outside of symbols and headings, in windows: a window in the midst of a function would hide whose lines they are. */
function windows(outline: Outline, lineCount: number): readonly { from: number; to: number }[] {
  if (outline.headings.length > 1) return []
  const isInside = new Uint8Array(lineCount)
  for (const { firstLine, lastLine } of outline.symbols) isInside.fill(1, firstLine - 1, lastLine)
  const found: { from: number; to: number }[] = []
  for (let from = HEAD_LINES; from < lineCount && found.length < 5000; from++) {
    if (isInside[from] === 1) continue
    let to = from + 1
    while (to < lineCount && to - from < WINDOW_LINES && isInside[to] === 0) to++
    if (to - from >= 4) found.push({ from, to })
    from = to - 1
  }
  return found
}

/** A member whole; of a class its head, down to its first member, so that members stand under their class. */
function symbolRange(symbol: OutlineSymbol, all: readonly OutlineSymbol[]): { from: number; to: number } {
  const from = symbol.firstLine - 1
  const firstMember = all.find(
    (other) => other.parent === symbol.name && other.firstLine > symbol.firstLine && other.lastLine <= symbol.lastLine,
  )
  if (firstMember === undefined) return { from, to: Math.min(symbol.lastLine, from + LONGEST_SYMBOL) }
  return { from, to: Math.min(firstMember.firstLine - 1, from + LONGEST_CLASS_HEAD) }
}

/** Takes in the comment and the decorators right above. */
function withComment(range: { from: number; to: number }, lines: readonly string[]): { from: number; to: number } {
  let { from } = range
  if (/^\s*$/.test(lines[from - 1] ?? '') && /\*\/\s*$/.test(lines[from - 2] ?? '')) from--
  while (from > 0 && range.from - from < 80 && /^\s*(?:\/\/|\/\*|\*|#|@|--)/.test(lines[from - 1] ?? '')) from--
  return { from, to: range.to }
}

function weightsOf(sectionId: string): ReadonlyMap<Signal, number> {
  const weights = new Map<Signal, number>()
  for (const slot of EVIDENCE_PROFILES[sectionId.slice(sectionId.lastIndexOf('/') + 1)] ?? []) {
    for (const [signal, weight] of Object.entries(slot.signals ?? {}) as [Signal, number][])
      weights.set(signal, Math.max(weight, weights.get(signal) ?? 0))
  }
  return weights
}

function scoreLines(text: string, weights: ReadonlyMap<Signal, number>): number {
  let score = 0
  for (const [signal, weight] of weights) score += weight * Math.min(4, text.match(SIGNAL_PATTERNS[signal])?.length ?? 0)
  return score
}

/** Takes as many of a range's free lines, from its first on, as the budget has room for. Returns the tokens that they cost. */
function take(
  range: Range,
  of: { lines: readonly string[]; isTaken: Uint8Array; left: number; countTokens: (text: string) => number },
): number {
  const { lines, isTaken, left, countTokens } = of
  const free: number[] = []
  for (let at = range.from; at < range.to; at++) if (isTaken[at] === 0) free.push(at)
  if (free.length === 0 || left <= 0) return 0
  const cost = (count: number): number =>
    countTokens(
      `${free
        .slice(0, count)
        .map((at) => lines[at])
        .join('\n')}\n`,
    )
  let count = free.length
  let tokens = (lines[free[0] ?? 0]?.length ?? 0) > left * 20 ? left + 1 : cost(count)
  while (tokens > left && count > 0) {
    count = Math.floor(count / 2)
    tokens = count === 0 ? 0 : cost(count)
  }
  // A scrap of a symbol tells less than it costs; the head of a file always tells something.
  if (count < free.length && count < 4 && range.score < 1000) return 0
  for (const at of free.slice(0, count)) isTaken[at] = 1
  return tokens
}

function pieces({ path, outline }: OutlinedFile, lines: readonly string[], isTaken: Uint8Array): readonly Evidence[] {
  const found: Evidence[] = []
  for (let from = 0; from < lines.length; from++) {
    if (isTaken[from] === 0) continue
    let to = from
    while (to < lines.length && isTaken[to] === 1) to++
    const piece = lines.slice(from, to)
    if (piece.some((line) => line.trim() !== '')) found.push({ path, text: piece.join('\n'), firstLine: from + 1, outline })
    from = to
  }
  return found
}
