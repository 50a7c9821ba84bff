// The state of before is not to be had: what that means, told from the record alone. Pure.
import type { RecordedJob, StateRecord } from '../github/state-record.ts'
import { type JobResult, refusedResult } from '../job/result.ts'
import { printUsd, usdFrom } from '../money/usd.ts'
import type { Unreadable } from './ground.ts'
import { recordedResult } from './recorded-result.ts'

const PAY_AGAIN = 'nehemvix run --pay-again'

/** `paused_state`: nothing is sent, because what the record says was paid would be paid again. */
export function lostStateResult(record: StateRecord, why: string, mayPass: boolean): JobResult {
  const job = record.jobs[0]
  const spent = record.jobs.reduce((sum, one) => sum + one.spentMicroUsd, 0)
  const unknown = record.jobs.reduce((sum, one) => sum + one.unknownMicroUsd, 0) + (record.interval?.upToMicroUsd ?? 0)
  const saved =
    record.snapshot === null
      ? ''
      : ` (number ${record.sequence}, of ${record.snapshot.savedAt.slice(0, 16).replace('T', ' ')} UTC)`
  const units = job === undefined ? '' : ` Job ${job.job} had ${job.units.done} of ${job.units.total} units done.`
  const mayBe = unknown > 0 ? `, and up to ${printUsd(unknown)} of unknown outcome` : ''
  const message = `The saved state${saved} is not to be had: ${why}. The record says that ${printUsd(spent)} was spent${mayBe}.${units} Without the state all of that would be paid again, so nothing was sent.${mayPass ? ' It may be there again later.' : ''}`
  const next = mayPass ? 'nehemvix resume' : PAY_AGAIN
  return {
    ...recordedResult(record, null),
    status: 'paused_state',
    unknown_usd: usdFrom(unknown),
    paused: pausedState(message, next),
    error: null,
  }
}

/** The record itself is not to be had, so that not even what was paid can be told. */
export function unreadableResult({ why, mayPass, head }: Unreadable): JobResult {
  const text = `${why.charAt(0).toUpperCase()}${why.slice(1)}. Without the record nobody knows what is paid for already, so nothing was sent.`
  const hint = mayPass
    ? 'It may be readable again later.'
    : 'A newer Nehemvix may read it; else a person can start over, and pay again.'
  const message = `${text} ${hint}`
  const next = mayPass || head === null ? 'nehemvix resume' : PAY_AGAIN
  return {
    ...refusedResult(message, next),
    status: 'paused_state',
    paused: pausedState(message, next),
    error: null,
  }
}

/** One state serves the repository: if it is lost, it is lost for every job. */
export function withLostState(record: StateRecord, { paused }: JobResult, now: Date): StateRecord {
  const lose = (job: RecordedJob): RecordedJob => ({
    ...job,
    status: 'paused_state',
    pausedMessage: paused?.message.slice(0, 1_900) ?? null,
    next: PAY_AGAIN,
    resetAt: null,
    updatedAt: now.toISOString(),
  })
  return { ...record, jobs: record.jobs.map((job, at) => (at === 0 || job.status !== 'completed' ? lose(job) : job)) }
}

/** A person starts over: what was spent stays written down, with what may have been. */
export function withoutLostState(record: StateRecord): StateRecord {
  const { interval } = record
  const end = (job: RecordedJob): RecordedJob => ({
    ...job,
    // The new job has the same id where it documents the same.
    job: `${job.job}-lost-${record.sequence}`,
    ...(job.status === 'completed' ? {} : { status: 'cancelled', pausedMessage: null, next: null, estimate: null }),
    unknownMicroUsd: job.unknownMicroUsd + (interval?.job === job.job ? interval.upToMicroUsd : 0),
  })
  return { ...record, snapshot: null, interval: null, jobs: record.jobs.map(end) }
}

const pausedState = (message: string, next: string): JobResult['paused'] => ({
  kind: 'paused_state',
  provider: null,
  model: null,
  quota_id: null,
  reset_at: null,
  message,
  next,
  others: [],
})
