import { describe, expect, test } from 'vitest'
import { explainFailures } from '../../src/cli/explain.ts'
import { ON_FAILURE } from '../../src/pipeline/on-failure.ts'
import { Refusal } from '../../src/refusal.ts'

const now = new Date('2026-08-10T12:00:00Z')
const daily = {
  provider: 'gemini',
  via: 'openai',
  status: 429,
  headers: {},
  body: [
    {
      error: {
        message: 'Quota exceeded.',
        details: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }, { retryDelay: '58.5s' }],
      },
    },
  ],
  note: 'a field nobody knows',
}
const minimal = { provider: 'somebody', status: null, body: { thrown: 'connect ECONNREFUSED 127.0.0.1:1' } }

const explain = (input: unknown, json = true) =>
  explainFailures(typeof input === 'string' ? input : JSON.stringify(input), { json, now }).lines

test('one line of JSON for each failure, with exactly these fields', () => {
  expect(explain([daily, minimal])).toEqual([
    `{"kind":"swap","retry_after_s":58.5,"reset_at":"2026-08-11T07:00:00.000Z","quota_id":"GenerateRequestsPerDayPerProjectPerModel-FreeTier","what_happens":${JSON.stringify(ON_FAILURE.swap.whatHappens)}}`,
    `{"kind":"retry","retry_after_s":null,"reset_at":null,"quota_id":null,"what_happens":${JSON.stringify(ON_FAILURE.retry.whatHappens)}}`,
  ])
})

test('for people: what it is, what was said, what happens', () => {
  expect(explain([daily, minimal], false)).toEqual([
    'gemini, status 429: swap',
    '  Message: Quota exceeded.',
    '  Quota: GenerateRequestsPerDayPerProjectPerModel-FreeTier',
    '  It asks to wait 58.5 s.',
    '  Filled again at 2026-08-11T07:00:00.000Z.',
    `  ${ON_FAILURE.swap.whatHappens}`,
    '',
    'somebody, no response: retry',
    '  Message: connect ECONNREFUSED 127.0.0.1:1',
    `  ${ON_FAILURE.retry.whatHappens}`,
  ])
})

test('one object alone will do', () => {
  expect(explain(daily)).toEqual(explain([daily]))
})

describe('what is no recorded failure is refused, with the form that is expected', () => {
  test.each([
    ['', /^There is nothing to explain/],
    ['{"provider":', /^The input is not JSON: /],
    ['42', /^The input is no recorded failure/],
    [[daily, { status: 429 }], /^Entry 2 is no recorded failure.*"provider"/],
    [{ ...daily, status: '429' }, /"status"/],
    [{ ...daily, status: undefined }, /"status"/],
    [{ ...daily, via: 'pigeon' }, /"via"/],
    [{ ...daily, headers: ['x'] }, /"headers"/],
  ])('%j', (input, message) => {
    const refused = () => explain(input)
    expect(refused).toThrow(Refusal)
    expect(refused).toThrow(message)
    expect(refused).toThrow(expect.objectContaining({ next: expect.stringContaining('"provider"') }))
  })
})
