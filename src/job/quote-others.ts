// What the rest of a paused job would cost elsewhere: on its other connections, and on a well-known model of each other provider.

import { KNOWN_MAX_OUTPUT, tokenMarginOf, WELL_KNOWN_MODELS } from '../models/registry.ts'
import { type CostRange, estimateCost } from '../money/estimate.ts'
import { tablePrice } from '../money/price.ts'
import { printUsd } from '../money/usd.ts'
import type { Connection, RunContext } from '../pipeline/context.ts'
import { expectedCalls } from '../pipeline/expected-calls.ts'
import type { Pause } from '../store/jobs.ts'
import { unfinishedUnits } from '../store/units.ts'

export interface Quote extends CostRange {
  readonly model: string
}

/** Low and high of what is left, for every model that could go on. Sends nothing, and needs no key. */
export async function quoteOthers(context: RunContext, paused: Pause): Promise<Quote[]> {
  const own = context.connections.filter((one) => one.model.id !== paused.model || one.model.provider.name !== paused.provider)
  const taken = new Set([paused.provider, ...own.map((one) => one.model.provider.name)])
  const others = Object.entries(WELL_KNOWN_MODELS).flatMap(([provider, id]) =>
    taken.has(provider) ? [] : (quotable(provider, id, context.now()) ?? []),
  )
  const quotes: Quote[] = []
  for (const connection of [...own, ...others]) {
    const calls = await expectedCalls(
      context,
      connection,
      (stage) => unfinishedUnits(context.store, context.job.id, stage),
      'high',
    )
    const { lowMicroUsd, highMicroUsd } = estimateCost({ low: calls, high: calls }, connection.price, context.now())
    quotes.push({ model: connection.name, lowMicroUsd, highMicroUsd })
  }
  return quotes
}

/** A connection good for arithmetic only: it has no key and no address. */
function quotable(provider: string, id: string, now: Date): Connection | null {
  const price = tablePrice(provider, id, now)
  if (!price?.contextWindow) return null
  const unreachable = () => Promise.reject(new Error(`${id} was only asked for its price`))
  return {
    key: `quote ${provider} ${id}`,
    name: id,
    model: { provider: { name: provider, host: '' }, id, send: unreachable, adapt: () => false, revision: () => 0 },
    price,
    window: price.contextWindow,
    maxOutput: KNOWN_MAX_OUTPUT,
    tokenMargin: tokenMarginOf(provider),
    dailyRequests: null,
  }
}

/** One sentence for the message of the pause; empty where there is nothing to compare. */
export function quoteSentence(quotes: readonly Quote[]): string {
  if (quotes.length === 0) return ''
  const each = quotes.map((quote) => `${printUsd(quote.lowMicroUsd)} to ${printUsd(quote.highMicroUsd)} on ${quote.model}`)
  return ` The rest would cost ${each.join(', ')}.`
}
