// The files of a job's commit: what is read, and what is skipped with the reason.
import type { SkipReason } from '../vocabulary.ts'
import type { Store } from './open.ts'

export interface JobFile {
  readonly path: string
  readonly contentHash: string
  readonly sizeBytes: number
  readonly tokens: number
  /** The whole content where it says all: such a file costs no call. */
  readonly trivialText: string | null
  readonly redactions: number
  readonly unitKey: string
}

interface FileRow {
  path: string
  content_hash: string
  size_bytes: number
  tokens: number
  trivial_text: string | null
  redactions: number
  unit_key: string
}

export interface SkippedRow {
  readonly path: string
  readonly reason: SkipReason
  readonly detail: string
}

/** Writes the whole list at once; a scan that is repeated writes the same. */
export function keepFiles(store: Store, jobId: string, files: readonly JobFile[], skipped: readonly SkippedRow[]): void {
  store.write(() => {
    const file = store.sql(
      `INSERT INTO job_files (job_id, path, content_hash, size_bytes, tokens, trivial_text, redactions, unit_key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    for (const one of files) {
      file.run(jobId, one.path, one.contentHash, one.sizeBytes, one.tokens, one.trivialText, one.redactions, one.unitKey)
    }
    const skip = store.sql('INSERT INTO skipped_files (job_id, path, reason, detail) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
    for (const one of skipped) skip.run(jobId, one.path, one.reason, one.detail)
  })
}

/** The same list each time: a job's files never change. */
const listed = new WeakMap<Store, Map<string, readonly JobFile[]>>()

export function filesOf(store: Store, jobId: string): readonly JobFile[] {
  const known = listed.get(store)?.get(jobId)
  if (known !== undefined) return known
  const rows = store.sql('SELECT * FROM job_files WHERE job_id = ? ORDER BY path').all(jobId) as FileRow[]
  const files = rows.map((row) => ({
    path: row.path,
    contentHash: row.content_hash,
    sizeBytes: row.size_bytes,
    tokens: row.tokens,
    trivialText: row.trivial_text,
    redactions: row.redactions,
    unitKey: row.unit_key,
  }))
  if (files.length > 0) listed.set(store, (listed.get(store) ?? new Map()).set(jobId, files))
  return files
}

export function skippedOf(store: Store, jobId: string): SkippedRow[] {
  return store.sql('SELECT path, reason, detail FROM skipped_files WHERE job_id = ? ORDER BY path').all(jobId) as SkippedRow[]
}
