// How a connection fares in this run: paced as a whole, so that its branches do not find out one by one.
import type { PauseKind } from '../vocabulary.ts'

/** Transient failures without a success between them for this long: the connection is out. */
export const RETRY_BUDGET_MS = 180_000
/** Per-minute limits without a success between them for this long: the connection is out. */
export const WAIT_BUDGET_MS = 120_000

const MINUTE_MS = 60_000
/** The server's minute and ours do not begin together. */
const MINUTE_SLACK_MS = 500
/** A server that asks for this long counts by the minute. */
const RATE_WISH_MS = 15_000
const RATE_TRIAL_MS = 2 * MINUTE_MS
const FIRST_BACK_OFF_MS = 1_000
const LONGEST_BACK_OFF_MS = 30_000

export interface ConnectionHealth {
  /** Nothing is sent before this moment (milliseconds since 1970). */
  notBefore: number
  /** When the present row of failures began; null while it is well. */
  failingSince: number | null
  failuresInARow: number
  /** When the last failure came: what had started before belongs to the same row. */
  lastFailureAt: number
  inFlight: number
  /** When requests of the last minute were sent, but for those that were refused. */
  sentAt: number[]
  /** Requests a minute that the provider was seen to take, once it refused one. */
  perMinute: number | null
  rateChangedAt: number
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
  lastFailureAt: 0,
  inFlight: 0,
  sentAt: [],
  perMinute: null,
  rateChangedAt: 0,
  out: null,
  inputLimit: null,
  outputLimit: null,
})

export type Pace =
  | { readonly kind: 'send' }
  /** Not before so many milliseconds. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** It is failing, and one call is on its way to find out whether it is well again. */
  | { readonly kind: 'probing' }

/** Whether a call may start now. Who is told `send` must call `noteStart` before anything else happens. */
export function paceOf(health: ConnectionHealth, now: number): Pace {
  if (health.notBefore > now) return { kind: 'wait', ms: health.notBefore - now }
  if (health.failingSince !== null && health.inFlight > 0) return { kind: 'probing' }
  health.sentAt = health.sentAt.filter((at) => now - at < MINUTE_MS + MINUTE_SLACK_MS)
  if (health.perMinute === null || health.sentAt.length < health.perMinute) return { kind: 'send' }
  const oldest = health.sentAt[health.sentAt.length - health.perMinute] ?? now
  return { kind: 'wait', ms: Math.max(50, oldest + MINUTE_MS + MINUTE_SLACK_MS - now) }
}

export function noteStart(health: ConnectionHealth, now: number): void {
  health.inFlight++
  health.sentAt.push(now)
}

export function noteEnd(health: ConnectionHealth): void {
  health.inFlight--
}

export function noteSuccess(health: ConnectionHealth, now: number): void {
  // The limit may have been somebody else's doing: a little more is tried now and then.
  if (health.perMinute !== null && now - health.rateChangedAt > RATE_TRIAL_MS) {
    health.perMinute++
    health.rateChangedAt = now
  }
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
  failure: { readonly kind: 'wait' | 'retry'; readonly wishMs: number | null; readonly startedAt: number },
  now: number,
  random: number,
): PaceDecision {
  const budget = failure.kind === 'wait' ? WAIT_BUDGET_MS : RETRY_BUDGET_MS
  health.failingSince ??= now
  // Calls that were on their way together fail together: one failure, not four.
  if (health.failuresInARow === 0 || failure.startedAt >= health.lastFailureAt) health.failuresInARow++
  health.lastFailureAt = now
  if (failure.kind === 'wait') forgetRefused(health, failure.startedAt)
  // A wish of a few seconds is a hiccup: who paces by the minute for it stands still for nothing.
  const isRate = failure.wishMs === null ? health.failuresInARow >= 3 : failure.wishMs >= RATE_WISH_MS
  if (failure.kind === 'wait' && isRate) learnRate(health, now)
  const backOff = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (health.failuresInARow - 1))
  const delay = (failure.wishMs ?? backOff) + random * Math.min(1_000, (failure.wishMs ?? backOff) / 2)
  if (now + delay - health.failingSince > budget) return { kind: 'out' }
  health.notBefore = Math.max(health.notBefore, now + delay)
  return { kind: 'again' }
}

/** A refused request takes no place in its minute. */
function forgetRefused(health: ConnectionHealth, startedAt: number): void {
  const refused = health.sentAt.indexOf(startedAt)
  if (refused >= 0) health.sentAt.splice(refused, 1)
}

/** What was taken beside a refused request shows what a minute holds. */
function learnRate(health: ConnectionHealth, now: number): void {
  health.rateChangedAt = now
  health.perMinute = Math.max(1, health.sentAt.length)
}
