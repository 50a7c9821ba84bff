import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { classifyFailure } from '../../src/models/classify.ts'
import type { CallFailure } from '../../src/models/model.ts'

interface Recorded extends Omit<CallFailure, 'sent' | 'requestId'> {
  readonly id: string
  readonly kind: string
  readonly retry_after_s: number | null
  readonly reset: string | null
  readonly quota_id: string | null
}

const NOW = new Date('2026-08-10T12:00:00Z')
/** Midnight in Los Angeles and in UTC, seen from NOW. */
const NEXT_MIDNIGHT = { pacific: '2026-08-11T07:00:00.000Z', utc: '2026-08-11T00:00:00.000Z' }

const read = (name: string): Recorded[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/provider-errors/${name}.json`, import.meta.url), 'utf8'))

function expectedReset(reset: string | null): string | undefined {
  if (reset?.includes('America/Los_Angeles')) return NEXT_MIDNIGHT.pacific
  if (reset?.includes('midnight UTC')) return NEXT_MIDNIGHT.utc
  return reset !== null && /^\d{4}-\d\d-\d\dT/.test(reset) ? new Date(reset).toISOString() : undefined
}

describe.each(['recorded', 'more'])('%s failures', (name) => {
  test.each(read(name))('$id', (recorded) => {
    const failure = classifyFailure({ ...recorded, sent: true, requestId: null }, NOW)
    const reset = expectedReset(recorded.reset)
    expect({ kind: failure.kind, quotaId: failure.quotaId }).toEqual({ kind: recorded.kind, quotaId: recorded.quota_id })
    if (recorded.retry_after_s === null) expect(failure.retryAfterMs).toBeNull()
    else expect((failure.retryAfterMs ?? Number.NaN) / 1000).toBeCloseTo(recorded.retry_after_s, 1)
    if (reset !== undefined) expect(failure.resetAt?.toISOString()).toBe(reset)
    if (recorded.kind !== 'swap') expect(failure.resetAt).toBeNull()
    expect(failure.message).toMatch(/^.{1,300}$/u)
  })
})

test('the recorded failures are all there, each under a name of its own', () => {
  const ids = ['recorded', 'more'].flatMap(read).map((recorded) => recorded.id)
  expect(read('recorded')).toHaveLength(112)
  expect(new Set(ids).size).toBe(ids.length)
})
