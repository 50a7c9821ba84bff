import { expect, test } from 'vitest'
import {
  answersToReadAgain,
  attemptsOf,
  keepAnswer,
  markOutcomes,
  markRead,
  type UnitOutcome,
  unitsOfCall,
} from '../../src/store/answers.ts'
import type { Job } from '../../src/store/jobs.ts'
import { callCounts, settleSucceeded } from '../../src/store/ledger.ts'
import type { Store } from '../../src/store/open.ts'
import { bill, makeJob, makeStore, mustReserve, NOW, planSections, takeLease } from './make-store.ts'

const LUNA = { provider: 'openai', model: 'gpt-6-luna' }

/** A call that came back with these outcomes. */
function answered(store: Store, job: Job, epoch: number, outcomes: Record<string, UnitOutcome>, readerVersion = 1): number {
  const ledgerId = mustReserve(store, job, epoch, Object.keys(outcomes))
  settleSucceeded(store, ledgerId, bill(10), NOW)
  keepAnswer(store, ledgerId, { raw: 'raw', text: `text ${ledgerId}`, finish: 'stop', readerVersion })
  markOutcomes(store, ledgerId, 'sections', new Map(Object.entries(outcomes)))
  return ledgerId
}

test('an answer that brought nothing is counted with its cost; one that brought something is not', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  const epoch = takeLease(store)
  answered(store, job, epoch, { a: 'unusable', b: 'cut-off' })
  answered(store, job, epoch, { a: 'accepted', b: 'unusable' })
  expect(callCounts(store, job.id)).toMatchObject({ succeeded: 2, unusable: 1, unusableMicroUsd: 10 })
})

test('attempts count what was billed for a unit, over jobs, by one model', () => {
  const store = makeStore()
  const [one, two] = [makeJob(store, 'one', 1_000), makeJob(store, 'two', 1_000)]
  const epoch = takeLease(store)
  answered(store, one, epoch, { a: 'unusable', b: 'accepted' })
  answered(store, two, epoch, { a: 'cut-off' })
  answered(store, two, epoch, { a: 'refused', b: 'accepted' })
  mustReserve(store, two, epoch, ['a'])
  expect(attemptsOf(store, 'sections', 'a', LUNA)).toEqual({ unusable: 3, refusedAlone: 0, cutOff: 1 })
  answered(store, two, epoch, { a: 'refused' })
  expect(attemptsOf(store, 'sections', 'a', LUNA)).toEqual({ unusable: 4, refusedAlone: 1, cutOff: 1 })
  expect(attemptsOf(store, 'sections', 'b', LUNA).unusable).toBe(0)
  expect(attemptsOf(store, 'sections', 'a', { provider: 'openai', model: 'another' }).unusable).toBe(0)
})

test('what an older reader could not use is read again, by every job that plans its units, and once', () => {
  const store = makeStore()
  const [one, two, stranger] = [makeJob(store, 'one', 1_000), makeJob(store, 'two'), makeJob(store, 'three')]
  planSections(store, one, 'a', 'b', 'c')
  planSections(store, two, 'a')
  planSections(store, stranger, 'x')
  const epoch = takeLease(store)
  const half = answered(store, one, epoch, { a: 'unusable', b: 'accepted' })
  answered(store, one, epoch, { c: 'accepted' })
  const ids = (job: Job, version: number) => answersToReadAgain(store, job.id, 'sections', version).map((one) => one.ledgerId)
  expect(ids(one, 1), 'this reader has looked at it').toEqual([])
  expect([ids(one, 2), ids(two, 2), ids(stranger, 2)]).toEqual([[half], [half], []])
  expect(answersToReadAgain(store, one.id, 'overview', 2)).toEqual([])
  expect(unitsOfCall(store, half).sort()).toEqual(['a', 'b'])
  markRead(store, half, 2)
  expect(ids(one, 2)).toEqual([])
})

test('a raw answer is kept once', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  const id = answered(store, job, takeLease(store), { a: 'accepted' })
  keepAnswer(store, id, { raw: 'another', text: 'another', finish: 'stop', readerVersion: 1 })
  expect(store.sql('SELECT raw FROM answers').all()).toEqual([{ raw: 'raw' }])
})
