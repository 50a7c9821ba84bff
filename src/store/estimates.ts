import type { Store } from './open.ts'

/** Stored before anybody is asked; the id is made of the content, so that the same estimate has the same id. */
export function keepEstimate(
  store: Store,
  jobId: string,
  estimate: { readonly id: string; readonly basis: string },
  now: Date,
): void {
  store.write(() => {
    store
      .sql('INSERT INTO estimates (id, job_id, basis, content, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
      .run(estimate.id, jobId, estimate.basis, JSON.stringify(estimate), now.toISOString())
    store.sql('UPDATE jobs SET estimate_id = ? WHERE id = ?').run(estimate.id, jobId)
  })
}

/** The content of an estimate, as it was stored. */
export function findEstimate(store: Store, id: string): unknown {
  const row = store.sql('SELECT content FROM estimates WHERE id = ?').get(id) as { content: string } | undefined
  return row === undefined ? null : JSON.parse(row.content)
}

/** The newest estimate of a job that was made from the same. */
export function findEstimateOf(store: Store, jobId: string, basis: string): unknown {
  const row = store
    .sql('SELECT content FROM estimates WHERE job_id = ? AND basis = ? ORDER BY rowid DESC LIMIT 1')
    .get(jobId, basis)
  return row === undefined ? null : JSON.parse((row as { content: string }).content)
}
