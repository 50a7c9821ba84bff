// The memory of what files told, by content, shared by all jobs: what has not changed need not be read again.
import type { Store } from './open.ts'

export interface KnownFile {
  readonly contentHash: string
  /** What a content tells depends on the name and the place of its file as well. */
  readonly path: string
  /** What is known, with the version of what told it. */
  readonly what: string
  /** JSON */
  readonly facts: string
}

/** JSON; null: not known. */
export function findKnownFile(store: Store, contentHash: string, path: string, what: string): string | null {
  const row = store
    .sql('SELECT facts FROM known_files WHERE content_hash = ? AND path = ? AND what = ?')
    .get(contentHash, path, what)
  return (row as { facts: string } | undefined)?.facts ?? null
}

export function keepKnownFiles(store: Store, files: readonly KnownFile[]): void {
  if (files.length === 0) return
  store.write(() => {
    const insert = store.sql(
      'INSERT INTO known_files (content_hash, path, what, facts) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    for (const { contentHash, path, what, facts } of files) insert.run(contentHash, path, what, facts)
  })
}
