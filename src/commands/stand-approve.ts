// What `approve` meets. It binds to one estimate of one commit; anything else is answered with what would be right.
import type { RecordedJob } from '../github/state-record.ts'
import { microUsdFrom, printUsd } from '../money/usd.ts'
import { codeSpan } from './code-span.ts'
import type { Command } from './command.ts'
import { commentFor } from './next-command.ts'
import { capital } from './report-words.ts'
import {
  type Answer,
  answer,
  dispatch,
  findMeantJob,
  hasMoved,
  isOn,
  isPaused,
  type Jobs,
  type Situation,
  sayCommit,
  sayEstimate,
  sayJob,
  sayMoved,
  sayRun,
  workingRun,
} from './situation.ts'
import { shortestCommand } from './stand-switch.ts'

type Approve = Extract<Command, { verb: 'approve' }>
type Estimate = NonNullable<RecordedJob['estimate']>

export function standApprove(command: Approve, record: Jobs, situation: Situation): Answer {
  const named = command.estimate
  const meant = findMeantJob(record, situation.pullRequest)
  if (named === null) return meant === null ? noEstimate(situation) : approveNewest(command, meant, record, situation)
  const job = record.jobs.find((one) => one.estimate?.id === named)
  if (job !== undefined) return approveOf(command, job, job.estimate as Estimate, record, situation)
  return unknownEstimate(named, meant, record, situation)
}

/** Without an id the newest estimate of this pull request is meant; another's is never approved unseen. */
function approveNewest(command: Approve, job: RecordedJob, record: Jobs, situation: Situation): Answer {
  const { estimate } = job
  const isElsewhere = !isOn(job, situation.pullRequest) && job.talksOn !== null
  if (isElsewhere) {
    const other =
      estimate === null
        ? ''
        : ` The newest elsewhere is ${sayEstimate(estimate)} of ${sayJob(job, situation)}: \`/nehemvix approve ${estimate.id}\`.`
    return answer(`${noEstimate(situation).message}${other}`)
  }
  if (estimate !== null) return approveOf(command, job, estimate, record, situation)
  if (hasMoved(job, situation)) return answer(sayMoved(job, situation))
  const run = workingRun(record, job, situation)
  const making =
    run === null ? 'Type `/nehemvix run` to get one.' : `${sayRun(run, situation)} is making it; approve it once it stands here.`
  return answer(`There is no estimate for ${sayCommit(job.sourceCommit)} yet, so there is nothing to approve. ${making}`)
}

function noEstimate({ headCommit }: Situation): Answer {
  const what = headCommit === null ? 'here' : `for ${sayCommit(headCommit)}`
  return answer(`There is no estimate ${what} yet, so there is nothing to approve. Type \`/nehemvix run\` to get one.`)
}

function unknownEstimate(id: string, meant: RecordedJob | null, record: Jobs, situation: Situation): Answer {
  const used = record.jobs.find((job) => job.approvedEstimate === id)
  const past =
    used === undefined ? '' : ` It was approved before, for ${sayJob(used, situation)}, and a newer one has taken its place.`
  const newest = meant?.estimate ?? null
  if (meant === null || newest === null) {
    return answer(`There is no estimate ${codeSpan(id)} to approve.${past} Type \`/nehemvix run\` to get one.`)
  }
  return answer(
    `${codeSpan(id)} is not the newest estimate.${past} The newest is ${sayEstimate(newest)} of ${sayJob(meant, situation)}. Nothing was approved. To approve it: \`/nehemvix approve ${newest.id}\`.`,
  )
}

function approveOf({ capUsd }: Approve, job: RecordedJob, estimate: Estimate, record: Jobs, situation: Situation): Answer {
  if (job.status === 'completed') {
    return answer(
      `${capital(sayJob(job, situation))} is completed: nothing is left to approve. \`/nehemvix rerun\` runs it again.`,
    )
  }
  if (hasMoved(job, situation)) return answer(sayMoved(job, situation))
  if (situation.configuration !== null && situation.configuration !== job.configuration) {
    return answer(
      `The configuration has changed since ${sayEstimate(estimate)} was made, so it is void and nothing was approved. Type \`/nehemvix run\` for a new one.`,
    )
  }
  const capMicroUsd = capUsd === null ? null : microUsdFrom(capUsd)
  const gone = job.spentMicroUsd + job.unknownMicroUsd
  if (capMicroUsd !== null && capMicroUsd <= gone) return answer(sayCapTooLow(job, capMicroUsd))
  const isApproved = job.approvedEstimate === estimate.id && job.status !== 'awaiting_approval'
  const isSameCap = capMicroUsd === null || capMicroUsd === job.capMicroUsd
  if (isApproved && isSameCap) {
    const already = sayAlready(job, estimate, record, situation)
    if (already !== null) return answer(already)
  }
  const cap = capMicroUsd === null ? '' : `, with a cap of ${printUsd(capMicroUsd)} for the whole job`
  return dispatch(
    situation,
    'approve',
    `Your approval of ${sayEstimate(estimate)} for ${sayJob(job, situation)}${cap}: the work begins.`,
    {
      job: job.job,
      estimate: estimate.id,
    },
  )
}

function sayCapTooLow(job: RecordedJob, capMicroUsd: number): string {
  const unknown = job.unknownMicroUsd === 0 ? '' : ` and up to ${printUsd(job.unknownMicroUsd)} of unknown outcome`
  return `A cap of ${printUsd(capMicroUsd)} leaves no room: ${printUsd(job.spentMicroUsd)} is spent${unknown}, and the cap is for the whole job. Nothing was changed. Type \`/nehemvix approve --cap USD\` with more than ${printUsd(job.spentMicroUsd + job.unknownMicroUsd)}.`
}

/** null: approved, and stopped without a pause: then an approval goes on. */
function sayAlready(job: RecordedJob, estimate: Estimate, record: Jobs, situation: Situation): string | null {
  const approved = `${capital(sayEstimate(estimate))} is approved already`
  const run = workingRun(record, job, situation)
  if (run !== null) return `${approved}: ${sayRun(run, situation)} works on it. Nothing was started a second time.`
  if (job.status === 'cancelled') return `${approved}, and the job was cancelled. \`/nehemvix resume\` goes on with it.`
  if (!isPaused(job)) return null
  const next = shortestCommand(commentFor(job.next), job, situation) ?? '/nehemvix resume'
  return `${approved}; the job is paused (\`${job.status}\`), which an approval does not end. \`/nehemvix status\` says why; to go on: ${codeSpan(next)}.`
}
