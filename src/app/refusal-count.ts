import type { Logger } from 'pino'

/** So that a flood fills no disk. */
const LEAST_BETWEEN_LINES_MS = 10_000

/** Counts what was turned away, and logs it: the first at once, then a sum every 10 s. */
export function newRefusalCount(log: Pick<Logger, 'warn'>, now: () => number = Date.now): { add(reason: string): void } {
  let reasons: Record<string, number> = {}
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    add(reason) {
      reasons[reason] = (reasons[reason] ?? 0) + 1
      if (now() - loggedAt < LEAST_BETWEEN_LINES_MS) return
      loggedAt = now()
      log.warn({ reasons }, 'requests turned away')
      reasons = {}
    },
  }
}
