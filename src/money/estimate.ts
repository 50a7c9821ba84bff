// From a plan of calls to low and high. Pure arithmetic in whole micro-dollars.
import type { Price } from './price.ts'

/** One call as it is planned, before anything of it is known for certain. Tokens. */
export interface ExpectedCall {
  readonly inputLow: number
  readonly inputHigh: number
  readonly outputLow: number
  /** The request's own limit. */
  readonly outputLimit: number
}

export interface CostRange {
  readonly lowMicroUsd: number
  readonly highMicroUsd: number
}

/**
 * Low: little input, short answers. High: the sum of what each call will reserve, so a cap of that size lets the plan run to
 * its end whatever the calls cost within their limits.
 */
export function estimateCost(calls: readonly ExpectedCall[], price: Price, at: Date): CostRange {
  let lowMicroUsd = 0
  let highMicroUsd = 0
  for (const call of calls) {
    lowMicroUsd += price.cost({ inputTokens: call.inputLow, cachedInputTokens: 0, outputTokens: call.outputLow }, at)
    highMicroUsd += price.atMost({ inputTokens: call.inputHigh, outputTokens: call.outputLimit }, at)
  }
  return { lowMicroUsd: Math.min(lowMicroUsd, highMicroUsd), highMicroUsd }
}
