// What is remembered of the commit that was read last. Losing it costs time only.
import type { Store } from './open.ts'

export type MemoryKind = 'selection' | 'readings'

export interface Memory {
  /** What the content depends on: of another key it may be of use in part, or not at all. */
  readonly key: string
  /** JSON */
  readonly content: string
}

export function findMemory(store: Store, kind: MemoryKind): Memory | null {
  return (store.sql('SELECT key, content FROM memories WHERE kind = ?').get(kind) as Memory | undefined) ?? null
}

export function hasMemory(store: Store, kind: MemoryKind): boolean {
  return store.sql('SELECT 1 FROM memories WHERE kind = ?').get(kind) !== undefined
}

/** In the place of the one before. */
export function keepMemory(store: Store, kind: MemoryKind, { key, content }: Memory): void {
  store.write(() => store.sql('INSERT OR REPLACE INTO memories (kind, key, content) VALUES (?, ?, ?)').run(kind, key, content))
}
