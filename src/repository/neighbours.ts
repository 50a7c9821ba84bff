import { identifiersOf } from './identifiers.ts'
import { editDistance, tolerance } from './nearest.ts'

/** A near name is a courtesy: after so many comparisons the search ends, so that a large repository does not wait for it. */
const MOST_COMPARISONS = 3_000_000

export interface Neighbours {
  /** Compares names of one file with the symbols that are not found yet. */
  look(names: Iterable<string>, isFound: (symbol: string) => boolean): void
  /** The nearest name seen to the symbol's last part. */
  of(symbol: string): string | null
}

/** Keeps for each symbol the nearest name seen, letter case aside. Only names that start with the same letter are compared. */
export function collectNeighbours(symbols: readonly string[]): Neighbours {
  const wanted = symbols.map((symbol) => {
    const name = identifiersOf(symbol).at(-1) ?? symbol
    return { symbol, name, lower: name.toLowerCase(), best: null as string | null, limit: tolerance(name) }
  })
  const buckets = Map.groupBy(wanted, ({ lower }) => lower[0])
  let comparisons = 0
  return {
    look(names, isFound) {
      for (const name of names) {
        if (comparisons > MOST_COMPARISONS) return
        for (const entry of buckets.get(name[0]?.toLowerCase()) ?? []) {
          if (Math.abs(name.length - entry.lower.length) > entry.limit || name === entry.name || isFound(entry.symbol)) continue
          comparisons += 1
          const distance = editDistance(entry.lower, name.toLowerCase(), entry.limit)
          if (distance > entry.limit) continue
          entry.best = name
          // Only a nearer one replaces it. What differs by letter case alone is as near as can be.
          entry.limit = distance - 1
        }
      }
    },
    of: (symbol) => wanted.find((entry) => entry.symbol === symbol)?.best ?? null,
  }
}
