// A job as the record tells of it. Pure.
import type { RecordedJob, StateRecord } from '../github/state-record.ts'
import type { JobResult } from '../job/result.ts'
import { microUsdFrom } from '../money/usd.ts'

export interface JobPlace {
  readonly sourceCommit: string
  readonly targetBranch: string
  readonly talksOn: number | null
  readonly guidePullRequest: number | null
  readonly configuration: string
  readonly runId: number
  readonly isPublished?: boolean
}

/** The record with this job at the top, as it stands. */
export function withJob(record: StateRecord, result: JobResult, place: JobPlace, now: Date): StateRecord {
  if (result.job === null) return record
  const before = record.jobs.find((job) => job.job === result.job)
  const told = describeJob(result, result.job, before ? keepPlace(before, place) : place, now)
  const isSameEstimate = before?.estimate?.id === told.estimate?.id
  const job = { ...told, estimatedAt: isSameEstimate ? (before?.estimatedAt ?? told.updatedAt) : told.updatedAt }
  return { ...record, jobs: [job, ...record.jobs.filter((one) => one.job !== job.job)] }
}

/** What a job documents and where it talks is settled when it starts. */
const keepPlace = (before: RecordedJob, place: JobPlace): JobPlace => ({
  ...place,
  sourceCommit: before.sourceCommit,
  targetBranch: before.targetBranch,
  talksOn: place.talksOn ?? before.talksOn,
  guidePullRequest: place.guidePullRequest ?? before.guidePullRequest,
  isPublished: place.isPublished ?? before.isPublished,
})

function describeJob(result: JobResult, job: string, place: JobPlace, now: Date): RecordedJob {
  const { estimate, paused } = result
  return {
    ...place,
    job,
    run: result.run ?? 1,
    status: result.status ?? 'failed',
    stage: result.stage,
    estimate: estimate && {
      id: estimate.id,
      lowMicroUsd: microUsdFrom(estimate.low_usd),
      highMicroUsd: microUsdFrom(estimate.high_usd),
      callsLow: estimate.calls_low,
      callsHigh: estimate.calls_high,
    },
    approvedEstimate: result.approved_estimate,
    capMicroUsd: result.cap_usd === null ? null : microUsdFrom(result.cap_usd),
    spentMicroUsd: microUsdFrom(result.spent_usd ?? 0),
    unknownMicroUsd: microUsdFrom(result.unknown_usd ?? 0),
    units: result.units ?? { done: 0, total: 0 },
    models: [...result.models],
    pausedMessage: paused?.message.slice(0, 1_900) ?? null,
    resetAt: paused?.reset_at ?? null,
    next: paused?.next ?? null,
    updatedAt: now.toISOString(),
  }
}
