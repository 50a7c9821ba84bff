/** A unit with what it adds to a call. */
export interface Packable<T> {
  readonly unit: T
  readonly inputTokens: number
  /** Asked for before without use: it goes alone, so that it can't spoil the others again. */
  readonly isAlone: boolean
}

export interface PackLimits {
  readonly inputTokens: number
  readonly units: number
}

/** Groups units into calls, in their order: as few as the limits allow, and of even size. One that is too large alone gets a call of its own. */
export function packCalls<T>(units: readonly Packable<T>[], limits: PackLimits): T[][] {
  const alone = units.filter((one) => one.isAlone).map((one) => [one.unit])
  const together = units.filter((one) => !one.isAlone)
  const fewest = fill(together, limits, Number.POSITIVE_INFINITY)
  const total = together.reduce((sum, one) => sum + one.inputTokens, 0)
  const even = fill(together, limits, total / fewest.length)
  // Where the sizes let no even share fit, one call less is worth more.
  return [...(even.length > fewest.length ? fewest : even), ...alone]
}

/** Fills one call after the other up to the limits, or to `share` tokens each where that is reached before. */
function fill<T>(units: readonly Packable<T>[], limits: PackLimits, share: number): T[][] {
  const groups: T[][] = []
  let group: T[] = []
  let filled = 0
  let before = 0
  for (const { unit, inputTokens } of units) {
    const isOver = filled + inputTokens > limits.inputTokens || group.length + 1 > limits.units
    // The share of this call and all before is reached once half of the next unit would lie beyond it.
    const isEven = before + inputTokens / 2 > (groups.length + 1) * share
    if (group.length > 0 && (isOver || isEven)) {
      groups.push(group)
      group = []
      filled = 0
    }
    group.push(unit)
    filled += inputTokens
    before += inputTokens
  }
  if (group.length > 0) groups.push(group)
  return groups
}
