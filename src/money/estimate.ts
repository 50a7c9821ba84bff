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

/**
 * Low: little input, short answers. High: the sum of what each call will reserve, so a cap of that size lets the plan run to
 * its end whatever the calls cost within their limits.
 */
export function estimateCost(calls: readonly ExpectedCall[], price: Price, at: Date): PlanCost {
  let lowMicroUsd = 0
  let highMicroUsd = 0
  const byPurpose = new Map<string, CostRange>()
  for (const call of calls) {
    const cost = costOfCall(call, price, at)
    lowMicroUsd += cost.lowMicroUsd
    highMicroUsd += cost.highMicroUsd
    for (const purpose of call.units) {
      const before = byPurpose.get(purpose) ?? { lowMicroUsd: 0, highMicroUsd: 0 }
      byPurpose.set(purpose, {
        lowMicroUsd: before.lowMicroUsd + cost.lowMicroUsd / call.units.length,
        highMicroUsd: before.highMicroUsd + cost.highMicroUsd / call.units.length,
      })
    }
  }
  return { lowMicroUsd: Math.min(lowMicroUsd, highMicroUsd), highMicroUsd, byPurpose }
}

const costOfCall = (call: ExpectedCall, price: Price, at: Date): CostRange => ({
  lowMicroUsd: price.cost({ inputTokens: call.inputLow, cachedInputTokens: 0, outputTokens: call.outputLow }, at),
  highMicroUsd: price.atMost({ inputTokens: call.inputHigh, outputTokens: call.outputLimit }, at),
})
