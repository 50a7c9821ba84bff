// Outlines of files: out of the store where the content is known, else parsed and kept.
import type { Outline } from '../outline/shape.ts'
import type { SourceFile } from '../repository/source.ts'
import type { Store } from '../store/open.ts'
import { findOutline, hasOutlines, keepOutlines, type StoredOutline } from '../store/outlines.ts'
import { outlineOf, outlineReader } from '../syntax/outline-of.ts'

/** Each transaction writes nearly every page of the table anew, as hashes come in any order. */
const MOST_UNWRITTEN = 4_000

export interface Outlines {
  of(file: Pick<SourceFile, 'path' | 'contentHash'>, text: string): Promise<Outline>
  /** Writes what is new. It is also written from time to time. */
  keep(): void
}

export function openOutlines(store: Store): Outlines {
  let fresh: StoredOutline[] = []
  // Thousands of look-ups in vain, the first time.
  const isNew = !hasOutlines(store)
  const keep = (): void => {
    if (fresh.length > 0) keepOutlines(store, fresh)
    fresh = []
  }
  return {
    async of({ path, contentHash }, text) {
      const reader = outlineReader(path, text)
      // What needs no parser is told sooner than it is looked up.
      if (reader === null) return outlineOf(path, text)
      const known = isNew ? null : findOutline(store, contentHash, reader)
      if (known !== null) return JSON.parse(known) as Outline
      const outline = await outlineOf(path, text)
      fresh.push({ contentHash, reader, outline: JSON.stringify(outline) })
      if (fresh.length >= MOST_UNWRITTEN) keep()
      return outline
    },
    keep,
  }
}
