// Where a job stands, from the record alone: no state file is opened for it.
import { cutMarkdown } from '../github/safe-text.ts'
import type { RecordedJob } from '../github/state-record.ts'
import { printUsd } from '../money/usd.ts'
import { codeSpan } from './code-span.ts'
import { commandBlock } from './command-block.ts'
import { nextCommand, sayWaitsFor } from './job-words.ts'
import { sayUtc } from './moment.ts'
import { progressBar } from './progress-bar.ts'
import { saySafe } from './report-words.ts'
import {
  hasMoved,
  type Jobs,
  type Situation,
  sayCommit,
  sayEstimateId,
  sayJobId,
  sayMoved,
  sayRun,
  workingRun,
} from './situation.ts'
import { shortestCommand } from './stand-switch.ts'

export function renderStatus(job: RecordedJob | null, record: Jobs, situation: Situation): string {
  if (job === null) return 'There is no job yet. `/nehemvix run` makes an estimate, which costs nothing.'
  const run = workingRun(record, job, situation)
  const isGone = job.status === 'running' && run === null
  // Its last run ended without a word: it is taken up like an interrupted one.
  const standing = isGone ? { ...job, status: 'interrupted' } : job
  const rows: [string, string][] = [
    ['Job', `${sayJobId(job, situation)}, run ${job.run}, at ${sayCommit(job.sourceCommit)}`],
    ['Status', codeSpan(standing.status)],
    ['Stage', job.stage === null ? '' : codeSpan(job.stage)],
    ['Progress', progressBar(job.units)],
    ['Money', sayMoney(job)],
    [
      'Estimate',
      job.estimate === null
        ? ''
        : `${sayEstimateId(job.estimate)}${job.approvedEstimate === job.estimate.id ? ', approved' : ''}`,
    ],
    ['Models', job.models.map((one) => codeSpan(one)).join(', ')],
    ['Waits for', sayWaitsFor(standing, situation.now)],
    [
      'Workflow run',
      run !== null
        ? `${sayRun(run, situation)}, works now`
        : job.runId === null
          ? ''
          : `${sayRun(job.runId, situation)}, the last`,
    ],
    ['Guide', job.guidePullRequest === null ? '' : `#${job.guidePullRequest}`],
    ['As of', sayUtc(job.updatedAt) ?? ''],
  ]
  const told = job.pausedMessage === null ? [] : [saySafe(job.pausedMessage, 1_000)]
  const next = hasMoved(job, situation) ? '/nehemvix run' : shortestCommand(nextCommand(standing), job, situation)
  const blocks = [
    ['| | |', '|---|---|', ...rows.filter(([, value]) => value !== '').map(([name, value]) => `| ${name} | ${value} |`)].join(
      '\n',
    ),
    ...told,
    ...(hasMoved(job, situation) ? [sayMoved(job, situation)] : []),
    ...(next === null ? [] : ['Next:', commandBlock([next])]),
  ]
  return cutMarkdown(blocks.join('\n\n'), 20_000)
}

function sayMoney(job: RecordedJob): string {
  const cap = job.capMicroUsd === null ? '' : ` of a cap of ${printUsd(job.capMicroUsd)}`
  const unknown = job.unknownMicroUsd === 0 ? '' : `, and up to ${printUsd(job.unknownMicroUsd)} of unknown outcome`
  return `${printUsd(job.spentMicroUsd)} spent${cap}${unknown}`
}
