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
  // Else thousands of look-ups in vain, the first time.
  const known = hasOutlines(store) ? (contentHash: string, reader: string) => findOutline(store, contentHash, reader) : () => null
  const fresh: StoredOutline[] = []
  const keep = (): void => keepOutlines(store, fresh.splice(0))
  return {
    async of(file, text) {
      const outline = await readOutline(file, text, known, fresh)
      if (fresh.length >= MOST_UNWRITTEN) keep()
      return outline
    },
    keep,
  }
}

/** In characters. What is not kept is parsed again where somebody asks for it. */
const MOST_COLLECTED = 20_000_000

/** Outlines of before there is a store. */
export function collectOutlines(): Pick<Outlines, 'of'> & { keep(store: Store): void } {
  const kept: StoredOutline[] = []
  let characters = 0
  return {
    async of(file, text) {
      const fresh: StoredOutline[] = []
      const outline = await readOutline(file, text, () => null, fresh)
      for (const one of fresh) {
        characters += one.outline.length
        if (characters <= MOST_COLLECTED) kept.push(one)
      }
      return outline
    },
    keep: (store) => keepOutlines(store, kept.splice(0)),
  }
}

async function readOutline(
  { path, contentHash }: Pick<SourceFile, 'path' | 'contentHash'>,
  text: string,
  known: (contentHash: string, reader: string) => string | null,
  fresh: StoredOutline[],
): Promise<Outline> {
  const reader = outlineReader(path, text)
  // What needs no parser is told sooner than it is looked up.
  if (reader === null) return outlineOf(path, text)
  const stored = known(contentHash, reader)
  if (stored !== null) return JSON.parse(stored) as Outline
  const outline = await outlineOf(path, text)
  fresh.push({ contentHash, reader, outline: JSON.stringify(outline) })
  return outline
}
