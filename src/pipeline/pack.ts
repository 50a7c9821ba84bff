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
  const total = together.reduce((sum, one) => sum + one.inputTokens, 0)
  const calls = Math.max(1, Math.ceil(total / Math.max(1, limits.inputTokens)), Math.ceil(together.length / limits.units))
  const even = { inputTokens: total / calls, units: Math.ceil(together.length / calls) }
  const groups: T[][] = []
  let group: T[] = []
  let filled = 0
  for (const { unit, inputTokens } of together) {
    const isOver = filled + inputTokens > limits.inputTokens || group.length + 1 > limits.units
    // An even share is reached once half of the next unit would lie beyond it.
    const isEven = filled + inputTokens / 2 > even.inputTokens && group.length > 0
    if (group.length > 0 && (isOver || isEven)) {
      groups.push(group)
      group = []
      filled = 0
    }
    group.push(unit)
    filled += inputTokens
  }
  if (group.length > 0) groups.push(group)
  return [...groups, ...alone]
}
