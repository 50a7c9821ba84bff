// An estimate as people read it: what, for whom, on which connection. Where the columns do not fit, a block for each.
import type { JobResult } from '../job/result.ts'
import { printUsd } from '../money/usd.ts'
import { wrapText } from './wrap.ts'

type Estimate = NonNullable<JobResult['estimate']>

interface Row {
  readonly name: string
  readonly low_usd: number
  readonly high_usd: number
  readonly more: readonly string[]
}

interface Heads {
  readonly name: string
  readonly more: readonly string[]
}

/** What each connection would cost, and the first one's cost by audience. */
export function estimateTable({ connections }: Estimate, columns: number): string[] {
  const first = connections[0]
  const audiences = (first?.audiences ?? []).map((one) => ({
    ...one,
    name: one.name === 'shared' ? 'shared by all (summaries, overview)' : one.name,
    more: [],
  }))
  return [
    ...connectionLines(connections, columns),
    ...(audiences.length === 0 ? [] : ['', ...tableOf({ name: `on ${first?.model}, for`, more: [] }, audiences, columns)]),
  ]
}

/** Prices that all connections have from the same place are said once. */
function connectionLines(connections: Estimate['connections'], columns: number): string[] {
  const sources = [...new Set(connections.map(({ prices }) => prices))]
  const isOne = sources.length === 1
  const rows = connections.map((one) => ({
    ...one,
    name: one.model,
    more: [`${one.provider}, ${one.host}`, ...(isOne ? [] : [one.prices])],
  }))
  return [
    ...tableOf({ name: 'connection', more: ['who sees the code', ...(isOne ? [] : ['prices'])] }, rows, columns),
    ...(isOne ? wrapText(`  Prices: ${sources[0]}`, columns) : []),
  ]
}

export const usd = (amount: number): string => printUsd(Math.round(amount * 1e6))

function tableOf(heads: Heads, rows: readonly Row[], columns: number): string[] {
  const cells = rows.map((row) => [row.name, usd(row.low_usd), usd(row.high_usd), ...row.more])
  const lines = columnsOf([[heads.name, 'low', 'high', ...heads.more], ...cells])
  return lines.every((line) => line.length <= columns) ? lines : blocksOf(heads, rows, columns)
}

/** Columns as wide as their widest cell; amounts, the second and the third, stand right. */
function columnsOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const isAmount = (column: number) => column === 1 || column === 2
  return rows.map((row) =>
    `  ${row
      .map((cell, column) => (isAmount(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')}`.trimEnd(),
  )
}

function blocksOf(heads: Heads, rows: readonly Row[], columns: number): string[] {
  return [
    ...wrapText(`  ${heads.name}:`, columns),
    ...rows.flatMap(({ name, low_usd, high_usd, more }) => [
      ...wrapText(`  ${name}`, columns),
      `    ${usd(low_usd)} to ${usd(high_usd)}`,
      ...more.flatMap((cell, at) => wrapText(`    ${heads.more[at]}: ${cell}`, columns)),
    ]),
  ]
}
