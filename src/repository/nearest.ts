// What was most likely meant by a name that does not exist.

/** Levenshtein's distance, or `limit + 1` as soon as it is certain to be above `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    let least = i
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      const value = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      next.push(value)
      least = Math.min(least, value)
    }
    if (least > limit) return limit + 1
    row = next
  }
  return Math.min(row[right.length] ?? 0, limit + 1)
}

/** How many edits may lie between a name and what was meant: a third of it, at most 3. */
export function tolerance(name: string): number {
  return Math.min(3, Math.floor(name.length / 3))
}

/** The nearest of some names, letter case aside; null where none is within tolerance. The first of equals wins. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  const wanted = name.toLowerCase()
  let best: string | null = null
  let bestDistance = tolerance(name) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance - 1)
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** The path with the same base name that differs least; else the one whose base name is nearest, in the same folder if there is a choice. */
export function nearestPath(path: string, candidates: Iterable<string>): string | null {
  const wanted = path.replace(/\/+$/, '')
  const base = baseName(wanted).toLowerCase()
  const limit = tolerance(base)
  let best: string | null = null
  let bestRank = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = editDistance(base, baseName(candidate).toLowerCase(), limit)
    if (distance > limit) continue
    const rank = distance * 1000 + editDistance(wanted, candidate, 999)
    if (rank < bestRank) [best, bestRank] = [candidate, rank]
  }
  return best
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
