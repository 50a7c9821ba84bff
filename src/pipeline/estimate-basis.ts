import { highestTokenRatio } from '../store/connections.ts'
import { countUnits } from '../store/units.ts'
import { PACKAGE_VERSION } from '../version.ts'
import type { Connection, RunContext } from './context.ts'
import { hashOf } from './unit-keys.ts'

/** Usage below and above the borders of price tiers: a price that changes shows in one of them. Tokens. */
const SAMPLES = [
  { inputTokens: 1_000, outputTokens: 1_000 },
  { inputTokens: 1_000_000, outputTokens: 1_000_000 },
] as const

/**
 * What an estimate depends on, as one hash: how much of the job is done (what is done stays done, so the counts tell which), the
 * connections with all that was learned of them, their prices today, and the planners themselves.
 */
export function estimateBasis(context: RunContext): string {
  const { total, done } = countUnits(context.store, context.job.id, null)
  const connections = context.connections.map((connection) => JSON.stringify(connectionBasis(context, connection)))
  return hashOf([PACKAGE_VERSION, JSON.stringify(context.job.settings), `${done}/${total}`, ...connections])
}

function connectionBasis({ store, health, now }: RunContext, connection: Connection): unknown {
  const { name, model, price, window, maxOutput, tokenMargin } = connection
  const { provider, id } = model
  const learned = health.get(connection.key)
  const prices = SAMPLES.map((sample) => [price.cost({ ...sample, cachedInputTokens: 0 }, now()), price.atMost(sample, now())])
  const ratio = highestTokenRatio(store, provider.name, id)
  const limits = [window, maxOutput, tokenMargin, ratio, learned?.outputLimit, learned?.inputLimit]
  return [name, provider.name, provider.host, id, price.source, prices, limits]
}
