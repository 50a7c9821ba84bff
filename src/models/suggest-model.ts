// What was most likely meant by a model's name whose provider is not known.

export interface KnownNames {
  readonly provider: string
  /** How the provider's ids begin, up to the first dash. */
  readonly families: readonly string[]
  readonly ids: RegExp
}

/**
 * A name that would be understood, or null. `alone`: names that stand for themselves, such as offline.
 * `opnai/gpt-6` -> `openai/gpt-6`, `cluade-haiku` -> `claude-haiku`, `claude/claude-haiku` -> `anthropic/claude-haiku`.
 */
export function suggestModel(model: string, known: readonly KnownNames[], alone: readonly string[]): string | null {
  const name = model.trim().toLowerCase()
  const slash = name.indexOf('/')
  if (slash > 0) {
    const id = name.slice(slash + 1)
    const near = nearest(
      name.slice(0, slash),
      known.map((one) => one.provider),
    )
    const provider = near ?? known.find((one) => one.ids.test(id))?.provider ?? null
    return provider === null || id === '' ? null : `${provider}/${id}`
  }
  const whole = nearest(name, alone)
  if (whole !== null) return whole
  const [first = '', ...rest] = name.split('-')
  const family = nearest(
    first,
    known.flatMap((one) => one.families),
  )
  return family === null || rest.length === 0 ? null : [family, ...rest].join('-')
}

/** The nearest of some names, if no more than a third of the letters differ, and two at most. The first of equals wins. */
function nearest(word: string, names: readonly string[]): string | null {
  const ranked = names
    .map((name) => ({ name, edits: editDistance(word, name) }))
    .filter(({ name, edits }) => edits <= Math.min(2, Math.floor(name.length / 3)))
    .sort((one, other) => one.edits - other.edits)
  return ranked[0]?.name ?? null
}

/** Letters to add, drop, replace, or swap with their neighbour. */
function editDistance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, row) =>
    Array.from({ length: to.length + 1 }, (_, column) => row + column),
  )
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const ways = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)]
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && isSwap) ways.push(at(row - 2, column - 2) + 1)
      ;(rows[row] as number[])[column] = Math.min(...ways)
    }
  }
  return at(from.length, to.length)
}
