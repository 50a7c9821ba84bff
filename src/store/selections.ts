// What of the last commit is read and what is not, kept as one text: it is asked for as a whole.
import type { Store } from './open.ts'

export interface StoredSelection {
  readonly key: string
  /** JSON */
  readonly content: string
}

export function findSelection(store: Store): StoredSelection | null {
  return (store.sql('SELECT key, content FROM selections').get() as StoredSelection | undefined) ?? null
}

export function keepSelection(store: Store, { key, content }: StoredSelection): void {
  store.write(() => store.sql('INSERT OR REPLACE INTO selections (id, key, content) VALUES (1, ?, ?)').run(key, content))
}
