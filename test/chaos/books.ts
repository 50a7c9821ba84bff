// What the state file says, read as any other program would read it while nobody works on it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export interface LedgerRow {
  readonly id: number
  readonly status: string
  readonly epoch: number
  readonly reserved: number
  readonly cost: number | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly toldAt: string | null
  readonly decidedAt: string | null
  readonly startedAt: string
  /** `stage unit_key` of each unit it carried. */
  readonly units: readonly string[]
}

export interface Books {
  readonly status: string | null
  readonly stage: string | null
  readonly capMicroUsd: number | null
  readonly ledger: readonly LedgerRow[]
  /** `stage unit_key` -> the unit as the stand-in counts it. */
  readonly planned: ReadonlyMap<string, string>
}

const stateFile = (root: string): string => join(root, '.nehemvix', 'nehemvix.db')

const KINDS: Readonly<Record<string, string>> = {
  file: 'file',
  part: 'file',
  folder: 'folder',
  system: 'system',
  section: 'section',
}

/** The books of the newest job; an empty ledger where there is no job yet. */
export function readBooks(root: string): Books {
  const none: Books = { status: null, stage: null, capMicroUsd: null, ledger: [], planned: new Map() }
  if (!existsSync(stateFile(root))) return none
  const db = new Database(stateFile(root), { readonly: true })
  try {
    const hasTables = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'jobs'`).get() !== undefined
    if (!hasTables) return none
    const job = db.prepare('SELECT id, status, stage, cap_micro_usd AS cap FROM jobs ORDER BY rowid DESC LIMIT 1').get() as
      | { id: string; status: string; stage: string; cap: number | null }
      | undefined
    if (!job) return none
    const carried = db.prepare('SELECT ledger_id AS id, stage, unit_key AS unit FROM call_units').all() as {
      id: number
      stage: string
      unit: string
    }[]
    const units = Map.groupBy(carried, (row) => row.id)
    const rows = db
      .prepare(
        `SELECT id, status, epoch, reserved_micro_usd AS reserved, cost_micro_usd AS cost, input_tokens AS inputTokens,
           output_tokens AS outputTokens, told_at AS toldAt, decided_at AS decidedAt, started_at AS startedAt
         FROM ledger WHERE job_id = ? ORDER BY id`,
      )
      .all(job.id) as Omit<LedgerRow, 'units'>[]
    const planned = db.prepare('SELECT stage, unit_key AS unit, kind, label FROM planned_units WHERE job_id = ?').all(job.id) as {
      stage: string
      unit: string
      kind: string
      label: string
    }[]
    return {
      status: job.status,
      stage: job.stage,
      capMicroUsd: job.cap,
      ledger: rows.map((row) => ({ ...row, units: (units.get(row.id) ?? []).map((one) => `${one.stage} ${one.unit}`) })),
      planned: new Map(planned.map((row) => [`${row.stage} ${row.unit}`, `${KINDS[row.kind]}:${row.label}`])),
    }
  } finally {
    db.close()
  }
}

/** What is spent, held and of unknown outcome, in micro-dollars. */
export function heldMoney(books: Books): number {
  return books.ledger.reduce((sum, row) => sum + (row.cost ?? (row.status === 'FAILED' ? 0 : row.reserved)), 0)
}

/** LangGraph's own tables are disposable: the next start must do without them. */
export function deleteCheckpoints(root: string): void {
  if (!existsSync(stateFile(root))) return
  const db = new Database(stateFile(root))
  try {
    const isMade = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'checkpoints'`).get() !== undefined
    if (isMade) db.exec('DELETE FROM checkpoints; DELETE FROM writes')
  } finally {
    db.close()
  }
}

/** Sets the lease's heartbeat back, as if its holder had stood still for so long. */
export function ageLease(root: string, ms: number): void {
  const db = new Database(stateFile(root), { timeout: 5_000 })
  try {
    db.prepare('UPDATE lease SET heartbeat_at = ?').run(new Date(Date.now() - ms).toISOString())
  } finally {
    db.close()
  }
}

/** Whether nobody is in the middle of a transaction that writes. */
export function isUnlocked(root: string): boolean {
  const db = new Database(stateFile(root), { timeout: 50 })
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return true
  } catch {
    return false
  } finally {
    db.close()
  }
}
