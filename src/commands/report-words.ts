// Pieces of text that several comments share: money, units, links, and what providers and people said, made safe and short.
import { inlineSafe } from '../github/safe-text.ts'
import type { JobResult } from '../job/result.ts'
import { printUsd } from '../money/usd.ts'
import { codeSpan } from './code-span.ts'
import { sayMoment } from './moment.ts'
import type { Report } from './report.ts'

/** A provider's message may be a whole web page. */
const LONGEST_TEXT = 2_000

export const sayUsd = (usd: number | null): string => printUsd(Math.round((usd ?? 0) * 1e6))

/** Both ends with the same decimals, to be compared at a glance: the low one rounded down, the high one up. */
export function sayUsdRange({ low_usd, high_usd }: { readonly low_usd: number; readonly high_usd: number }): string {
  if (low_usd === high_usd) return sayUsd(high_usd)
  const places = low_usd >= 1 ? 2 : 4
  const end = (usd: number, round: (value: number) => number) =>
    `$${(round(Number((usd * 10 ** places).toFixed(3))) / 10 ** places).toFixed(places)}`
  return `${end(low_usd, Math.floor)} to ${end(high_usd, Math.ceil)}`
}

export const sayRange = (low: number, high: number): string => (low === high ? `${high}` : `${low} to ${high}`)

export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

export const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

/** On one line, at most `most` characters of it. */
export function saySafe(text: string, most = LONGEST_TEXT): string {
  const short =
    text.length > most
      ? `${text
          .slice(0, most - 1)
          .toWellFormed()
          .trimEnd()}…`
      : text
  // A line of ours that begins with a command would be one.
  return inlineSafe(short).replace(/^\/(?=nehemvix)/i, '\\/')
}

/** `label` is Markdown; the address can't end the link. */
export function sayLink(label: string, url: string): string {
  const address = url.replace(/[\s()<>\\`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  return `[${label}](${address})`
}

/** A table, or nothing where it has no rows. Cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  return [[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')]
}

/** `$0.0312 spent of a cap of $0.1200` */
export function sayMoney({ spent_usd, cap_usd, unknown_usd }: JobResult): string {
  const cap = cap_usd === null ? '' : ` of a cap of ${sayUsd(cap_usd)}`
  const unknown = (unknown_usd ?? 0) === 0 ? '' : `, and up to ${sayUsd(unknown_usd)} of unknown outcome`
  return `${sayUsd(spent_usd)} spent${cap}${unknown}`
}

/** `31 of 64 units, $0.0312 spent of a cap of $0.1200` */
export function sayUnits(result: JobResult): string {
  const { units } = result
  return `${units === null ? '' : `${units.done} of ${count(units.total, 'unit')}, `}${sayMoney(result)}`
}

/** Job, run, commit and where it ran: the last line of every comment. */
export function sayOrigin({ result, sourceCommit, workflowRun, stateExpiresAt, askedBy }: Report, now: Date): string {
  const expires = stateExpiresAt === null ? null : sayMoment(stateExpiresAt, now)
  const parts = [
    ...(result.job === null ? [] : [`job ${codeSpan(result.job)}${(result.run ?? 1) > 1 ? `, run ${result.run}` : ''}`]),
    ...(sourceCommit === null ? [] : [`commit ${codeSpan(sourceCommit.slice(0, 7))}`]),
    sayLink('workflow run', workflowRun.url),
    ...(askedBy === null ? [] : [`asked for by ${codeSpan(askedBy)}`]),
    ...(expires === null ? [] : [`saved state expires ${expires} unless a run reads it`]),
  ]
  return `<sub>${parts.join(' · ')}</sub>`
}
