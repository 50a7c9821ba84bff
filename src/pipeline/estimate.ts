// From the open units to an estimate: the same planners as the real run, with the least and the most that is not known yet.
import { OFFLINE } from '../models/registry.ts'
import { type CostRange, type ExpectedCall, estimateCost } from '../money/estimate.ts'
import { findEstimateOf } from '../store/estimates.ts'
import { countUnits, unfinishedUnits } from '../store/units.ts'
import { PAID_STAGES, type PaidStage } from '../vocabulary.ts'
import { adoptKnownUnits } from './adopt-known-units.ts'
import type { Connection, RunContext } from './context.ts'
import { estimateBasis } from './estimate-basis.ts'
import { expectedCalls } from './expected-calls.ts'
import { hashOf } from './unit-keys.ts'

export interface ConnectionEstimate extends CostRange {
  readonly name: string
  readonly provider: string
  readonly host: string
  readonly callsLow: number
  readonly callsHigh: number
  readonly inputTokensHigh: number
  readonly outputTokensHigh: number
  readonly prices: string
  /** The same cost by audience, and what is `shared` by all: summaries and overview. */
  readonly audiences: readonly (CostRange & { readonly name: string })[]
}

export interface Estimate extends CostRange {
  /** Made of the content: the same estimate has the same id. */
  readonly id: string
  /** A hash of all that it was made from: where that is the same, it need not be made again. */
  readonly basis: string
  readonly callsLow: number
  readonly callsHigh: number
  readonly units: { readonly done: number; readonly total: number }
  readonly connections: readonly ConnectionEstimate[]
  readonly assumptions: readonly string[]
}

const ASSUMPTIONS = [
  'Low: short answers, and shared text from the provider’s cache for nothing. High: every answer as long as its limit, input as dear as it can get.',
  'Answers that can’t be used are billed as well, and are not in it. The cap holds in any case.',
]

/** What the rest of the job costs on each connection; `low` of the cheapest, `high` of the dearest that may be used. Calls no model. */
export async function makeEstimate(context: RunContext): Promise<Estimate> {
  adoptKnownUnits(context)
  const stored = findEstimateOf(context.store, context.job.id, estimateBasis(context)) as Estimate | null
  if (stored !== null) return stored
  const connections: ConnectionEstimate[] = []
  for (const connection of context.connections) connections.push(await estimateOn(context, connection))
  const content = {
    // Only now: what goes by parts was planned just above.
    basis: estimateBasis(context),
    lowMicroUsd: Math.min(...connections.map((one) => one.lowMicroUsd)),
    highMicroUsd: Math.max(...connections.map((one) => one.highMicroUsd)),
    callsLow: Math.min(...connections.map((one) => one.callsLow)),
    callsHigh: Math.max(...connections.map((one) => one.callsHigh)),
    units: countUnits(context.store, context.job.id, null),
    connections,
    assumptions: ASSUMPTIONS,
  }
  const { id, sourceCommit, settings } = context.job
  return { id: `e${hashOf([id, sourceCommit, JSON.stringify(settings), JSON.stringify(content)]).slice(0, 10)}`, ...content }
}

async function estimateOn(context: RunContext, connection: Connection): Promise<ConnectionEstimate> {
  const units = Map.groupBy(
    PAID_STAGES.flatMap((stage) => unfinishedUnits(context.store, context.job.id, stage)),
    ({ stage }) => stage,
  )
  const open = (stage: PaidStage) => units.get(stage) ?? []
  const low = await expectedCalls(context, connection, open, 'low')
  const high = await expectedCalls(context, connection, open, 'high')
  const at = context.now()
  const cost = estimateCost({ low, high }, connection.price, at)
  // `offline` sends nothing: what it does is no call.
  const isSent = connection.name !== OFFLINE
  const sum = (calls: readonly ExpectedCall[], of: (call: ExpectedCall) => number) =>
    calls.reduce((total, call) => total + of(call), 0)
  return {
    name: connection.name,
    provider: connection.model.provider.name,
    host: connection.model.provider.host,
    callsLow: isSent ? Math.min(low.length, high.length) : 0,
    callsHigh: isSent ? Math.max(low.length, high.length) : 0,
    inputTokensHigh: sum(high, (call) => call.inputHigh),
    outputTokensHigh: sum(high, (call) => call.outputLimit),
    lowMicroUsd: cost.lowMicroUsd,
    highMicroUsd: cost.highMicroUsd,
    prices: connection.price.source,
    audiences: [...cost.byPurpose].map(([name, { lowMicroUsd, highMicroUsd }]) => ({
      name,
      lowMicroUsd: Math.floor(lowMicroUsd),
      highMicroUsd: Math.ceil(highMicroUsd),
    })),
  }
}
