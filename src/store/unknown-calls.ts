// Calls whose outcome nobody knows. They are told first, and sent again only after a person's decision.
import type { Store } from './open.ts'

/** An unknown call is undecided as long as it carries a unit that has no row and that no later call carries. */
const UNDECIDED = `
  l.status = 'OUTCOME_UNKNOWN' AND EXISTS (
    SELECT 1 FROM call_units u WHERE u.ledger_id = l.id
      AND NOT EXISTS (SELECT 1 FROM job_units j WHERE j.stage = u.stage AND j.unit_key = u.unit_key)
      AND NOT EXISTS (SELECT 1 FROM file_summaries f WHERE f.unit_key = u.unit_key)
      AND NOT EXISTS (SELECT 1 FROM call_units v WHERE v.stage = u.stage AND v.unit_key = u.unit_key AND v.ledger_id > l.id))`

/** A call that holds units of this job back, whichever job sent it. */
const CONCERNS = `(l.job_id = @jobId OR EXISTS (
    SELECT 1 FROM call_units c JOIN planned_units p ON p.stage = c.stage AND p.unit_key = c.unit_key
    WHERE c.ledger_id = l.id AND p.job_id = @jobId))`

export interface UnknownCalls {
  readonly count: number
  readonly atMostMicroUsd: number
}

/** What holds units back until a person decides. */
export interface HeldBack extends UnknownCalls {
  /** Of that, what a machine that vanished may have spent on calls that no row is left of. Nobody knows their units: it concerns every job. */
  readonly lostMicroUsd: number
}

export const isHeldBack = (held: HeldBack): boolean => held.count > 0 || held.lostMicroUsd > 0

export function undecidedCalls(store: Store, jobId: string): UnknownCalls {
  return store
    .sql(
      `SELECT count(*) AS count, coalesce(sum(l.reserved_micro_usd), 0) AS atMostMicroUsd FROM ledger l WHERE l.job_id = ? AND ${UNDECIDED}`,
    )
    .get(jobId) as UnknownCalls
}

/** Unknown calls that hold units of this job back, whichever job sent them; all of them, or those no person was told of yet. */
export function holdingCalls(store: Store, jobId: string, which: 'all' | 'untold'): HeldBack {
  const calls = store
    .sql(
      `SELECT count(*) AS count, coalesce(sum(l.reserved_micro_usd), 0) AS atMostMicroUsd FROM ledger l
       WHERE (@which = 'all' OR l.told_at IS NULL) AND l.decided_at IS NULL AND ${UNDECIDED} AND ${CONCERNS}`,
    )
    .get({ jobId, which }) as UnknownCalls
  const { lostMicroUsd } = store
    .sql(
      `SELECT coalesce(sum(at_most_micro_usd), 0) AS lostMicroUsd FROM lost_intervals
       WHERE decided_at IS NULL AND (@which = 'all' OR told_at IS NULL)`,
    )
    .get({ which }) as { lostMicroUsd: number }
  return { count: calls.count, atMostMicroUsd: calls.atMostMicroUsd + lostMicroUsd, lostMicroUsd }
}

/** To be called after the person has seen the message. Calls of other jobs, which it said nothing of, stay untold. */
export function markTold(store: Store, jobId: string, now: Date): void {
  store.write(() => {
    store
      .sql(`UPDATE ledger AS l SET told_at = @now WHERE l.status = 'OUTCOME_UNKNOWN' AND l.told_at IS NULL AND ${CONCERNS}`)
      .run({ jobId, now: now.toISOString() })
    store.sql('UPDATE lost_intervals SET told_at = @now WHERE told_at IS NULL').run({ now: now.toISOString() })
  })
}

/** A person's `resume` from the pause that told of them: their units may be sent again. */
export function decideToldCalls(store: Store, jobId: string, now: Date): void {
  store.write(() => {
    store
      .sql(
        `UPDATE ledger AS l SET decided_at = @now
         WHERE l.status = 'OUTCOME_UNKNOWN' AND l.told_at IS NOT NULL AND l.decided_at IS NULL AND ${CONCERNS}`,
      )
      .run({ jobId, now: now.toISOString() })
    store
      .sql('UPDATE lost_intervals SET decided_at = @now WHERE told_at IS NOT NULL AND decided_at IS NULL')
      .run({ now: now.toISOString() })
  })
}

/** Writes down that a machine vanished: what it may have spent from that saved state on counts as of unknown outcome. Once only. */
export function recordLostInterval(
  store: Store,
  lost: { jobId: string; workflowRun: number; sequence: number; atMostMicroUsd: number },
): void {
  store.write(() =>
    store
      .sql(
        `INSERT INTO lost_intervals (job_id, workflow_run, sequence, at_most_micro_usd)
         VALUES (@jobId, @workflowRun, @sequence, @atMostMicroUsd) ON CONFLICT DO NOTHING`,
      )
      .run(lost),
  )
}

export function isLostIntervalKnown(store: Store, workflowRun: number, sequence: number): boolean {
  return (
    store.sql('SELECT 1 FROM lost_intervals WHERE workflow_run = ? AND sequence = ?').get(workflowRun, sequence) !== undefined
  )
}

/** Whether a unit waits for a person: it was carried by a call of unknown outcome that nobody has decided on. */
export function awaitsDecision(store: Store, stage: string, unitKey: string): boolean {
  return (
    store
      .sql(
        `SELECT 1 FROM call_units c JOIN ledger l ON l.id = c.ledger_id
         WHERE c.stage = ? AND c.unit_key = ? AND l.status = 'OUTCOME_UNKNOWN' AND l.decided_at IS NULL`,
      )
      .get(stage, unitKey) !== undefined
  )
}
