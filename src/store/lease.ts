// One spender a repository: whoever holds the lease may reserve money. The epoch fences everyone before.

import type { Store } from './open.ts'
import type { ThisProcess } from './this-process.ts'
import { isAlive } from './this-process.ts'

/** A lease without a heartbeat for this long is dead, wherever its process is. */
export const LEASE_TIMEOUT_MS = 60_000

export interface LeaseHolder {
  readonly process: number
  readonly host: string
  readonly job: string | null
  readonly run: number | null
  readonly heartbeatAt: Date
}

interface LeaseRow {
  epoch: number
  process: number | null
  process_started: string | null
  host: string | null
  job_id: string | null
  run: number | null
  heartbeat_at: string | null
}

export type LeaseResult =
  | { readonly kind: 'acquired'; readonly epoch: number }
  | { readonly kind: 'held'; readonly by: LeaseHolder }

/**
 * Takes the lease, or says who holds it. Taking it from a dead process moves the epoch on; what that process had in flight is of unknown
 * outcome from the same transaction on.
 */
export function acquireLease(store: Store, me: ThisProcess, now: Date): LeaseResult {
  return store.write(() => {
    const row = readRow(store)
    if (row.process !== null && !isDead(row, me, now)) return { kind: 'held', by: holderOf(row) } as const
    const epoch = row.epoch + 1
    store
      .sql('UPDATE lease SET epoch = ?, process = ?, process_started = ?, host = ?, job_id = NULL, run = NULL, heartbeat_at = ?')
      .run(epoch, me.process, me.started, me.host, now.toISOString())
    store
      .sql(
        `UPDATE ledger SET status = 'OUTCOME_UNKNOWN', failure_kind = 'unknown', failure_message = 'the process that sent it ended before the answer came', settled_at = ?
         WHERE status = 'IN_FLIGHT' AND epoch < ?`,
      )
      .run(now.toISOString(), epoch)
    return { kind: 'acquired', epoch } as const
  })
}

/** Says which job the lease is used for, and that its holder lives. false: somebody else holds it now. */
export function renewLease(store: Store, epoch: number, job: { id: string; run: number } | null, now: Date): boolean {
  return store.write(() => {
    const changed = store
      .sql('UPDATE lease SET job_id = ?, run = ?, heartbeat_at = ? WHERE epoch = ? AND process IS NOT NULL')
      .run(job?.id ?? null, job?.run ?? null, now.toISOString(), epoch)
    return changed.changes === 1
  })
}

export function releaseLease(store: Store, epoch: number): void {
  store.write(() => store.sql('UPDATE lease SET process = NULL WHERE epoch = ?').run(epoch))
}

/** Who holds the lease and lives, or null. Reads only. */
export function leaseHolder(store: Store, me: ThisProcess, now: Date): LeaseHolder | null {
  const row = readRow(store)
  return row.process === null || isDead(row, me, now) ? null : holderOf(row)
}

/** Must be called inside the transaction that spends. */
export function holdsLease(store: Store, epoch: number): boolean {
  return readRow(store).epoch === epoch
}

const readRow = (store: Store): LeaseRow => store.sql('SELECT * FROM lease').get() as LeaseRow

const holderOf = (row: LeaseRow): LeaseHolder => ({
  process: row.process ?? 0,
  host: (row.host ?? '').split(' ')[0] ?? '',
  job: row.job_id,
  run: row.run,
  heartbeatAt: new Date(row.heartbeat_at ?? 0),
})

function isDead(row: LeaseRow, me: ThisProcess, now: Date): boolean {
  const age = now.getTime() - new Date(row.heartbeat_at ?? 0).getTime()
  // A clock that was set back must not keep a dead lease alive for long.
  if (Math.abs(age) > LEASE_TIMEOUT_MS) return true
  return row.host === me.host && !isAlive(row.process ?? 0, row.process_started ?? '')
}
