// How a connection fares in this run: paced as a whole, so that its branches do not find out one by one.
import type { PauseKind } from '../vocabulary.ts'

/** Transient failures without a success between them for this long: the connection is out. */
export const RETRY_BUDGET_MS = 180_000
/** Per-minute limits without a success between them for this long: the connection is out. */
export const WAIT_BUDGET_MS = 120_000

const FIRST_BACK_OFF_MS = 1_000
const LONGEST_BACK_OFF_MS = 30_000

export interface ConnectionHealth {
  /** Nothing is sent before this moment (milliseconds since 1970). */
  notBefore: number
  /** When the present row of failures began; null while it is well. */
  failingSince: number | null
  failuresInARow: number
  /** Out for the rest of this run, with the reason. */
  out: Outage | null
  /** The most input tokens (as we count) that the provider took, once it said that a request was too long. */
  inputLimit: number | null
  /** The longest answer it lets one ask for, once it refused more. Tokens. */
  outputLimit: number | null
}

export interface Outage {
  readonly pause: PauseKind
  readonly message: string
  readonly quotaId: string | null
  readonly resetAt: Date | null
}

export const newHealth = (): ConnectionHealth => ({
  notBefore: 0,
  failingSince: null,
  failuresInARow: 0,
  out: null,
  inputLimit: null,
  outputLimit: null,
})

export function noteSuccess(health: ConnectionHealth): void {
  health.failingSince = null
  health.failuresInARow = 0
}

export type PaceDecision = { readonly kind: 'again' } | { readonly kind: 'out' }

/**
 * A failure that may pass: when to try again, or that it lasts too long.
 * `wishMs` is the server's own delay; it is obeyed as long as the budget allows. `random` is from 0 to 1.
 */
export function noteTransientFailure(
  health: ConnectionHealth,
  failure: { readonly kind: 'wait' | 'retry'; readonly wishMs: number | null },
  now: number,
  random: number,
): PaceDecision {
  const budget = failure.kind === 'wait' ? WAIT_BUDGET_MS : RETRY_BUDGET_MS
  health.failingSince ??= now
  health.failuresInARow++
  const backOff = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (health.failuresInARow - 1))
  const delay = (failure.wishMs ?? backOff) + random * Math.min(1_000, (failure.wishMs ?? backOff) / 2)
  if (now + delay - health.failingSince > budget) return { kind: 'out' }
  health.notBefore = Math.max(health.notBefore, now + delay)
  return { kind: 'again' }
}
