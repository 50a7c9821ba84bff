// An estimate as people read it: what, for whom, on which connection, and what to type.
import type { JobResult } from '../job/result.ts'
import { printUsd } from '../money/usd.ts'

type Estimate = NonNullable<JobResult['estimate']>

/** Two tables: what each connection would cost, and the first one's cost by audience. Without an estimate nothing. */
export function estimateTable(estimate: Estimate): string[] {
  const first = estimate.connections[0]
  const connections = estimate.connections.map((one) => [one.model, ...range(one), `${one.provider}, ${one.host}`, one.prices])
  const audiences = (first?.audiences ?? []).map((one) => [
    one.name === 'shared' ? 'shared by all (summaries, overview)' : one.name,
    ...range(one),
  ])
  return [
    ...table(['connection', 'low', 'high', 'who sees the code', 'prices'], connections),
    ...(audiences.length === 0 ? [] : ['', ...table([`on ${first?.model}, for`, 'low', 'high'], audiences)]),
  ]
}

export const usd = (amount: number): string => printUsd(Math.round(amount * 1e6))

const range = (one: { readonly low_usd: number; readonly high_usd: number }): string[] => [usd(one.low_usd), usd(one.high_usd)]

/** Columns as wide as their widest cell; amounts stand right. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const isAmount = (column: number) => heads[column] === 'low' || heads[column] === 'high'
  return all.map((row) =>
    `  ${row
      .map((cell, column) => (isAmount(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('   ')}`.trimEnd(),
  )
}
