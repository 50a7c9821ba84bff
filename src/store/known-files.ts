// The memory of what files told, by content and place, shared by all jobs: what has not changed need not be read again.
import type { Store } from './open.ts'

export interface KnownFile {
  readonly contentHash: string
  /** What a content tells depends on the name and the place of its file as well. */
  readonly path: string
  /** JSON */
  readonly facts: string
}

/** JSON; null: not known. `reader` is the version of what reads. */
export function findKnownFile(store: Store, contentHash: string, path: string, reader: string): string | null {
  const row = store
    .sql('SELECT facts FROM known_files WHERE path = ? AND content_hash = ? AND reader = ?')
    .get(path, contentHash, reader)
  return (row as { facts: string } | undefined)?.facts ?? null
}

export function keepKnownFiles(store: Store, reader: string, files: readonly KnownFile[]): void {
  if (files.length === 0) return
  store.write(() => {
    const insert = store.sql(
      'INSERT INTO known_files (path, content_hash, reader, facts) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    for (const { contentHash, path, facts } of files) insert.run(path, contentHash, reader, facts)
  })
}

export function hasKnownFiles(store: Store): boolean {
  return store.sql('SELECT 1 FROM known_files').get() !== undefined
}
