// The memory of outlines, shared by all jobs: the same content is parsed once.
import type { Store } from './open.ts'

export interface StoredOutline {
  readonly contentHash: string
  /** What read it, with its version: another reader may see something else in the same content. */
  readonly reader: string
  /** JSON */
  readonly outline: string
}

/** JSON; null: not known. */
export function findOutline(store: Store, contentHash: string, reader: string): string | null {
  const row = store.sql('SELECT outline FROM outlines WHERE content_hash = ? AND reader = ?').get(contentHash, reader)
  return (row as { outline: string } | undefined)?.outline ?? null
}

/** The first outline of a content stays. */
export function keepOutlines(store: Store, outlines: readonly StoredOutline[]): void {
  if (outlines.length === 0) return
  store.write(() => {
    const insert = store.sql('INSERT INTO outlines (content_hash, reader, outline) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
    for (const { contentHash, reader, outline } of outlines) insert.run(contentHash, reader, outline)
  })
}

export function hasOutlines(store: Store): boolean {
  return store.sql('SELECT 1 FROM outlines').get() !== undefined
}
