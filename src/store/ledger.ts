// Where money is recorded. One row per request sent; all sums are whole micro-dollars.
import type { CallStatus, FailureKind, PaidStage } from '../vocabulary.ts'
import { holdsLease } from './lease.ts'
import type { Store } from './open.ts'

export interface NewCall {
  readonly jobId: string
  readonly run: number
  readonly stage: PaidStage
  readonly provider: string
  readonly host: string
  readonly model: string
  readonly epoch: number
  readonly unitKeys: readonly string[]
  readonly reservedMicroUsd: number
}

/** How much may leave before the state has to be saved again: `upToMicroUsd` over the calls after `afterLedgerId`. */
export interface Allowance {
  readonly afterLedgerId: number
  readonly upToMicroUsd: number
}

export type Reservation =
  | { readonly kind: 'reserved'; readonly ledgerId: number }
  /** Somebody else holds the lease now: this process spends nothing more. */
  | { readonly kind: 'fenced' }
  /** Over the cap only because of calls in flight: ask again when one has settled. */
  | { readonly kind: 'wait' }
  /** Over the cap with nothing in flight. */
  | { readonly kind: 'capped'; readonly missingMicroUsd: number }
  /** More than may leave before the state is saved. */
  | { readonly kind: 'unsaved' }

export interface Totals {
  readonly spentMicroUsd: number
  readonly reservedMicroUsd: number
  readonly unknownMicroUsd: number
  readonly inFlight: number
}

/**
 * Commits the row of a call before it leaves: lease, cap, allowance and reservation in one transaction.
 * spent + reserved + unknown never comes above the cap by it. `allowance` null: the state need not be saved elsewhere.
 */
export function reserveCall(store: Store, call: NewCall, allowance: Allowance | null, now: Date): Reservation {
  return store.write(() => {
    if (!holdsLease(store, call.epoch)) return { kind: 'fenced' } as const
    const totals = jobTotals(store, call.jobId)
    const held = totals.spentMicroUsd + totals.reservedMicroUsd + totals.unknownMicroUsd
    const missingMicroUsd = held + call.reservedMicroUsd - (jobCap(store, call.jobId) ?? 0)
    // What costs nothing needs no room: a cap that an earlier bill went over must not stop a free model.
    if (call.reservedMicroUsd > 0 && missingMicroUsd > 0) {
      return totals.inFlight > 0 ? { kind: 'wait' } : { kind: 'capped', missingMicroUsd }
    }
    if (allowance && call.reservedMicroUsd > 0) {
      if (leftSince(store, allowance.afterLedgerId) + call.reservedMicroUsd > allowance.upToMicroUsd)
        return { kind: 'unsaved' } as const
    }
    const row = store
      .sql(
        `INSERT INTO ledger (job_id, run, stage, provider, host, model, status, epoch, reserved_micro_usd, started_at)
         VALUES (?, ?, ?, ?, ?, ?, 'IN_FLIGHT', ?, ?, ?)`,
      )
      .run(
        call.jobId,
        call.run,
        call.stage,
        call.provider,
        call.host,
        call.model,
        call.epoch,
        call.reservedMicroUsd,
        now.toISOString(),
      )
    const ledgerId = Number(row.lastInsertRowid)
    const carry = store.sql('INSERT INTO call_units (ledger_id, stage, unit_key) VALUES (?, ?, ?)')
    for (const key of call.unitKeys) carry.run(ledgerId, call.stage, key)
    return { kind: 'reserved', ledgerId } as const
  })
}

/** What the calls after a row have cost, or may cost as long as they are not settled. */
export function leftSince(store: Store, ledgerId: number): number {
  const row = store
    .sql(
      `SELECT coalesce(sum(CASE status WHEN 'SUCCEEDED' THEN cost_micro_usd WHEN 'FAILED' THEN 0 ELSE reserved_micro_usd END), 0) AS n
       FROM ledger WHERE id > ?`,
    )
    .get(ledgerId)
  return (row as { n: number }).n
}

export function lastLedgerId(store: Store): number {
  return (store.sql('SELECT coalesce(max(id), 0) AS id FROM ledger').get() as { id: number }).id
}

/** The cap of a job in micro-dollars; null: nothing is approved yet, so nothing may be spent. */
export function jobCap(store: Store, jobId: string): number | null {
  const row = store.sql('SELECT cap_micro_usd AS cap FROM jobs WHERE id = ?').get(jobId) as { cap: number | null } | undefined
  return row?.cap ?? null
}

/** What a job has spent, holds, and may have spent. Must be called inside the transaction that decides on it. */
export function jobTotals(store: Store, jobId: string): Totals {
  return store
    .sql(
      `SELECT coalesce(sum(cost_micro_usd), 0) AS spentMicroUsd,
         coalesce(sum(CASE status WHEN 'IN_FLIGHT' THEN reserved_micro_usd END), 0) AS reservedMicroUsd,
         coalesce(sum(CASE status WHEN 'OUTCOME_UNKNOWN' THEN reserved_micro_usd END), 0)
           + (SELECT coalesce(sum(at_most_micro_usd), 0) FROM lost_intervals WHERE job_id = @jobId) AS unknownMicroUsd,
         coalesce(sum(status = 'IN_FLIGHT'), 0) AS inFlight
       FROM ledger WHERE job_id = @jobId`,
    )
    .get({ jobId }) as Totals
}

export interface Bill {
  readonly costMicroUsd: number
  readonly inputTokens: number | null
  readonly cachedInputTokens: number | null
  readonly outputTokens: number | null
  readonly reasoningTokens: number | null
  readonly requestId: string | null
}

/** Settles a call that was billed. Inside the caller's transaction; a late answer settles an unknown outcome too. */
export function settleSucceeded(store: Store, ledgerId: number, bill: Bill, now: Date): void {
  store
    .sql(
      `UPDATE ledger SET status = 'SUCCEEDED', cost_micro_usd = ?, input_tokens = ?, cached_input_tokens = ?, output_tokens = ?,
         reasoning_tokens = ?, request_id = ?, failure_kind = NULL, failure_message = NULL, settled_at = ?
       WHERE id = ? AND status IN ('IN_FLIGHT', 'OUTCOME_UNKNOWN')`,
    )
    .run(
      bill.costMicroUsd,
      bill.inputTokens,
      bill.cachedInputTokens,
      bill.outputTokens,
      bill.reasoningTokens,
      bill.requestId,
      now.toISOString(),
      ledgerId,
    )
}

/** Settles a call without an answer: certainly not billed, or nobody knows. */
export function settleFailed(
  store: Store,
  ledgerId: number,
  outcome: {
    status: Exclude<CallStatus, 'IN_FLIGHT' | 'SUCCEEDED'>
    kind: FailureKind
    message: string
    requestId: string | null
  },
  now: Date,
): void {
  store.write(() =>
    store
      .sql(
        `UPDATE ledger SET status = ?, failure_kind = ?, failure_message = ?, request_id = ?, settled_at = ?
         WHERE id = ? AND status IN ('IN_FLIGHT', 'OUTCOME_UNKNOWN')`,
      )
      .run(outcome.status, outcome.kind, outcome.message, outcome.requestId, now.toISOString(), ledgerId),
  )
}

export interface CallCounts {
  readonly succeeded: number
  readonly failed: number
  readonly unknown: number
  readonly in_flight: number
  readonly unusable: number
  readonly unusableMicroUsd: number
}

export function callCounts(store: Store, jobId: string): CallCounts {
  return store
    .sql(
      `SELECT coalesce(sum(status = 'SUCCEEDED'), 0) AS succeeded, coalesce(sum(status = 'FAILED'), 0) AS failed,
         coalesce(sum(status = 'OUTCOME_UNKNOWN'), 0) AS unknown, coalesce(sum(status = 'IN_FLIGHT'), 0) AS in_flight,
         coalesce(sum(unusable), 0) AS unusable,
         coalesce(sum(CASE WHEN unusable THEN cost_micro_usd END), 0) AS unusableMicroUsd
       FROM ledger WHERE job_id = ?`,
    )
    .get(jobId) as CallCounts
}

/** Requests and bills of a job by model, in the order of first use. */
export function spendingByModel(store: Store, jobId: string): { model: string; calls: number; costMicroUsd: number }[] {
  return store
    .sql(
      `SELECT model, count(*) AS calls, coalesce(sum(cost_micro_usd), 0) AS costMicroUsd
       FROM ledger WHERE job_id = ? GROUP BY provider, model ORDER BY min(id)`,
    )
    .all(jobId) as { model: string; calls: number; costMicroUsd: number }[]
}

/** How many requests a connection took since `since`: for the user's own limit a day. Counts all jobs of the repository. */
export function requestsSince(store: Store, connection: { provider: string; host: string; model: string }, since: Date): number {
  const row = store
    .sql('SELECT count(*) AS n FROM ledger WHERE provider = ? AND host = ? AND model = ? AND started_at >= ?')
    .get(connection.provider, connection.host, connection.model, since.toISOString())
  return (row as { n: number }).n
}
