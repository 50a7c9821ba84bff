// From rows of the store to the `result` object of the contract.

import type { Grounding } from '../guide/grounding.ts'
import { usdFrom } from '../money/usd.ts'
import type { Estimate } from '../pipeline/estimate.ts'
import { describeProvenance, modelsInUse } from '../pipeline/provenance.ts'
import { findEstimate } from '../store/estimates.ts'
import { type Job, mustFindJob } from '../store/jobs.ts'
import { callCounts, jobTotals, spendingByModel } from '../store/ledger.ts'
import type { Store } from '../store/open.ts'
import { countUnits } from '../store/units.ts'
import { undecidedCalls } from '../store/unknown-calls.ts'
import type { JobStatus } from '../vocabulary.ts'

/** What a command ends with. `consent_required` and `held` are answers to the command; the job's stored status stays what it was. */
export type ResultStatus = JobStatus | 'consent_required' | 'held'

export interface JobResult {
  readonly type: 'result'
  readonly job: string | null
  readonly run: number | null
  readonly status: ResultStatus | null
  readonly stage: string | null
  readonly units: { readonly done: number; readonly total: number } | null
  readonly calls: Record<'succeeded' | 'failed' | 'unknown' | 'undecided' | 'in_flight' | 'unusable', number> | null
  readonly spent_usd: number | null
  readonly unknown_usd: number | null
  readonly reserved_usd: number | null
  /** Paid for answers that could not be used; part of `spent_usd`. */
  readonly unusable_usd: number | null
  readonly cap_usd: number | null
  /** A cap that was typed and waits for the approval. */
  readonly stated_cap_usd: number | null
  readonly estimate: EstimateResult | null
  /** The id of the estimate that was approved last. */
  readonly approved_estimate: string | null
  readonly paused: PausedResult | null
  readonly models: readonly string[]
  /** What each model was asked and billed, in this job. */
  readonly spending: readonly { readonly model: string; readonly calls: number; readonly spent_usd: number }[]
  readonly provenance: string | null
  readonly grounding: GroundingResult | null
  readonly guide: readonly string[]
  /** What a refused command is about, and what to type. */
  readonly error: { readonly message: string; readonly next: string | null } | null
}

interface EstimateResult {
  readonly id: string
  readonly low_usd: number
  readonly high_usd: number
  readonly calls_low: number
  readonly calls_high: number
  readonly connections: readonly ConnectionResult[]
  readonly assumptions: readonly string[]
}

interface ConnectionResult {
  readonly model: string
  readonly low_usd: number
  readonly high_usd: number
  /** Who would see the code. */
  readonly provider: string
  readonly host: string
  /** Where the prices come from, with their date. */
  readonly prices: string
  /** By audience, and what all share. */
  readonly audiences: readonly { readonly name: string; readonly low_usd: number; readonly high_usd: number }[]
}

interface PausedResult {
  readonly kind: string
  readonly provider: string | null
  readonly model: string | null
  readonly quota_id: string | null
  readonly reset_at: string | null
  readonly message: string
  readonly next: string
  readonly others: readonly { readonly model: string; readonly low_usd: number; readonly high_usd: number }[]
}

interface GroundingResult {
  readonly score: number
  readonly references: number
  readonly grounded: number
  readonly sections_written: number
  readonly sections_planned: number
}

export function jobResult(
  store: Store,
  jobId: string,
  answer: { readonly status?: ResultStatus; readonly error?: JobResult['error'] } = {},
): JobResult {
  const job = mustFindJob(store, jobId)
  const totals = jobTotals(store, jobId)
  const { unusableMicroUsd, ...calls } = callCounts(store, jobId)
  const estimate = job.estimateId === null ? null : (findEstimate(store, job.estimateId) as Estimate)
  const models = modelsInUse(store, jobId)
  return {
    type: 'result',
    job: job.id,
    run: job.run,
    status: answer.status ?? job.status,
    stage: job.stage,
    units: countUnits(store, jobId, null),
    calls: { ...calls, undecided: undecidedCalls(store, jobId).count },
    spent_usd: usdFrom(totals.spentMicroUsd),
    unknown_usd: usdFrom(totals.unknownMicroUsd),
    reserved_usd: usdFrom(totals.reservedMicroUsd),
    unusable_usd: usdFrom(unusableMicroUsd),
    cap_usd: job.capMicroUsd === null ? null : usdFrom(job.capMicroUsd),
    stated_cap_usd: job.statedCapMicroUsd === null ? null : usdFrom(job.statedCapMicroUsd),
    estimate: estimate === null ? null : estimateResult(estimate),
    approved_estimate: job.approvedEstimateId,
    paused: pausedResult(job),
    models,
    spending: spendingByModel(store, jobId).map(({ model, calls, costMicroUsd }) => ({
      model,
      calls,
      spent_usd: usdFrom(costMicroUsd),
    })),
    provenance: models.length === 0 ? null : describeProvenance(job.switches, models),
    grounding: groundingResult(store, job),
    guide: job.guide,
    error: answer.error ?? null,
  }
}

/** The result of a command that no job belongs to. */
export function refusedResult(message: string, next: string | null): JobResult {
  return {
    type: 'result',
    job: null,
    run: null,
    status: null,
    stage: null,
    units: null,
    calls: null,
    spent_usd: null,
    unknown_usd: null,
    reserved_usd: null,
    unusable_usd: null,
    cap_usd: null,
    stated_cap_usd: null,
    estimate: null,
    approved_estimate: null,
    paused: null,
    models: [],
    spending: [],
    provenance: null,
    grounding: null,
    guide: [],
    error: { message, next },
  }
}

const estimateResult = (estimate: Estimate): EstimateResult => ({
  id: estimate.id,
  low_usd: usdFrom(estimate.lowMicroUsd),
  high_usd: usdFrom(estimate.highMicroUsd),
  calls_low: estimate.callsLow,
  calls_high: estimate.callsHigh,
  connections: estimate.connections.map((one) => ({
    model: one.name,
    low_usd: usdFrom(one.lowMicroUsd),
    high_usd: usdFrom(one.highMicroUsd),
    provider: one.provider,
    host: one.host,
    prices: one.prices,
    audiences: one.audiences.map(({ name, lowMicroUsd, highMicroUsd }) => ({
      name,
      low_usd: usdFrom(lowMicroUsd),
      high_usd: usdFrom(highMicroUsd),
    })),
  })),
  assumptions: estimate.assumptions,
})

function pausedResult(job: Job): PausedResult | null {
  if (job.paused === null) return null
  const { kind, provider, model, quotaId, resetAt, message, next, others = [] } = job.paused
  const quotes = others.map((one) => ({
    model: one.model,
    low_usd: usdFrom(one.lowMicroUsd),
    high_usd: usdFrom(one.highMicroUsd),
  }))
  return { kind, provider, model, quota_id: quotaId, reset_at: resetAt, message, next, others: quotes }
}

/** Before the guide is grounded nothing is claimed: the score of what was not looked up is 0. */
function groundingResult(store: Store, job: Job): GroundingResult | null {
  const planned = countUnits(store, job.id, 'sections')
  if (planned.total === 0) return null
  const found = job.grounding as Grounding | null
  return {
    score: found?.score ?? 0,
    references: found?.references ?? 0,
    grounded: found?.grounded ?? 0,
    sections_written: planned.done,
    sections_planned: planned.total,
  }
}
