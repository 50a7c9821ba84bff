import type { Evidence } from '../models/model.ts'
import { splitLines } from '../outline/lines.ts'
import { outlineOf } from '../outline/outline.ts'
import type { OutlineSymbol } from '../outline/shape.ts'
import { SIGNAL_PATTERNS, type Signal } from '../outline/signals.ts'
import { EVIDENCE_PROFILES } from './evidence-profiles.ts'

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

/**
 * The lines of a file that tell a section most, within the budget: the whole file if it fits, else its head and the symbols,
 * headings or windows that speak of what the section asks for. Whole lines, in order, never overlapping; empty only where not one line fits.
 */
export function excerptOf(path: string, text: string, sectionId: string, budget: ExcerptBudget): readonly Evidence[] {
  // A token holds at most a few characters on average: a text far beyond the budget need not be counted.
  if (text.length <= budget.maxTokens * 8 && budget.countTokens(text) <= budget.maxTokens) return [{ path, text, firstLine: 1 }]
  const lines = splitLines(text)
  const wanted = candidates(path, text, { lines, sectionId })
  wanted.sort((a, b) => b.score - a.score || a.from - b.from)
  const isTaken = new Uint8Array(lines.length)
  let left = budget.maxTokens
  for (const range of wanted) left -= take(range, { lines, isTaken, left, countTokens: budget.countTokens })
  return pieces(path, lines, isTaken)
}

function candidates(path: string, text: string, of: { lines: readonly string[]; sectionId: string }): Range[] {
  const { lines, sectionId } = of
  const outline = outlineOf(path, text)
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
    const range = symbolRange(symbol, outline.symbols)
    ranges.push({
      ...range,
      score: 10 + score(range.from, range.to) + (symbol.isPublic ? 4 : 0) + (symbol.docstring === null ? 0 : 2),
    })
  }
  for (let from = HEAD_LINES; from < lines.length && ranges.length < 5000; from += WINDOW_LINES) {
    const to = Math.min(from + WINDOW_LINES, lines.length)
    ranges.push({ from, to, score: Math.min(9, score(from, to)) })
  }
  return ranges
}

/** A member whole; of a class its head, down to its first member, so that members stand under their class. */
function symbolRange(symbol: OutlineSymbol, all: readonly OutlineSymbol[]): { from: number; to: number } {
  const firstMember = all.find(
    (other) => other.parent === symbol.name && other.firstLine > symbol.firstLine && other.lastLine <= symbol.lastLine,
  )
  const to = firstMember === undefined ? symbol.lastLine : firstMember.firstLine - 1
  return { from: symbol.firstLine - 1, to: Math.min(to, symbol.firstLine - 1 + LONGEST_SYMBOL) }
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

function pieces(path: string, lines: readonly string[], isTaken: Uint8Array): readonly Evidence[] {
  const found: Evidence[] = []
  for (let from = 0; from < lines.length; from++) {
    if (isTaken[from] === 0) continue
    let to = from
    while (to < lines.length && isTaken[to] === 1) to++
    const piece = lines.slice(from, to)
    if (piece.some((line) => line.trim() !== '')) found.push({ path, text: piece.join('\n'), firstLine: from + 1 })
    from = to
  }
  return found
}
