// The one comment of a job that stays: estimate, progress, outcome. It is edited, so nobody is notified by it.
import { cutMarkdown } from '../github/safe-text.ts'
import { LONGEST_BODY } from './answers.ts'
import { codeSpan } from './code-span.ts'
import { commandBlock } from './command-block.ts'
import { estimateBlocks, sayEffort, sayReceivers } from './estimate-blocks.ts'
import { sayWaitsFor } from './job-words.ts'
import { commentFor } from './next-command.ts'
import { costBlocks, sayGrounding, sayPublication, sayWriters } from './outcome-blocks.ts'
import { pauseLines } from './pause-blocks.ts'
import { statusTitle } from './pause-words.ts'
import { progressBar } from './progress-bar.ts'
import type { Report } from './report.ts'
import { capital, sayMoney, sayOrigin, saySafe, sayUsd, sayUsdRange } from './report-words.ts'

const MOST_NOTICES = 10
const MOST_APPROVERS = 5

/** Its first line; found by author and by standing at the very start. */
export const jobMarker = (job: string | null): string =>
  `<!-- nehemvix:job ${(job ?? 'none').replace(/[^\w:.-]/g, '').slice(0, 100)} -->`

/** Whole, at most 60,000 characters. `now` is for the words of moments (`in about 14 hours`). */
export function renderJobComment(report: Report, now: Date = new Date()): string {
  const { result } = report
  const blocks = [
    `### Nehemvix: ${titleOf(report)}`,
    ...bodyOf(report, now),
    ...report.notices.slice(0, MOST_NOTICES).map((notice) => `> ${saySafe(notice, 500)}`),
    sayOrigin(report, now),
  ]
  return `${jobMarker(result.job)}\n${cutMarkdown(`${blocks.join('\n\n')}\n`, LONGEST_BODY)}`
}

function titleOf({ result }: Report): string {
  const { status, estimate } = result
  if (status !== 'awaiting_approval' || estimate === null) return statusTitle(status)
  return `${isUnderWay(result) ? 'the rest of a guide' : 'a guide'} for ${sayUsdRange(estimate)}`
}

function bodyOf(report: Report, now: Date): string[] {
  const { result } = report
  const { status } = result
  if (status === 'awaiting_approval') {
    return [...sayAsked(report), ...(isUnderWay(result) ? sayProgress(report) : []), ...estimateBlocks(report)]
  }
  const progress = sayProgress(report)
  if (status === 'completed') {
    return [
      ...sayPublication(report.publication),
      ...sayGrounding(report),
      ...sayWriters(report),
      ...costBlocks(report),
      ...sayAgain(),
    ]
  }
  if (result.paused !== null) return [...progress, ...pauseLines(report, now), ...sayPublication(report.publication)]
  return [...progress, ...sayError(report, now), ...sayPublication(report.publication), ...estimateFold(report)]
}

const isUnderWay = ({ units }: Report['result']): boolean => (units?.done ?? 0) > 0

/** What is asked, of whom, and the answer ready to copy. The sum stands in the headline. */
export function sayAsked(report: Report): string[] {
  const { estimate } = report.result
  if (estimate === null) return []
  const receivers = sayReceivers(estimate.connections)
  const effort = `${sayEffort(estimate)}${isUnderWay(report.result) ? ' for what is left' : ''}`
  return [
    `**${capital(effort)}.** Nothing is sent before ${sayApprovers(report)} approves. To approve${receivers === null ? '' : `, and let ${receivers} see the code`}:`,
    commandBlock([`/nehemvix approve ${estimate.id}`]),
    sayCap(report.result, estimate),
  ]
}

function sayApprovers({ approvers = [] }: Report): string {
  if (approvers.length === 0) return 'somebody with write access'
  const names = approvers.slice(0, MOST_APPROVERS).map((one) => codeSpan(one.replace(/^@/, ''), 40))
  return `${names.join(' or ')}${approvers.length > MOST_APPROVERS ? ', or another of the approvers,' : ''}`
}

function sayCap(
  { spent_usd, unknown_usd, stated_cap_usd }: Report['result'],
  { id, high_usd }: { id: string; high_usd: number },
) {
  const gone = (spent_usd ?? 0) + (unknown_usd ?? 0)
  // A cent more rather than less: a cap that is a fraction too small would pause at the last call.
  const enough = Math.ceil(Number(((gone + high_usd) * 100).toFixed(4))) / 100
  const parts = gone === 0 ? '' : `: ${sayUsd(gone)} that is gone so far, and ${sayUsd(high_usd)} for what is left`
  const cap = stated_cap_usd === null ? `${sayUsd(gone + high_usd)}${parts}` : `${sayUsd(stated_cap_usd)}, as it was stated`
  return `The cap of the whole job is then ${cap}. Another is set with it, such as ${codeSpan(`/nehemvix approve ${id} --cap ${enough.toFixed(2)}`)}.`
}

function sayProgress({ result }: Report): string[] {
  if (result.units === null) return []
  const stage = result.status === 'running' && result.stage !== null ? `, stage \`${result.stage.replace(/[^\w-]/g, '')}\`` : ''
  return [`${progressBar(result.units)}${stage}. ${sayMoney(result)}.`]
}

/** What a job says that is neither asked for, paused, nor finished. */
function sayError({ result }: Report, now: Date): string[] {
  const { status, error } = result
  if (error === null && status === 'running') return []
  const told =
    error === null
      ? `It waits for ${sayWaitsFor({ ...result, status: status ?? '', resetAt: null, next: null }, now)}.`
      : saySafe(error.message)
  const next = error === null ? (status === 'held' ? null : '/nehemvix resume') : commentFor(error.next)
  if (next !== null) return [told, 'To go on:', commandBlock([next])]
  return error?.next ? [told, `To do: ${saySafe(error.next, 500)}`] : [told]
}

/** Under way, the estimate is looked up, not read. */
function estimateFold(report: Report): string[] {
  const blocks = estimateBlocks(report)
  if (blocks.length === 0) return []
  return ['<details><summary>The estimate, as it was made</summary>', ...blocks, '</details>']
}

const sayAgain = (): string[] => [
  'To bring it up to a newer commit, where only what changed is paid for:',
  commandBlock(['/nehemvix run']),
]
