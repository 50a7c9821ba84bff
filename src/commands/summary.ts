// The summary of the Action's job: the result as a table.
import { cutMarkdown } from '../github/safe-text.ts'
import { codeSpan } from './code-span.ts'
import { commentFor } from './next-command.ts'
import { costBlocks, sayGrounding, sayPublication } from './outcome-blocks.ts'
import { statusTitle } from './pause-words.ts'
import type { Report } from './report.ts'
import { saySafe, sayUsd, sayUsdRange, table } from './report-words.ts'

/** GitHub drops the whole of a summary above 1,024 kB. Bytes. */
const LONGEST_SUMMARY = 900_000
/** Characters of one text in it: cutting megabytes of Markdown between its blocks takes ten seconds. */
const LONGEST_CELL = 4_000
const MOST_NOTICES = 50

export function renderSummary(report: Report): string {
  const { result } = report
  const blocks = [
    `## Nehemvix: ${statusTitle(result.status)}`,
    ...sayPublication(report.publication),
    ...sayGrounding(report),
    ...table(['', ''], rowsOf(report)),
    ...(result.spent_usd === null ? [] : ['### Cost', ...costBlocks(report)]),
    ...(report.notices.length === 0
      ? []
      : [
          report.notices
            .slice(0, MOST_NOTICES)
            .map((notice) => `- ${saySafe(notice, LONGEST_CELL)}`)
            .join('\n'),
        ]),
  ]
  return cutToBytes(`${blocks.join('\n\n')}\n`)
}

/** Fields that do not apply are left out. */
function rowsOf({ result, repository, sourceCommit }: Report): string[][] {
  const { units, calls, estimate, paused, grounding, error } = result
  const rows: [string, string | null][] = [
    ['Repository', codeSpan(repository)],
    ['Commit', sourceCommit === null ? null : codeSpan(sourceCommit)],
    ['Job', result.job === null ? null : codeSpan(result.job)],
    ['Run', result.run === null ? null : `${result.run}`],
    ['Status', result.status === null ? null : codeSpan(result.status)],
    ['Stage', result.stage === null ? null : codeSpan(result.stage)],
    ['Units', units === null ? null : `${units.done} of ${units.total}`],
    ['Calls', calls === null ? null : sayCalls(calls)],
    ['Spent', result.spent_usd === null ? null : sayUsd(result.spent_usd)],
    ['Unknown', result.unknown_usd ? `${sayUsd(result.unknown_usd)} at most` : null],
    ['Cap', result.cap_usd === null ? null : sayUsd(result.cap_usd)],
    ['Estimate', estimate === null ? null : `${codeSpan(estimate.id)}: ${sayUsdRange(estimate)}`],
    ...(estimate?.connections ?? []).slice(0, 30).map((one): [string, string] => [`on ${codeSpan(one.model)}`, sayUsdRange(one)]),
    ['Paused', paused === null ? null : `${codeSpan(paused.kind)}: ${cell(paused.message)}`],
    ['Available again', paused?.reset_at ? codeSpan(paused.reset_at) : null],
    ['Next', sayNext(paused?.next ?? error?.next ?? null)],
    [
      'Models',
      result.models.length === 0
        ? null
        : result.models
            .slice(0, 30)
            .map((one) => codeSpan(one))
            .join(', '),
    ],
    ['Provenance', result.provenance === null ? null : cell(result.provenance)],
    ['Grounding', grounding === null || grounding.sections_written === 0 ? null : `${grounding.score} of 100`],
    [
      'Guide',
      result.guide.length === 0
        ? null
        : result.guide
            .slice(0, 30)
            .map((one) => codeSpan(one))
            .join(', '),
    ],
    ['Error', error === null ? null : cell(error.message)],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}

function sayCalls(calls: Readonly<Record<string, number>>): string {
  const told = Object.entries(calls).filter(([, number]) => number > 0)
  return told.length === 0 ? 'none' : told.map(([name, number]) => `${number} ${name.replace('_', ' ')}`).join(', ')
}

const sayNext = (next: string | null): string | null => (next === null ? null : codeSpan(commentFor(next) ?? next, 300))

const cell = (text: string): string => saySafe(text, LONGEST_CELL)

function cutToBytes(text: string): string {
  let left = text
  for (let bytes = Buffer.byteLength(left); bytes > LONGEST_SUMMARY; bytes = Buffer.byteLength(left)) {
    left = cutMarkdown(left, Math.floor((left.length * LONGEST_SUMMARY) / bytes) - 1)
  }
  return left
}
