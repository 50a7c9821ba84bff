import { expect, test } from 'vitest'
import { acceptFileSummary } from '../../src/store/file-summaries.ts'
import type { Job } from '../../src/store/jobs.ts'
import type { Store } from '../../src/store/open.ts'
import { acceptUnit, countUnits, planUnits, unfinishedUnits, unitOutput } from '../../src/store/units.ts'
import { later, makeJob, makeStore, NOW, planSections, unit } from './make-store.ts'

const accept = (store: Store, job: Job, unitKey: string, output: string, model = 'gpt-6-luna', at = NOW) =>
  acceptUnit(store, job.id, { stage: 'sections', unitKey, output, model, ledgerId: null }, at)

const openOf = (store: Store, job: Job, stage: 'sections' | 'file-summaries' = 'sections') =>
  unfinishedUnits(store, job.id, stage).map((one) => one.unitKey)

test('a unit with a row is not open any more, and its first row stays', () => {
  const store = makeStore()
  const job = makeJob(store, 'one')
  planSections(store, job, 'a', 'b')
  accept(store, job, 'a', 'first')
  accept(store, job, 'a', 'second')
  expect(openOf(store, job)).toEqual(['b'])
  expect(unitOutput(store, job.id, 'sections', 'a')?.output).toBe('first')
  expect(countUnits(store, job.id, null)).toEqual({ done: 1, total: 2 })
})

test('planning again changes nothing that is planned', () => {
  const store = makeStore()
  const job = makeJob(store, 'one')
  planSections(store, job, 'a')
  planUnits(store, job.id, [unit('sections', 'a', { label: 'another label', evidence: ['x'] })])
  expect(unfinishedUnits(store, job.id, 'sections')).toEqual([unit('sections', 'a')])
})

test('a unit that another job bought is copied, the oldest row of several; what is not planned is not', () => {
  const store = makeStore()
  const [one, two, three] = [makeJob(store, 'one'), makeJob(store, 'two'), makeJob(store, 'three')]
  for (const job of [one, two]) planSections(store, job, 'a', 'b')
  accept(store, two, 'a', 'newer', 'gemini-3.8-flash', later(5))
  accept(store, one, 'a', 'older', 'gpt-6-luna', later(1))
  accept(store, one, 'b', 'not asked for')
  planSections(store, three, 'a', 'c')
  expect(unitOutput(store, three.id, 'sections', 'a')).toEqual({ output: 'older', model: 'gpt-6-luna', ledgerId: null })
  expect(unitOutput(store, three.id, 'sections', 'b')).toBe(null)
  expect(openOf(store, three)).toEqual(['c'])
  expect(unitOutput(store, two.id, 'sections', 'a')?.output, 'its own row stays').toBe('newer')
})

test('the parts of a file are done once the file has its summary, and the file is not done by its parts', () => {
  const store = makeStore()
  const job = makeJob(store, 'one')
  planUnits(store, job.id, [
    unit('file-summaries', 'file', { contentHash: 'h' }),
    ...[1, 2].map((n) => unit('file-summaries', `part ${n}`, { kind: 'part', contentHash: 'h', ordinal: n })),
  ])
  acceptUnit(store, job.id, { stage: 'file-summaries', unitKey: 'part 1', output: 'note', model: 'm', ledgerId: null }, NOW)
  expect(openOf(store, job, 'file-summaries')).toEqual(['file', 'part 2'])
  acceptFileSummary(
    store,
    job.id,
    { contentHash: 'h', promptVersion: '1', settings: 's', model: 'm', unitKey: 'file', output: 'text', ledgerId: null },
    NOW,
  )
  expect(openOf(store, job, 'file-summaries')).toEqual([])
  expect(countUnits(store, job.id, 'file-summaries')).toEqual({ done: 3, total: 3 })
})

test('units come in their planned order', () => {
  const store = makeStore()
  const job = makeJob(store, 'one')
  planSections(store, job, 'z', 'y', 'x')
  expect(openOf(store, job)).toEqual(['z', 'y', 'x'])
})
