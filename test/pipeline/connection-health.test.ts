import { expect, test } from 'vitest'
import {
  newHealth,
  noteEnd,
  noteStart,
  noteSuccess,
  noteTransientFailure,
  paceOf,
  RETRY_BUDGET_MS,
  WAIT_BUDGET_MS,
} from '../../src/pipeline/connection-health.ts'

const BEGIN = 1_000_000
const retry = (startedAt: number) => ({ kind: 'retry', wishMs: null, startedAt }) as const
const wait = (wishMs: number, startedAt: number) => ({ kind: 'wait', wishMs, startedAt }) as const

/** Fails again each time it may try, and tells the pauses between, in seconds. */
function pauses(failure: typeof retry | ((startedAt: number) => ReturnType<typeof wait>), random = 0): number[] {
  const health = newHealth()
  const seconds: number[] = []
  for (let now = BEGIN; ; now = health.notBefore) {
    if (noteTransientFailure(health, failure(now), now, random).kind === 'out') return seconds
    seconds.push((health.notBefore - now) / 1000)
  }
}

test('back-off doubles up to half a minute, and ends within its budget', () => {
  const seconds = pauses(retry)
  expect(seconds).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30])
  expect(seconds.reduce((sum, one) => sum + one, 0) * 1000).toBeLessThanOrEqual(RETRY_BUDGET_MS)
})

test('jitter adds half of the pause, at most a second', () => {
  expect(pauses(retry, 1).slice(0, 4)).toEqual([1.5, 3, 5, 9])
})

test('the server’s own wish is obeyed while the budget allows it', () => {
  const wish = (ms: number) => pauses((startedAt) => wait(ms, startedAt))
  expect(wish(50_000)).toEqual([50, 50])
  expect(wish(WAIT_BUDGET_MS)).toEqual([WAIT_BUDGET_MS / 1000])
  expect(wish(WAIT_BUDGET_MS + 1)).toEqual([])
})

test('calls that were on their way together fail as one', () => {
  const health = newHealth()
  for (let call = 0; call < 4; call++) noteTransientFailure(health, retry(BEGIN), BEGIN + 100 + call, 0)
  expect(health.failuresInARow).toBe(1)
  expect(health.notBefore - BEGIN).toBeLessThan(1_200)
})

test('failures side by side never shorten a pause that is longer', () => {
  const health = newHealth()
  noteTransientFailure(health, wait(40_000, BEGIN), BEGIN, 0)
  noteTransientFailure(health, wait(5_000, BEGIN), BEGIN + 100, 0)
  expect(paceOf(health, BEGIN + 39_000)).toEqual({ kind: 'wait', ms: 1_000 })
})

test('a failing connection is tried by one call; a success begins the count anew', () => {
  const health = newHealth()
  noteTransientFailure(health, retry(BEGIN), BEGIN, 0)
  const now = health.notBefore
  expect(paceOf(health, now)).toEqual({ kind: 'send' })
  noteStart(health, now)
  expect(paceOf(health, now)).toEqual({ kind: 'probing' })
  noteEnd(health)
  noteSuccess(health, now)
  noteStart(health, now)
  expect(paceOf(health, now)).toEqual({ kind: 'send' })
  noteTransientFailure(health, retry(now), now, 0)
  expect(health.notBefore - now).toBe(1_000)
})

test('a minute holds what it was seen to hold: the next request waits until the oldest is a minute old', () => {
  const health = newHealth()
  for (let n = 0; n < 6; n++) noteStart(health, BEGIN + n * 1_000)
  expect(noteTransientFailure(health, wait(55_000, BEGIN + 5_000), BEGIN + 5_100, 0)).toEqual({ kind: 'again' })
  expect(health.perMinute, 'five were taken, the sixth was not').toBe(5)
  for (let n = 0; n < 6; n++) noteEnd(health)
  noteSuccess(health, BEGIN + 60_200)
  const at = BEGIN + 60_200
  expect(paceOf(health, at)).toEqual({ kind: 'wait', ms: 300 })
  expect(paceOf(health, at + 300)).toEqual({ kind: 'send' })
})
