import { expect, test } from 'vitest'
import { describeProvenance, modelsInUse, switchReason } from '../../src/pipeline/provenance.ts'
import { acceptUnit } from '../../src/store/units.ts'
import { PAUSE_KINDS } from '../../src/vocabulary.ts'
import { makeJob, makeStore, NOW, planSections } from '../store/make-store.ts'

const flashToLuna = { from: 'gemini-3.8-flash', to: 'gpt-6-luna', why: 'after its quota ran out', byPerson: true }

test('one model, several, none', () => {
  expect(describeProvenance([], ['gpt-6-luna'])).toBe('gpt-6-luna')
  expect(describeProvenance([], ['a', 'b'])).toBe('a, b')
})

test('a switch is told with who made it, from what, and why', () => {
  const models = ['gemini-3.8-flash', 'gpt-6-luna']
  expect(describeProvenance([flashToLuna], models)).toBe(
    'gpt-6-luna (you switched from gemini-3.8-flash after its quota ran out)',
  )
  expect(describeProvenance([{ ...flashToLuna, byPerson: false }], models)).toBe(
    'gpt-6-luna (it went on from gemini-3.8-flash after its quota ran out)',
  )
})

test('there and back again: the last one stands first, every switch is told', () => {
  const back = { from: 'gpt-6-luna', to: 'gemini-3.8-flash', why: 'by choice', byPerson: true }
  expect(describeProvenance([flashToLuna, back], ['gpt-6-luna', 'gemini-3.8-flash'])).toBe(
    'gemini-3.8-flash (you switched from gemini-3.8-flash after its quota ran out; you switched from gpt-6-luna by choice)',
  )
})

test('every pause has a reason that can be read after a name', () => {
  expect(Object.fromEntries(PAUSE_KINDS.map((kind) => [kind, switchReason(kind)]))).toEqual({
    paused_quota: 'after its quota ran out',
    paused_provider: 'while it was not available',
    paused_cap: 'by choice',
    paused_key: 'after its key was refused',
    paused_request: 'after it could not do the work',
    paused_outcome: 'by choice',
    paused_state: 'by choice',
  })
  expect(switchReason(null)).toBe('by choice')
})

test('models in use: the one that wrote most sections first', () => {
  const store = makeStore()
  const job = makeJob(store, 'one')
  planSections(store, job, 'a', 'b', 'c')
  const write = (unitKey: string, model: string, stage: 'sections' | 'folder-summaries' = 'sections') =>
    acceptUnit(store, job.id, { stage, unitKey, output: 'text', model, ledgerId: null }, NOW)
  write('a', 'luna')
  write('b', 'flash')
  write('c', 'flash')
  for (const folder of ['x', 'y', 'z', 'w']) write(folder, 'haiku', 'folder-summaries')
  expect(modelsInUse(store, job.id)).toEqual(['flash', 'luna', 'haiku'])
})
