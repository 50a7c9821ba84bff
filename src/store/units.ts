// Planned units, and the rows of what was accepted for them. A unit with an accepted row is never asked for again.
import type { PaidStage } from '../vocabulary.ts'
import type { Store } from './open.ts'

export type UnitKind = 'file' | 'part' | 'folder' | 'system' | 'section'

export interface PlannedUnit {
  readonly stage: PaidStage
  readonly unitKey: string
  readonly kind: UnitKind
  /** A path, `path#part/of`, or `audience/section-id`. */
  readonly label: string
  readonly ordinal: number
  readonly contentHash: string | null
  /** The paths a section leans on, best first. */
  readonly evidence: readonly string[]
}

export interface AcceptedUnit {
  readonly stage: PaidStage
  readonly unitKey: string
  readonly output: string
  readonly model: string
  /** null: no request was sent for it (`offline`). */
  readonly ledgerId: number | null
}

interface PlannedRow {
  stage: PaidStage
  unit_key: string
  kind: UnitKind
  label: string
  ordinal: number
  content_hash: string | null
  evidence: string | null
}

/** A part of a file is done as well when the file it belongs to has its summary. */
const ACCEPTED = `(
  EXISTS (SELECT 1 FROM job_units j WHERE j.job_id = p.job_id AND j.stage = p.stage AND j.unit_key = p.unit_key)
  OR (p.kind = 'file' AND EXISTS (SELECT 1 FROM file_summaries f WHERE f.unit_key = p.unit_key))
  OR (p.kind = 'part' AND EXISTS (
    SELECT 1 FROM planned_units q JOIN file_summaries f ON f.unit_key = q.unit_key
    WHERE q.job_id = p.job_id AND q.stage = p.stage AND q.kind = 'file' AND q.content_hash = p.content_hash)))`

/** Adds units to a job's plan; those that are there stay as they are. */
export function planUnits(store: Store, jobId: string, units: readonly PlannedUnit[]): void {
  store.write(() => {
    const insert = store.sql(
      `INSERT INTO planned_units (job_id, stage, unit_key, kind, label, ordinal, content_hash, evidence)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    for (const unit of units) {
      const evidence = unit.evidence.length > 0 ? JSON.stringify(unit.evidence) : null
      insert.run(jobId, unit.stage, unit.unitKey, unit.kind, unit.label, unit.ordinal, unit.contentHash, evidence)
    }
    copyKnownUnits(store, jobId)
  })
}

/** The same key bought by another job is not bought again: its row is copied. Inside the caller's transaction. */
export function copyKnownUnits(store: Store, jobId: string): void {
  store
    .sql(
      `INSERT INTO job_units (job_id, stage, unit_key, output, model, ledger_id, created_at)
       SELECT p.job_id, p.stage, p.unit_key, j.output, j.model, j.ledger_id, j.created_at
       FROM planned_units p JOIN job_units j ON j.stage = p.stage AND j.unit_key = p.unit_key AND j.job_id <> p.job_id
       WHERE p.job_id = ? AND EXISTS (SELECT 1 FROM job_units) ORDER BY j.created_at
       ON CONFLICT DO NOTHING`,
    )
    .run(jobId)
}

export function unfinishedUnits(store: Store, jobId: string, stage: PaidStage): PlannedUnit[] {
  const rows = store
    .sql(`SELECT * FROM planned_units p WHERE p.job_id = ? AND p.stage = ? AND NOT ${ACCEPTED} ORDER BY p.ordinal, p.label`)
    .all(jobId, stage)
  return (rows as PlannedRow[]).map(unitOf)
}

export function plannedUnits(store: Store, jobId: string, stage: PaidStage): PlannedUnit[] {
  const rows = store.sql('SELECT * FROM planned_units p WHERE p.job_id = ? AND p.stage = ? ORDER BY p.ordinal, p.label')
  return (rows.all(jobId, stage) as PlannedRow[]).map(unitOf)
}

/** Planned and finished units, of one stage or of all. */
export function countUnits(store: Store, jobId: string, stage: PaidStage | null): { done: number; total: number } {
  return store
    .sql(
      `SELECT count(*) AS total, coalesce(sum(${ACCEPTED}), 0) AS done FROM planned_units p
       WHERE p.job_id = @jobId AND (@stage IS NULL OR p.stage = @stage)`,
    )
    .get({ jobId, stage }) as { done: number; total: number }
}

/** Writes the row of a unit that is no file summary. Inside the caller's transaction. The first row stays. */
export function acceptUnit(store: Store, jobId: string, unit: AcceptedUnit, now: Date): void {
  store
    .sql(
      `INSERT INTO job_units (job_id, stage, unit_key, output, model, ledger_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    )
    .run(jobId, unit.stage, unit.unitKey, unit.output, unit.model, unit.ledgerId, now.toISOString())
}

export interface UnitRow {
  readonly output: string
  readonly model: string
  readonly ledgerId: number | null
}

export function unitOutput(store: Store, jobId: string, stage: PaidStage, unitKey: string): UnitRow | null {
  const row = store
    .sql('SELECT output, model, ledger_id AS ledgerId FROM job_units WHERE job_id = ? AND stage = ? AND unit_key = ?')
    .get(jobId, stage, unitKey)
  return (row as UnitRow | undefined) ?? null
}

const unitOf = (row: PlannedRow): PlannedUnit => ({
  stage: row.stage,
  unitKey: row.unit_key,
  kind: row.kind,
  label: row.label,
  ordinal: row.ordinal,
  contentHash: row.content_hash,
  evidence: row.evidence === null ? [] : (JSON.parse(row.evidence) as string[]),
})
