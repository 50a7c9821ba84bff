// The proof itself, the same for every way to die: what was lost, told, sent again and billed.
import { expect } from 'vitest'
import type { JobResult } from '../../src/job/result.ts'
import type { Stats } from '../acceptance/model-server.ts'
import { type Books, heldMoney, readBooks } from './books.ts'

export const CAP_USD = 5

export interface Answer {
  readonly code: number | null
  readonly result: JobResult
}

export interface Attempt {
  readonly root: string
  readonly requests: () => number
  /** A person's command, as the product is started in this proof. */
  readonly command: (operation: 'run' | 'resume' | 'approve') => Promise<Answer>
  /** Before each command after the first. */
  readonly between: (root: string) => void
}

export interface Recovery {
  /** Ledger ids that were in flight at a kill. */
  readonly lost: ReadonlySet<number>
}

/**
 * After a kill: commands until the job is done. The first one tells of every call in flight and sends nothing; the next goes on.
 * Throws where the product does anything else.
 */
export async function recover(attempt: Attempt): Promise<Recovery> {
  const lost = new Set<number>()
  for (let commands = 0; commands < 6; commands++) {
    attempt.between(attempt.root)
    const before = readBooks(attempt.root)
    const inFlight = before.ledger.filter((row) => row.status === 'IN_FLIGHT')
    for (const row of inFlight) lost.add(row.id)
    const requests = attempt.requests()
    const answer = await attempt.command(nextCommand(before))
    expectWithinCap(readBooks(attempt.root))
    if (inFlight.length > 0) {
      expectTold(answer, before, inFlight.length)
      expect(attempt.requests(), 'requests of the command that only tells').toBe(requests)
      continue
    }
    if (answer.code === 4) continue
    expect([answer.code, answer.result.status]).toEqual([0, 'completed'])
    return { lost }
  }
  throw new Error('the job does not come to its end')
}

/** What a person types: the job may have died before it had a row, or before its estimate was approved. */
function nextCommand(books: Books): 'run' | 'resume' | 'approve' {
  if (books.status === null) return 'run'
  return books.status === 'awaiting_approval' ? 'approve' : 'resume'
}

function expectTold(answer: Answer, before: Books, count: number): void {
  const atMost = before.ledger.filter((row) => row.status === 'IN_FLIGHT').reduce((sum, row) => sum + row.reserved, 0)
  expect([answer.code, answer.result.status, answer.result.paused?.kind]).toEqual([3, 'paused_outcome', 'paused_outcome'])
  expect(answer.result.calls?.undecided).toBe(count)
  expect(answer.result.paused?.message).toMatch(new RegExp(`^${count} calls? (was|were) sent`))
  expect(Math.round((answer.result.unknown_usd ?? 0) * 1e6)).toBeGreaterThanOrEqual(atMost)
}

function expectWithinCap(books: Books): void {
  if (books.capMicroUsd === null) expect(books.ledger).toEqual([])
  else expect(heldMoney(books)).toBeLessThanOrEqual(books.capMicroUsd)
}

/** At the end: who was billed for what, by the books and by the stand-in. */
export function expectPaidOnce(root: string, recovery: Recovery, stats: Stats): void {
  const books = readBooks(root)
  const unknown = books.ledger.filter((row) => row.status === 'OUTCOME_UNKNOWN')
  expect(new Set(unknown.map((row) => row.id)), 'unknown are those in flight at a kill, and no others').toEqual(recovery.lost)
  expect(books.ledger.filter((row) => row.status === 'IN_FLIGHT' || row.status === 'FAILED')).toEqual([])
  const carriers = new Map<string, Books['ledger'][number][]>()
  for (const row of books.ledger) {
    for (const unit of row.units) carriers.set(unit, [...(carriers.get(unit) ?? []), row])
  }
  expect(new Set(carriers.keys()), 'every unit was asked for').toEqual(new Set(books.planned.keys()))
  for (const [unit, rows] of carriers) expectUnitPaidOnce(unit, rows, books, stats)
  const counted = unknown.reduce((sum, row) => sum + row.reserved, 0)
  expect(counted + spent(books)).toBe(heldMoney(books))
  expectWithinCap(books)
  expectSameTokens(books, stats)
}

function expectUnitPaidOnce(unit: string, rows: readonly Books['ledger'][number][], books: Books, stats: Stats): void {
  const name = books.planned.get(unit) ?? ''
  const done = rows.filter((row) => row.status === 'SUCCEEDED')
  const lost = rows.filter((row) => row.status === 'OUTCOME_UNKNOWN')
  expect(done.length, `${name}: answers that came`).toBe(1)
  expect(done[0], `${name}: the answer is the last thing that happened`).toBe(rows.at(-1))
  const { billed = 0, delivered = 0 } = stats.units[name] ?? {}
  expect(delivered, `${name}: delivered`).toBeGreaterThanOrEqual(1)
  expect(billed, `${name}: billed, with ${lost.length} calls lost`).toBeLessThanOrEqual(1 + lost.length)
  if (lost.length === 0) expect(billed, `${name}: billed`).toBe(1)
  for (const row of lost) {
    expect(row.toldAt, `${name}: told`).not.toBeNull()
    expect(row.decidedAt, `${name}: decided`).not.toBeNull()
    expect((row.decidedAt ?? '') >= (row.toldAt ?? ''), `${name}: told first`).toBe(true)
    // The next lease told of it, the one after that was the first that could send it again.
    const next = rows.find((other) => other.id > row.id)
    expect(next?.epoch, `${name}: sent again by a later command than the one that told`).toBeGreaterThanOrEqual(row.epoch + 2)
    expect((next?.startedAt ?? '') >= (row.decidedAt ?? ''), `${name}: sent again after the decision`).toBe(true)
  }
}

const spent = (books: Books): number => books.ledger.reduce((sum, row) => sum + (row.cost ?? 0), 0)

/** Tokens in the books are those the stand-in billed, but for the calls that were lost. */
function expectSameTokens(books: Books, stats: Stats): void {
  const own = books.ledger.reduce(
    (sum, row) => ({ input: sum.input + (row.inputTokens ?? 0), output: sum.output + (row.outputTokens ?? 0) }),
    { input: 0, output: 0 },
  )
  const theirs = Object.values(stats.by_model).reduce(
    (sum, one) => ({ input: sum.input + one.input_tokens, output: sum.output + one.output_tokens }),
    { input: 0, output: 0 },
  )
  const isWhole = books.ledger.every((row) => row.status === 'SUCCEEDED')
  if (isWhole) expect(own).toEqual(theirs)
  expect(own.input).toBeLessThanOrEqual(theirs.input)
  expect(own.output).toBeLessThanOrEqual(theirs.output)
}
