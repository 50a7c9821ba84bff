// What `run`, `resume`, `rerun` and `cancel` meet in the record.

import type { RecordedJob } from '../github/state-record.ts'
import { printUsd } from '../money/usd.ts'
import { codeSpan } from './code-span.ts'
import type { Command } from './command.ts'
import { sayMoment } from './moment.ts'
import { commentFor } from './next-command.ts'
import { saySafe } from './report-words.ts'
import {
  type Answer,
  answer,
  dispatch,
  findMeantJob,
  hasMoved,
  isOn,
  type Jobs,
  type Situation,
  sayCommit,
  sayJob,
  sayMoved,
  sayRun,
  workingRun,
} from './situation.ts'

const PAY_AGAIN = '/nehemvix run --pay-again'
const NO_JOB = 'There is no job yet. Type `/nehemvix run` to start one: it makes an estimate, which costs nothing.'

export function standRun(command: Extract<Command, { verb: 'run' }>, record: Jobs, situation: Situation): Answer {
  const job = record.jobs.find((one) => isOn(one, situation.pullRequest)) ?? null
  // One state serves the repository: if it is lost, it is lost for every job.
  const newest = job ?? record.jobs[0] ?? null
  const isLost = newest?.status === 'paused_state' && commentFor(newest.next) === PAY_AGAIN
  if (command.paysAgain) {
    return isLost
      ? dispatch(
          situation,
          'run',
          'Starting over without the saved state that is lost. It asks for approval of a new estimate first.',
        )
      : answer('No saved state is missing, so nothing has to be paid again. Nothing was done; type `/nehemvix run`.')
  }
  if (newest !== null && isLost) return answer(sayLost(newest))
  if (job !== null && !hasMoved(job, situation)) {
    const run = workingRun(record, job, situation)
    if (run !== null) {
      return answer(
        `${sayRun(run, situation)} works on the ${sayJob(job, situation)} now, so nothing was started. \`/nehemvix status\` says how far it is.`,
      )
    }
    if (job.status === 'paused_outcome') {
      return answer(
        `${sayUnknown(job)} Whether their work is sent again is for a person to say, with \`/nehemvix resume\`; \`run\` does not decide it. Nothing was done.`,
      )
    }
  }
  return dispatch(situation, 'run', sayRunning(job, situation))
}

function sayRunning(job: RecordedJob | null, situation: Situation): string {
  const what = situation.headCommit === null ? '' : ` for ${sayCommit(situation.headCommit)}`
  if (job === null || job.status === 'awaiting_approval' || hasMoved(job, situation))
    return `An estimate${what} is made, which costs nothing; it stands here when it is ready. Nothing is sent before it is approved.`
  if (job.status === 'completed')
    return `A run${what}: the ${sayJob(job, situation)} is completed. Whatever is left to do is estimated first, which costs nothing.`
  return `A run${what}: it goes on with the ${sayJob(job, situation)}. What is finished is kept and is not asked for again.`
}

export function standResume(record: Jobs, situation: Situation): Answer {
  const job = findMeantJob(record, situation.pullRequest)
  if (job === null) return answer(NO_JOB)
  const run = workingRun(record, job, situation)
  if (run !== null)
    return answer(`${sayRun(run, situation)} works on the ${sayJob(job, situation)} already: there is nothing to resume.`)
  if (job.status === 'completed') {
    return answer(
      `The ${sayJob(job, situation)} is completed: there is nothing to resume. \`/nehemvix rerun\` runs it again, \`/nehemvix run\` looks at the newest commit.`,
    )
  }
  if (hasMoved(job, situation)) return answer(sayMoved(job, situation))
  if (job.status === 'awaiting_approval') {
    const id = job.estimate === null ? '' : ` ${job.estimate.id}`
    return answer(`The ${sayJob(job, situation)} is not paused: it waits for approval. Type \`/nehemvix approve${id}\`.`)
  }
  if (job.status === 'paused_state' && commentFor(job.next) === PAY_AGAIN) return answer(sayLost(job))
  const next = commentFor(job.next)
  const isForAnother = next !== null && next !== '/nehemvix resume'
  if (isForAnother && (job.status === 'paused_cap' || job.status === 'consent_required')) {
    return answer(`${sayWhy(job)} A resume does not change that, so nothing was done. Type ${codeSpan(next)}.`)
  }
  return dispatch(situation, 'resume', sayResume(job, situation), { job: job.job })
}

function sayResume(job: RecordedJob, situation: Situation): string {
  const start = `Resume of the ${sayJob(job, situation)}.`
  if (job.status === 'paused_outcome') {
    return `${start} ${sayUnknown(job)} With your command their work is sent again, so up to that much may be paid twice; the cap holds.`
  }
  const back = job.resetAt === null ? null : sayMoment(job.resetAt, situation.now)
  if (back !== null && Date.parse(job.resetAt ?? '') > situation.now.getTime()) {
    return `${start} What ran out is available again ${back}; before that it pauses again unless another model may be used, and that costs nothing.`
  }
  return `${start} What is finished is kept and is not asked for again.`
}

export function standRerun(record: Jobs, situation: Situation): Answer {
  const job = findMeantJob(record, situation.pullRequest)
  if (job === null) return answer(NO_JOB)
  const run = workingRun(record, job, situation)
  if (run !== null)
    return answer(`${sayRun(run, situation)} works on the ${sayJob(job, situation)} now: there is nothing to run again yet.`)
  if (job.status !== 'completed') {
    const next =
      job.status === 'awaiting_approval' ? `/nehemvix approve${job.estimate ? ` ${job.estimate.id}` : ''}` : '/nehemvix resume'
    return answer(
      `The ${sayJob(job, situation)} is not finished (${codeSpan(job.status)}): there is nothing to run again yet. To go on: ${codeSpan(next)}.`,
    )
  }
  const moved = hasMoved(job, situation)
    ? ` It stays at ${sayCommit(job.sourceCommit)}; \`/nehemvix run\` is for the head, ${sayCommit(situation.headCommit ?? '')}.`
    : ''
  return dispatch(
    situation,
    'rerun',
    `Another run of the ${sayJob(job, situation)}. If it would cost anything, it asks for approval first.${moved}`,
    { job: job.job },
  )
}

export function standCancel(record: Jobs, situation: Situation): Answer {
  const job = findMeantJob(record, situation.pullRequest)
  if (job === null) return answer('There is no job, so there is nothing to cancel.')
  if (job.status === 'completed') {
    return answer(`The ${sayJob(job, situation)} is completed: there is nothing to cancel.`)
  }
  if (job.status === 'cancelled') {
    return answer(`The ${sayJob(job, situation)} is cancelled already. \`/nehemvix resume\` goes on with it.`)
  }
  if (record.cancel?.job === job.job) {
    return answer(
      `The ${sayJob(job, situation)} is being stopped already, as ${codeSpan(record.cancel.by)} asked: calls in flight are waited for.`,
    )
  }
  return dispatch(
    situation,
    'cancel',
    `Stopping the ${sayJob(job, situation)}: nothing new is sent, calls in flight are waited for, and what is finished stays.`,
    { job: job.job },
  )
}

/** The record has the sum; how many calls there are stands in the pause. */
function sayUnknown(job: RecordedJob): string {
  return `Calls were sent whose outcome nobody knows: ${printUsd(job.unknownMicroUsd)} at most, which counts against the cap.`
}

function sayLost(job: RecordedJob): string {
  return `${sayWhy(job)} If you want to start over and pay for it again, type \`/nehemvix run --pay-again\`.`
}

const sayWhy = (job: RecordedJob): string =>
  job.pausedMessage === null ? `The job stands at ${codeSpan(job.status)}.` : saySafe(job.pausedMessage, 1_000)
