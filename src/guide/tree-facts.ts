import type { ResolveLink } from './link-target.ts'
import type { Reference } from './reference.ts'
import { findReferences, referenceKey } from './references.ts'

/** What the source commit holds, as far as it was asked for (`wantedFacts`). Lookups only. */
export interface TreeFacts {
  isFile(path: string): boolean
  isFolder(path: string): boolean
  /** null: no such file, or one that is not read (a lock file, a binary). */
  lineCount(path: string): number | null
  symbolIn(path: string, symbol: string): boolean
  symbolAnywhere(symbol: string): boolean
  /** The first file, by path, in which the symbol stands. */
  fileWith(symbol: string): string | null
  commandStands(command: string): boolean
  /** The existing path that was most likely meant; null if none is near. */
  nearestPath(path: string): string | null
  nearestSymbol(symbol: string): string | null
  nearestCommand(command: string): string | null
}

/** What must be looked up to ground some texts, so that a tree of any size is read once and little of it kept. */
export interface WantedFacts {
  readonly symbols: readonly string[]
  readonly pathSymbols: readonly { readonly path: string; readonly symbol: string }[]
  readonly commands: readonly string[]
  readonly linePaths: readonly string[]
}

export function wantedFacts(texts: readonly (string | null)[], resolveLink?: ResolveLink): WantedFacts {
  const references = new Map<string, Reference>()
  for (const text of texts) {
    for (const reference of text === null ? [] : findReferences(text, resolveLink)) {
      references.set(referenceKey(reference), reference)
    }
  }
  const all = [...references.values()]
  return {
    symbols: all.flatMap((reference) => (reference.kind === 'symbol' ? [reference.symbol] : [])),
    pathSymbols: all.flatMap((reference) => (reference.kind === 'path-symbol' ? [reference] : [])),
    commands: all.flatMap((reference) => (reference.kind === 'command' ? [reference.command] : [])),
    linePaths: all.flatMap((reference) => (reference.kind === 'lines' ? [reference.path] : [])),
  }
}
