// The memory of file summaries, shared by all jobs and models of the repository.
import type { Store } from './open.ts'

export interface FileSummary {
  readonly contentHash: string
  readonly promptVersion: string
  readonly settings: string
  readonly model: string
  readonly unitKey: string
  readonly output: string
  readonly ledgerId: number | null
}

/** Inside the caller's transaction. The first summary a model gave stays. */
export function acceptFileSummary(store: Store, jobId: string, summary: FileSummary, now: Date): void {
  store
    .sql(
      `INSERT INTO file_summaries (content_hash, prompt_version, settings, model, unit_key, output, ledger_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    .run(
      summary.contentHash,
      summary.promptVersion,
      summary.settings,
      summary.model,
      summary.unitKey,
      summary.output,
      summary.ledgerId,
      now.toISOString(),
    )
  pin(store, jobId, summary.unitKey, summary.model)
}

/**
 * Binds each file of the job that has no summary yet to one that is known: the current model's own if there is one, else the
 * oldest. A job keeps the summary it used first, whatever comes later.
 */
export function pinKnownSummaries(store: Store, jobId: string, currentModel: string): void {
  store.write(() => {
    const known = store
      .sql(
        `SELECT DISTINCT j.unit_key AS unitKey,
           (SELECT f.model FROM file_summaries f WHERE f.unit_key = j.unit_key ORDER BY f.model = @currentModel DESC, f.created_at, f.model LIMIT 1) AS model
         FROM job_files j WHERE j.job_id = @jobId AND j.summary_model IS NULL`,
      )
      .all({ jobId, currentModel }) as { unitKey: string; model: string | null }[]
    for (const { unitKey, model } of known) if (model !== null) pin(store, jobId, unitKey, model)
  })
}

function pin(store: Store, jobId: string, unitKey: string, model: string): void {
  store
    .sql('UPDATE job_files SET summary_model = ? WHERE job_id = ? AND unit_key = ? AND summary_model IS NULL')
    .run(model, jobId, unitKey)
}

export interface SummaryRow {
  readonly path: string
  readonly output: string | null
  readonly model: string | null
}

/** Each file of the job with the summary the job is bound to; trivial files bring their own text. */
export function summariesOf(store: Store, jobId: string): SummaryRow[] {
  return store
    .sql(
      `SELECT j.path, coalesce(j.trivial_text, f.output) AS output, f.model
       FROM job_files j LEFT JOIN file_summaries f ON f.unit_key = j.unit_key AND f.model = j.summary_model
       WHERE j.job_id = ? ORDER BY j.path`,
    )
    .all(jobId) as SummaryRow[]
}
