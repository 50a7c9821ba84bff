import { expect, test } from 'vitest'
import { ON_FAILURE } from '../../src/pipeline/on-failure.ts'
import { FAILURE_KINDS } from '../../src/vocabulary.ts'

test('each kind leads to what the design says', () => {
  expect(
    Object.fromEntries(Object.entries(ON_FAILURE).map(([kind, { action, billed, pause }]) => [kind, [action, billed, pause]])),
  ).toEqual({
    wait: ['wait', 'no', 'paused_quota'],
    retry: ['retry', 'no', 'paused_provider'],
    swap: ['exhaust', 'no', 'paused_quota'],
    key: ['exhaust', 'no', 'paused_key'],
    request: ['adapt', 'no', 'paused_request'],
    'too-long': ['split', 'no', 'paused_request'],
    refused: ['placeholder', 'no', 'paused_request'],
    'cut-off': ['more-room', 'yes', 'paused_request'],
    gone: ['exhaust', 'no', 'paused_key'],
    unknown: ['unknown', 'unknown', 'paused_outcome'],
  })
})

test.each(FAILURE_KINDS)('%s is told in one sentence', (kind) => {
  expect(ON_FAILURE[kind].whatHappens).toMatch(/^[A-Z][^.\n]{40,220}\.$/)
})
