import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findWordedDelay, MAX_DELAY_MS, parseDuration, parseReset, parseRetryAfter } from '../../src/models/classify/delays.ts'
import { findLongPeriod, knownReset, nextMidnight, pickQuotaId } from '../../src/models/classify/quotas.ts'

const NOW = new Date('2026-08-10T12:00:00Z')

test.each([
  ['20', 20_000],
  ['0', 0],
  ['1.5', 1500],
  ['30s', 30_000],
  ['Mon, 10 Aug 2026 12:01:00 GMT', 60_000],
  ['2026-08-10T12:00:05Z', 5000],
  ['Mon, 10 Aug 2026 11:59:00 GMT', null],
  ['-5', null],
  ['soon', null],
  ['', null],
  ['99999999999', null],
])('Retry-After: %j is %j', (value, delayMs) => {
  expect(parseRetryAfter(value, NOW)).toBe(delayMs)
})

test.each([
  ['6ms', 6],
  ['8.64s', 8640],
  ['1m30s', 90_000],
  ['14h13m47s', 51_227_000],
  ['5h59m59.960323804s', 21_599_960],
  ['1 hour and 5 minutes', 3_900_000],
  ['2 days', 172_800_000],
  ['3 months', null],
  ['400d', null],
  ['none', null],
])('a duration of %j is %j', (text, delayMs) => {
  expect(parseDuration(text)).toBe(delayMs)
})

test.each([
  ['Please try again in 8.64s. Visit', 8640],
  ['Please retry after 20 seconds.', 20_000],
  ['please wait 52220 seconds before retrying', 52_220_000],
  ['Your quota will reset after 5h59m59s.', 21_599_000],
  ['Resets in 3 days', 259_200_000],
  ['"retry_after": 12', 12_000],
  ['retry_after_seconds: 12', 12_000],
  ['If you created it within the last 5 minutes, please wait a moment and try again.', null],
  ['Please try again later.', null],
])('%j asks for %j', (text, delayMs) => {
  expect(findWordedDelay(text)).toBe(delayMs)
})

test.each([
  ['6m0s', 360_000],
  ['17', 17_000],
  ['1786363230', 30_000],
  ['1786363230000', 30_000],
  [1786363230000, 30_000],
  ['2026-08-10T12:00:30Z', 30_000],
  ['2020-01-01T00:00:00Z', null],
  [{}, null],
])('a reset of %j is %j from now', (value, delayMs) => {
  expect(parseReset(value, NOW)).toBe(delayMs)
})

test('no text becomes a delay that cannot be obeyed', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.stringMatching(/^-?\d{1,20}(\.\d{1,5})?(ms|s|m|h|d| days)?$/),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  )
  fc.assert(
    fc.property(texts, (text) => {
      for (const delayMs of [
        parseRetryAfter(text, NOW),
        parseDuration(text),
        parseReset(text, NOW),
        findWordedDelay(`try again in ${text}`),
      ]) {
        expect(delayMs === null || (delayMs >= 0 && delayMs <= MAX_DELAY_MS)).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})

describe('quotas', () => {
  test.each([
    ['GenerateRequestsPerDayPerProjectPerModel-FreeTier', 'day'],
    ['requests per day (RPD)', 'day'],
    ['monthly limit', 'month'],
    ['weekly usage', 'week'],
    ['tokens per minute (TPM)', null],
    ['today is a good day', null],
  ])('%j is counted by the %s', (text, period) => {
    expect(findLongPeriod(text)).toBe(period)
  })
  test('of several quotas the one that keeps one waiting longest counts', () => {
    expect(pickQuotaId(['TokensPerMinute', 'RequestsPerDay'])).toBe('RequestsPerDay')
    expect(pickQuotaId(['TokensPerMinute'])).toBe('TokensPerMinute')
    expect(pickQuotaId([])).toBeNull()
  })
  test.each([
    ['2026-08-10T12:00:00Z', '2026-08-11T07:00:00.000Z'],
    ['2026-08-11T06:59:59Z', '2026-08-11T07:00:00.000Z'],
    ['2026-12-24T20:00:00Z', '2026-12-25T08:00:00.000Z'],
    // 23 and 25 hours long.
    ['2026-03-08T08:30:00Z', '2026-03-09T07:00:00.000Z'],
    ['2026-11-01T07:30:00Z', '2026-11-02T08:00:00.000Z'],
  ])('after %s midnight Pacific is %s', (now, midnight) => {
    expect(nextMidnight('America/Los_Angeles', new Date(now)).toISOString()).toBe(midnight)
  })
  test('what no provider documents is not known', () => {
    expect(knownReset('somebody', 'day', 'per day', NOW)).toBeNull()
    expect(knownReset('openrouter', 'month', 'monthly', NOW)?.toISOString()).toBe('2026-09-01T00:00:00.000Z')
  })
})
