// From a plan of calls to low and high. Pure arithmetic in whole micro-dollars.
import type { Price } from './price.ts'

/** One call as it is planned, before anything of it is known for certain. Tokens. */
export interface ExpectedCall {
  readonly inputLow: number
  readonly inputHigh: number
  readonly outputLow: number
  /** The request's own limit. */
  readonly outputLimit: number
  /** What each of its units is for: an audience, or `shared` by all. */
  readonly units: readonly string[]
}

export interface CostRange {
  readonly lowMicroUsd: number
  readonly highMicroUsd: number
}

export interface PlanCost extends CostRange {
  /** The same by what the units of the calls are for, in the order in which they first occur; a call is divided evenly among its units. */
  readonly byPurpose: ReadonlyMap<string, CostRange>
}

/** The calls of a plan where all that is not known yet turns out small, and where it turns out large. */
export interface ExpectedPlan {
  readonly low: readonly ExpectedCall[]
  readonly high: readonly ExpectedCall[]
}

/**
 * Low: little input, short answers. High: the sum of what each call will reserve, so a cap of that size lets the plan run to
 * its end whatever the calls cost within their limits.
 */
export function estimateCost({ low, high }: ExpectedPlan, price: Price, at: Date): PlanCost {
  const least = sumByPurpose(low, ({ inputLow, outputLow }) =>
    price.cost({ inputTokens: inputLow, cachedInputTokens: 0, outputTokens: outputLow }, at),
  )
  const most = sumByPurpose(high, ({ inputHigh, outputLimit }) =>
    price.atMost({ inputTokens: inputHigh, outputTokens: outputLimit }, at),
  )
  const byPurpose = [...most.shares].map(([purpose, highMicroUsd]): [string, CostRange] => [
    purpose,
    { lowMicroUsd: Math.min(least.shares.get(purpose) ?? 0, highMicroUsd), highMicroUsd },
  ])
  return { lowMicroUsd: Math.min(least.total, most.total), highMicroUsd: most.total, byPurpose: new Map(byPurpose) }
}

function sumByPurpose(
  calls: readonly ExpectedCall[],
  costOf: (call: ExpectedCall) => number,
): { readonly total: number; readonly shares: ReadonlyMap<string, number> } {
  let total = 0
  const shares = new Map<string, number>()
  for (const call of calls) {
    const cost = costOf(call)
    total += cost
    for (const purpose of call.units) shares.set(purpose, (shares.get(purpose) ?? 0) + cost / call.units.length)
  }
  return { total, shares }
}
