// The state file as one plain file that can travel, and what has to be done to one that has travelled.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lastLedgerId } from './ledger.ts'
import type { Store } from './open.ts'

export interface TakenSnapshot {
  /** Of the file's bytes, in hex. */
  readonly sha256: string
  readonly bytes: number
  /** All calls up to this one are in it; later ones may or may not be. */
  readonly lastLedgerId: number
}

/** Copies the state as it is now to `file`, calls in flight included. Work may go on meanwhile. */
export async function takeSnapshot(store: Store, file: string): Promise<TakenSnapshot> {
  const last = lastLedgerId(store)
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  await store.db.backup(file)
  return { sha256: await sha256Of(file), bytes: (await stat(file)).size, lastLedgerId: last }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** What is paid for, or may be: as long as this stays the same, saving again would save nothing new. */
export function contentMark(store: Store): string {
  const row = store
    .sql(
      `SELECT (SELECT max(id) FROM ledger) AS calls, (SELECT count(*) FROM ledger WHERE settled_at IS NOT NULL) AS settled,
         (SELECT count(*) FROM job_units) AS units, (SELECT count(*) FROM file_summaries) AS summaries,
         (SELECT group_concat(id || status || run || coalesce(cap_micro_usd, '') || coalesce(estimate_id, '')) FROM jobs) AS jobs,
         (SELECT count(told_at) + count(decided_at) FROM ledger) AS told,
         (SELECT count(*) + count(told_at) + count(decided_at) FROM lost_intervals) AS lost, (SELECT count(*) FROM consents) AS consents`,
    )
    .get()
  return JSON.stringify(row)
}

/**
 * The lease in a state that was brought here from another machine belongs to a process there. Whether that one lives is known from elsewhere;
 * its number means nothing here.
 */
export function dropForeignLease(store: Store): void {
  store.write(() => store.sql('UPDATE lease SET process = NULL').run())
}
