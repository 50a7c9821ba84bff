import { expect, test } from 'vitest'
import {
  newHealth,
  noteSuccess,
  noteTransientFailure,
  RETRY_BUDGET_MS,
  WAIT_BUDGET_MS,
} from '../../src/pipeline/connection-health.ts'

const retry = { kind: 'retry', wishMs: null } as const
const wait = (wishMs: number) => ({ kind: 'wait', wishMs }) as const

/** Fails again each time it may try, and tells the pauses between, in seconds. */
function pauses(failure: typeof retry | ReturnType<typeof wait>, random = 0): number[] {
  const health = newHealth()
  const seconds: number[] = []
  for (let now = 1_000_000; ; now = health.notBefore) {
    if (noteTransientFailure(health, failure, now, random).kind === 'out') return seconds
    seconds.push((health.notBefore - now) / 1000)
  }
}

test('back-off doubles up to half a minute, and ends within its budget', () => {
  const seconds = pauses(retry)
  expect(seconds).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30])
  expect(seconds.reduce((sum, one) => sum + one, 0) * 1000).toBeLessThanOrEqual(RETRY_BUDGET_MS)
})

test('jitter adds half of the pause, at most a second', () => {
  expect(pauses(retry, 1).slice(0, 3)).toEqual([1.5, 3, 5])
})

test('the server’s own wish is obeyed while the budget allows it', () => {
  expect(pauses(wait(50_000))).toEqual([50, 50])
  expect(pauses(wait(WAIT_BUDGET_MS))).toEqual([WAIT_BUDGET_MS / 1000])
  expect(pauses(wait(WAIT_BUDGET_MS + 1))).toEqual([])
})

test('a success begins the count anew', () => {
  const health = newHealth()
  let now = 0
  for (let n = 0; n < 6; n++) {
    noteTransientFailure(health, retry, now, 0)
    now = health.notBefore
  }
  noteSuccess(health)
  expect(noteTransientFailure(health, retry, now, 0)).toEqual({ kind: 'again' })
  expect(health.notBefore - now).toBe(1_000)
})

test('failures of calls side by side never shorten a pause that is longer', () => {
  const health = newHealth()
  noteTransientFailure(health, wait(40_000), 0, 0)
  noteTransientFailure(health, wait(5_000), 100, 0)
  expect(health.notBefore).toBe(40_000)
})
