// A job as the record tells of it, where nothing but the record was read. Pure.
import type { RecordedJob, StateRecord } from '../github/state-record.ts'
import { type JobResult, refusedResult } from '../job/result.ts'
import { usdFrom } from '../money/usd.ts'

/** `jobId` null: the newest. */
export function recordedResult(record: StateRecord, jobId: string | null): JobResult {
  const job = record.jobs.find((one) => one.job === jobId) ?? (jobId === null ? record.jobs[0] : undefined)
  if (job === undefined)
    return refusedResult(jobId === null ? 'There is no job yet.' : `There is no job ${jobId}.`, 'nehemvix run')
  return {
    ...refusedResult('', null),
    job: job.job,
    run: job.run,
    status: job.status as JobResult['status'],
    stage: job.stage,
    units: job.units,
    spent_usd: usdFrom(job.spentMicroUsd),
    unknown_usd: usdFrom(job.unknownMicroUsd),
    reserved_usd: 0,
    cap_usd: job.capMicroUsd === null ? null : usdFrom(job.capMicroUsd),
    estimate: job.estimate && {
      id: job.estimate.id,
      low_usd: usdFrom(job.estimate.lowMicroUsd),
      high_usd: usdFrom(job.estimate.highMicroUsd),
      calls_low: job.estimate.callsLow,
      calls_high: job.estimate.callsHigh,
      connections: [],
      assumptions: [],
    },
    approved_estimate: job.approvedEstimate,
    models: job.models,
    paused: pausedOf(job),
    error: null,
  }
}

const pausedOf = ({ status, pausedMessage, resetAt, next }: RecordedJob): JobResult['paused'] =>
  pausedMessage === null || !status.startsWith('paused_')
    ? null
    : {
        kind: status,
        provider: null,
        model: null,
        quota_id: null,
        reset_at: resetAt,
        message: pausedMessage,
        next: next ?? '/nehemvix resume',
        others: [],
      }
