import { expect, test } from 'vitest'
import { updateJob } from '../../src/store/jobs.ts'
import { callCounts, jobTotals, requestsSince, settleFailed, settleSucceeded } from '../../src/store/ledger.ts'
import { bill, deadProcess, later, makeJob, makeStore, mustReserve, NOW, reserve, takeLease } from './make-store.ts'

const no = { status: 'FAILED', kind: 'retry', message: '503', requestId: null } as const
const nobodyKnows = { status: 'OUTCOME_UNKNOWN', kind: 'unknown', message: 'cut', requestId: null } as const

test('without an approval nothing is reserved, but for what costs nothing', () => {
  const store = makeStore()
  const job = makeJob(store, 'one')
  const epoch = takeLease(store)
  expect(reserve(store, job, epoch, ['a'], 1)).toEqual({ kind: 'capped', missingMicroUsd: 1 })
  expect(reserve(store, job, epoch, ['a'], 0).kind).toBe('reserved')
})

test('the last micro-dollar of the cap can be reserved, one more cannot', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  const epoch = takeLease(store)
  expect(reserve(store, job, epoch, ['a'], 1_001)).toEqual({ kind: 'capped', missingMicroUsd: 1 })
  mustReserve(store, job, epoch, ['a'], 1_000)
  expect(jobTotals(store, job.id)).toEqual({ spentMicroUsd: 0, reservedMicroUsd: 1_000, unknownMicroUsd: 0, inFlight: 1 })
})

test('while calls are in flight a reservation waits; with none it is capped', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  const epoch = takeLease(store)
  const first = mustReserve(store, job, epoch, ['a'], 800)
  expect(reserve(store, job, epoch, ['b'], 300)).toEqual({ kind: 'wait' })
  settleSucceeded(store, first, bill(750), NOW)
  expect(reserve(store, job, epoch, ['b'], 300)).toEqual({ kind: 'capped', missingMicroUsd: 50 })
  expect(reserve(store, job, epoch, ['b'], 250).kind).toBe('reserved')
})

test('a failed call gives its reservation back, one of unknown outcome keeps it', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  const epoch = takeLease(store)
  settleFailed(store, mustReserve(store, job, epoch, ['a'], 600), no, NOW)
  settleFailed(store, mustReserve(store, job, epoch, ['b'], 600), nobodyKnows, NOW)
  expect(jobTotals(store, job.id)).toEqual({ spentMicroUsd: 0, reservedMicroUsd: 0, unknownMicroUsd: 600, inFlight: 0 })
  expect(reserve(store, job, epoch, ['c'], 401)).toEqual({ kind: 'capped', missingMicroUsd: 1 })
  expect(callCounts(store, job.id)).toMatchObject({ succeeded: 0, failed: 1, unknown: 1, in_flight: 0 })
})

test('a settled call is settled once', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  const epoch = takeLease(store)
  const call = mustReserve(store, job, epoch, ['a'], 600)
  settleSucceeded(store, call, bill(70), NOW)
  settleSucceeded(store, call, bill(80), later(1))
  settleFailed(store, call, nobodyKnows, later(2))
  expect(jobTotals(store, job.id)).toMatchObject({ spentMicroUsd: 70, unknownMicroUsd: 0 })
})

test('a cap holds for one job, over its runs; raising it opens it again', () => {
  const store = makeStore()
  const [one, two] = [makeJob(store, 'one', 100), makeJob(store, 'two', 100)]
  const epoch = takeLease(store)
  settleSucceeded(store, mustReserve(store, one, epoch, ['a'], 100), bill(100), NOW)
  expect(reserve(store, one, epoch, ['b'], 50)).toEqual({ kind: 'capped', missingMicroUsd: 50 })
  expect(reserve(store, two, epoch, ['b'], 100).kind).toBe('reserved')
  updateJob(store, one.id, { capMicroUsd: 150, run: 2 }, NOW)
  expect(reserve(store, one, epoch, ['b'], 50).kind).toBe('reserved')
})

test('a free call goes out also where an earlier bill went over the cap', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 100)
  const epoch = takeLease(store)
  settleSucceeded(store, mustReserve(store, job, epoch, ['a'], 100), bill(130), NOW)
  expect(reserve(store, job, epoch, ['b'], 1)).toEqual({ kind: 'capped', missingMicroUsd: 31 })
  expect(reserve(store, job, epoch, ['b'], 0).kind).toBe('reserved')
})

test('two processes: the one that was fenced off reserves nothing, and may settle what it sent', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  const old = takeLease(store, deadProcess())
  const call = mustReserve(store, job, old, ['a'], 300)
  takeLease(store)
  expect(reserve(store, job, old, ['b'], 1)).toEqual({ kind: 'fenced' })
  settleSucceeded(store, call, bill(200), NOW)
  expect(jobTotals(store, job.id)).toEqual({ spentMicroUsd: 200, reservedMicroUsd: 0, unknownMicroUsd: 0, inFlight: 0 })
})

test('dollars of the contract are generated from whole micro-dollars', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  settleSucceeded(store, mustReserve(store, job, takeLease(store), ['a', 'b'], 600), bill(70), NOW)
  expect(store.sql('SELECT reserved_usd, cost_usd, request_id, settled_at FROM ledger').get()).toEqual({
    reserved_usd: 0.0006,
    cost_usd: 0.00007,
    request_id: 'req-1',
    settled_at: NOW.toISOString(),
  })
  expect(store.sql('SELECT unit_key FROM call_units ORDER BY unit_key').all()).toEqual([{ unit_key: 'a' }, { unit_key: 'b' }])
})

test('requests of a day are counted over all jobs, one connection at a time', () => {
  const store = makeStore()
  const epoch = takeLease(store)
  for (const name of ['one', 'two']) {
    const job = makeJob(store, name, 1_000)
    settleFailed(store, mustReserve(store, job, epoch, ['a']), no, NOW)
  }
  const connection = { provider: 'openai', host: 'api.openai.com', model: 'gpt-6-luna' }
  expect(requestsSince(store, connection, NOW)).toBe(2)
  expect(requestsSince(store, connection, later(1))).toBe(0)
  expect(requestsSince(store, { ...connection, host: 'elsewhere' }, NOW)).toBe(0)
})

test('where the state has to be saved elsewhere, only so much leaves in between: settled at its bill, open at its reservation', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 10_000)
  const epoch = takeLease(store)
  const first = mustReserve(store, job, epoch, ['a'], 900)
  const within = (microUsd: number, unit: string) =>
    reserve(store, job, epoch, [unit], microUsd, { afterLedgerId: first, upToMicroUsd: 1_000 })
  expect(within(1_001, 'b')).toEqual({ kind: 'unsaved' })
  const second = within(1_000, 'b')
  expect(second.kind, 'what stands in the saved state does not count').toBe('reserved')
  expect(within(1, 'c')).toEqual({ kind: 'unsaved' })
  expect(within(0, 'c').kind, 'what costs nothing needs no room').toBe('reserved')
  settleSucceeded(store, second.kind === 'reserved' ? second.ledgerId : 0, bill(600), NOW)
  expect(within(401, 'd')).toEqual({ kind: 'unsaved' })
  settleFailed(store, mustReserve(store, job, epoch, ['d'], 300), no, NOW)
  expect(within(400, 'd').kind).toBe('reserved')
})
