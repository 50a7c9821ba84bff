// The estimate in tables: by model, by audience, what is assumed, and who gets to see the code.
import type { JobResult } from '../job/result.ts'
import { codeSpan } from './code-span.ts'
import { sayMinutes } from './moment.ts'
import type { Report } from './report.ts'
import { count, sayRange, saySafe, sayUsd, sayUsdRange, table } from './report-words.ts'

type Estimate = NonNullable<JobResult['estimate']>
type Connection = Estimate['connections'][number]

/** Longer lists are cut, with a count: a comment has 60,000 characters. */
const MOST_ROWS = 30
/** A table as wide as a comment. */
const MOST_COLUMNS = 4
const MOST_ASSUMPTIONS = 20

/** Seconds a call takes, seldom less and seldom more; four are sent at once. A provider's limits make it longer. */
const CALL_SECONDS = { low: 5, high: 40 }
const CALLS_AT_ONCE = 4

export function estimateBlocks({ result }: Report): string[] {
  const { estimate } = result
  if (estimate === null) return []
  return [...byModel(estimate, result), ...byAudience(estimate), ...saySent(estimate.connections), ...sayAssumptions(estimate)]
}

/** `12 to 20 calls, roughly 1 to 4 minutes` */
export function sayEffort({ calls_low, calls_high }: Estimate): string {
  if (calls_high === 0) return 'no calls'
  const minutes = (calls: number, seconds: number) => Math.max(1, Math.ceil((calls * seconds) / CALLS_AT_ONCE / 60))
  const low = minutes(calls_low, CALL_SECONDS.low)
  const high = minutes(calls_high, CALL_SECONDS.high)
  const time = low === high ? sayMinutes(high) : `${low < 90 && high < 90 ? low : sayMinutes(low)} to ${sayMinutes(high)}`
  return `${sayRange(calls_low, calls_high)} ${calls_high === 1 ? 'call' : 'calls'}, roughly ${time}`
}

function byModel({ connections }: Estimate, { spending, spent_usd }: JobResult): string[] {
  const paid = (model: string) => sayUsd(spending.find((one) => one.model === model)?.spent_usd ?? 0)
  const isBegun = (spent_usd ?? 0) > 0
  const rows = connections
    .slice(0, MOST_ROWS)
    .map((one) => [codeSpan(one.model), sayUsdRange(one), ...(isBegun ? [paid(one.model)] : [])])
  const more = connections.length > MOST_ROWS ? [`And ${connections.length - MOST_ROWS} more models.`] : []
  const already = isBegun ? [`Paid so far: ${sayUsd(spent_usd)}. What it bought is kept and is not asked for again.`] : []
  return [...table(isBegun ? ['Model', 'What is left costs', 'Paid so far'] : ['Model', 'Costs'], rows), ...more, ...already]
}

/** One column for each model; `shared` is what all guides are written from. */
function byAudience({ connections }: Estimate): string[] {
  const shown = connections.filter((one) => one.audiences.length > 0).slice(0, MOST_COLUMNS)
  const names = new Set(shown.flatMap((one) => one.audiences.map(({ name }) => name)))
  const cost = (one: Connection, name: string) => {
    const found = one.audiences.find((audience) => audience.name === name)
    return found ? sayUsdRange(found) : sayUsd(0)
  }
  const rows = [...names]
    .slice(0, MOST_ROWS)
    .map((name) => [
      name === 'shared' ? 'all of them: summaries and overview' : codeSpan(name),
      ...shown.map((one) => cost(one, name)),
    ])
  return table(['Guide for', ...shown.map((one) => codeSpan(one.model))], rows)
}

function saySent(connections: readonly Connection[]): string[] {
  if (connections.length === 0) return []
  const receivers = sayReceivers(connections)
  if (receivers === null) return ['Nothing is sent to anybody: the guide is extracted on the runner.']
  return [
    `**Sent:** text of the files that are read, with the secrets that are found struck out, to ${receivers}. Nobody else gets it.`,
  ]
}

/** Who sees the code: `gemini` (`generativelanguage.googleapis.com`). null: nobody. */
export function sayReceivers(connections: readonly Connection[]): string | null {
  const sent = connections.filter((one) => one.model !== 'offline').slice(0, MOST_ROWS)
  const who = new Set(sent.map(({ provider, host }) => `${codeSpan(provider)} (${codeSpan(host)})`))
  return who.size === 0 ? null : [...who].join(' and ')
}

function sayAssumptions({ assumptions, connections }: Estimate): string[] {
  const prices = new Set(connections.map((one) => `Prices: ${saySafe(one.prices, 200)}.`))
  const shown = assumptions.slice(0, MOST_ASSUMPTIONS).map((one) => saySafe(one, 400))
  const left = assumptions.length - shown.length
  const lines = [
    ...[...prices].slice(0, MOST_ROWS),
    ...shown,
    ...(left > 0 ? [`And ${count(left, 'more assumption', 'more assumptions')}.`] : []),
  ]
  if (lines.length === 0) return []
  return ['<details><summary>What is assumed</summary>', lines.map((line) => `- ${line}`).join('\n'), '</details>']
}
