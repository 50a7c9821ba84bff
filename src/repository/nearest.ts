// What was most likely meant by a name that does not exist.

/** How many letters must be added, dropped, replaced or swapped with their neighbour; `limit + 1` as soon as it is certain to be above `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  const width = right.length + 1
  let before = new Uint16Array(width)
  let row = Uint16Array.from({ length: width }, (_, at) => at)
  let next = new Uint16Array(width)
  for (let i = 1; i <= left.length; i += 1) {
    // Cells further than `limit` from the diagonal cannot come back below it.
    const from = Math.max(1, i - limit)
    const to = Math.min(right.length, i + limit)
    next.fill(limit + 1)
    next[0] = i
    let least = from === 1 ? i : limit + 1
    for (let j = from; j <= to; j += 1) {
      const isSame = left.charCodeAt(i - 1) === right.charCodeAt(j - 1)
      const isSwapped =
        i > 1 && j > 1 && left.charCodeAt(i - 1) === right.charCodeAt(j - 2) && left.charCodeAt(i - 2) === right.charCodeAt(j - 1)
      let value = Math.min((row[j - 1] ?? 0) + (isSame ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      if (isSwapped) value = Math.min(value, (before[j - 2] ?? 0) + 1)
      next[j] = value
      least = Math.min(least, value)
    }
    if (least > limit) return limit + 1
    ;[before, row, next] = [row, next, before]
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

/** The path with the same base name that differs least; else the one whose base name starts alike and is nearest, in the same folder if there is a choice. */
export function nearestPath(path: string, candidates: Iterable<string>): string | null {
  const wanted = path.replace(/\/+$/, '')
  const base = baseName(wanted).toLowerCase()
  const limit = tolerance(base)
  let best: string | null = null
  let bestRank = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const name = baseName(candidate).toLowerCase()
    if (name[0] !== base[0]) continue
    const distance = editDistance(base, name, limit)
    if (distance > limit) continue
    const rank = distance * 1000 + editDistance(wanted, candidate, 999)
    if (rank < bestRank) [best, bestRank] = [candidate, rank]
  }
  return best
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
