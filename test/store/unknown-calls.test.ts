import { expect, test } from 'vitest'
import { jobTotals, settleFailed, settleSucceeded } from '../../src/store/ledger.ts'
import { acceptUnit } from '../../src/store/units.ts'
import {
  awaitsDecision,
  decideToldCalls,
  holdingCalls,
  isLostIntervalKnown,
  markTold,
  recordLostInterval,
  undecidedCalls,
} from '../../src/store/unknown-calls.ts'
import { bill, deadProcess, later, makeJob, makeStore, mustReserve, NOW, planSections, reserve, takeLease } from './make-store.ts'

test('a call of a dead process is told first, decided then, and no longer undecided once its units are sent again', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 10_000)
  planSections(store, job, 'a', 'b')
  mustReserve(store, job, takeLease(store, deadProcess()), ['a', 'b'], 700)
  expect(holdingCalls(store, job.id, 'untold').count, 'in flight is not unknown yet').toBe(0)
  const epoch = takeLease(store)
  expect(holdingCalls(store, job.id, 'untold')).toEqual({ count: 1, atMostMicroUsd: 700, lostMicroUsd: 0 })
  decideToldCalls(store, job.id, NOW)
  expect(awaitsDecision(store, 'sections', 'a'), 'nothing is decided before it is told').toBe(true)
  markTold(store, job.id, NOW)
  expect(holdingCalls(store, job.id, 'untold').count).toBe(0)
  expect(awaitsDecision(store, 'sections', 'a')).toBe(true)
  decideToldCalls(store, job.id, later(1))
  expect(awaitsDecision(store, 'sections', 'a')).toBe(false)
  expect(undecidedCalls(store, job.id).count, 'nobody has sent them yet').toBe(1)
  mustReserve(store, job, epoch, ['a'])
  expect(undecidedCalls(store, job.id).count, 'b is still out').toBe(1)
  mustReserve(store, job, epoch, ['b'])
  expect(undecidedCalls(store, job.id).count).toBe(0)
})

test('a second unknown outcome of the same unit waits for its own decision', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 10_000)
  planSections(store, job, 'a')
  mustReserve(store, job, takeLease(store, deadProcess()), ['a'])
  const first = takeLease(store, deadProcess())
  markTold(store, job.id, NOW)
  decideToldCalls(store, job.id, NOW)
  mustReserve(store, job, first, ['a'])
  takeLease(store)
  expect(holdingCalls(store, job.id, 'untold').count).toBe(1)
  expect(awaitsDecision(store, 'sections', 'a')).toBe(true)
  decideToldCalls(store, job.id, NOW)
  expect(awaitsDecision(store, 'sections', 'a'), 'the earlier decision does not hold for it').toBe(true)
})

test('a late answer, or a late no, settles what was unknown', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 10_000)
  planSections(store, job, 'a', 'b')
  const epoch = takeLease(store, deadProcess())
  const [a, b] = [mustReserve(store, job, epoch, ['a']), mustReserve(store, job, epoch, ['b'])]
  takeLease(store)
  settleSucceeded(store, a, bill(30), NOW)
  acceptUnit(store, job.id, { stage: 'sections', unitKey: 'a', output: 'text', model: 'gpt-6-luna', ledgerId: a }, NOW)
  settleFailed(store, b, { status: 'FAILED', kind: 'retry', message: '503', requestId: null }, NOW)
  expect(undecidedCalls(store, job.id).count).toBe(0)
  expect([awaitsDecision(store, 'sections', 'a'), awaitsDecision(store, 'sections', 'b')]).toEqual([false, false])
})

test('an unknown call of another job holds back the units that both plan, and is told here too', () => {
  const store = makeStore()
  const [one, two] = [makeJob(store, 'one', 10_000), makeJob(store, 'two', 10_000)]
  planSections(store, one, 'shared', 'own')
  planSections(store, two, 'shared')
  mustReserve(store, one, takeLease(store, deadProcess()), ['shared', 'own'], 500)
  takeLease(store)
  expect(holdingCalls(store, two.id, 'untold')).toEqual({ count: 1, atMostMicroUsd: 500, lostMicroUsd: 0 })
  expect(undecidedCalls(store, two.id).count, 'it is not its own call').toBe(0)
  expect(awaitsDecision(store, 'sections', 'shared')).toBe(true)
  markTold(store, two.id, NOW)
  decideToldCalls(store, two.id, NOW)
  expect(awaitsDecision(store, 'sections', 'shared')).toBe(false)
})

test('what is told and decided in one job says nothing about calls of another that it does not share', () => {
  const store = makeStore()
  const [one, two] = [makeJob(store, 'one', 10_000), makeJob(store, 'two', 10_000)]
  planSections(store, one, 'own')
  planSections(store, two, 'other')
  const epoch = takeLease(store, deadProcess())
  mustReserve(store, one, epoch, ['own'], 500)
  mustReserve(store, two, epoch, ['other'], 300)
  takeLease(store)
  expect(holdingCalls(store, two.id, 'untold')).toEqual({ count: 1, atMostMicroUsd: 300, lostMicroUsd: 0 })
  markTold(store, two.id, NOW)
  decideToldCalls(store, two.id, NOW)
  expect(holdingCalls(store, one.id, 'untold'), 'nobody was told of this one').toEqual({
    count: 1,
    atMostMicroUsd: 500,
    lostMicroUsd: 0,
  })
  expect(awaitsDecision(store, 'sections', 'own')).toBe(true)
})

test('what a vanished machine may have spent holds every job back until a person decides, and counts against the cap of its own', () => {
  const store = makeStore()
  const [one, two] = [makeJob(store, 'one', 1_000), makeJob(store, 'two', 1_000)]
  const lost = { jobId: one.id, workflowRun: 77, sequence: 3, atMostMicroUsd: 700 }
  recordLostInterval(store, lost)
  recordLostInterval(store, lost)
  expect([isLostIntervalKnown(store, 77, 3), isLostIntervalKnown(store, 77, 4)]).toEqual([true, false])
  expect([jobTotals(store, one.id).unknownMicroUsd, jobTotals(store, two.id).unknownMicroUsd]).toEqual([700, 0])
  expect(reserve(store, one, takeLease(store), ['a'], 301)).toEqual({ kind: 'capped', missingMicroUsd: 1 })
  decideToldCalls(store, two.id, NOW)
  expect(holdingCalls(store, two.id, 'untold'), 'nobody was told').toEqual({ count: 0, atMostMicroUsd: 700, lostMicroUsd: 700 })
  markTold(store, two.id, NOW)
  expect(holdingCalls(store, one.id, 'untold').lostMicroUsd).toBe(0)
  expect(holdingCalls(store, one.id, 'all').lostMicroUsd).toBe(700)
  decideToldCalls(store, two.id, NOW)
  expect(holdingCalls(store, one.id, 'all').lostMicroUsd).toBe(0)
  expect(jobTotals(store, one.id).unknownMicroUsd, 'it stays spent as far as anybody knows').toBe(700)
})
