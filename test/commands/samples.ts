import type { Report } from '../../src/commands/report.ts'
import type { Situation } from '../../src/commands/situation.ts'
import { EMPTY_RECORD, parseRecord, type RecordedJob, type StateRecord } from '../../src/github/state-record.ts'
import type { JobResult } from '../../src/job/result.ts'

export const NOW = new Date('2026-11-29T18:30:00Z')
export const HEAD = 'abc1234000000000000000000000000000000000'

export function sampleResult(change: Partial<JobResult> = {}): JobResult {
  return {
    type: 'result',
    job: 'j1a2b3c4',
    run: 1,
    status: 'awaiting_approval',
    stage: 'estimate',
    units: { done: 0, total: 64 },
    calls: { succeeded: 0, failed: 0, unknown: 0, undecided: 0, in_flight: 0, unusable: 0 },
    spent_usd: 0,
    unknown_usd: 0,
    reserved_usd: 0,
    unusable_usd: 0,
    cap_usd: null,
    stated_cap_usd: null,
    estimate: {
      id: 'e0123456789',
      low_usd: 0.05,
      high_usd: 0.12,
      calls_low: 12,
      calls_high: 20,
      connections: [
        connection('gemini-3.8-flash', 'gemini', 'generativelanguage.googleapis.com', 0.05, 0.08),
        connection('gpt-6-luna', 'openai', 'api.openai.com', 0.07, 0.12),
      ],
      assumptions: ['Low: short answers.', 'Answers that can’t be used are billed as well.'],
    },
    approved_estimate: null,
    paused: null,
    models: [],
    spending: [],
    provenance: null,
    grounding: null,
    guide: [],
    error: null,
    ...change,
  }
}

function connection(model: string, provider: string, host: string, low_usd: number, high_usd: number) {
  const audiences = [
    { name: 'shared', low_usd: low_usd - 0.02, high_usd: high_usd - 0.04 },
    { name: 'beginner', low_usd: 0.01, high_usd: 0.02 },
    { name: 'senior', low_usd: 0.01, high_usd: 0.02 },
  ]
  return { model, low_usd, high_usd, provider, host, prices: 'genai-prices, rates of 2026-11-29', audiences }
}

export function sampleReport(result: Partial<JobResult> = {}, change: Partial<Report> = {}): Report {
  return {
    version: 1,
    repository: 'acme/widgets',
    talksOn: 7,
    sourceCommit: HEAD,
    result: sampleResult(result),
    publication: null,
    workflowRun: { id: 99, url: 'https://github.com/acme/widgets/actions/runs/99' },
    stateExpiresAt: null,
    askedBy: null,
    commentId: null,
    switchable: [],
    notices: [],
    ...change,
  }
}

export const QUOTA_PAUSE: NonNullable<JobResult['paused']> = {
  kind: 'paused_quota',
  provider: 'gemini',
  model: 'gemini-3.8-flash',
  quota_id: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
  reset_at: '2026-11-30T08:00:00.000Z',
  message:
    'gemini-3.8-flash: You exceeded your current quota. It is available again in about 14 hours (2026-11-30 08:00 UTC). What is finished is kept and is not asked for again.',
  next: 'nehemvix resume --model gpt-6-luna --consent openai',
  others: [
    { model: 'gpt-6-luna', low_usd: 0.03, high_usd: 0.06 },
    { model: 'claude-haiku-4-5', low_usd: 0.05, high_usd: 0.11 },
  ],
}

export function sampleJob(change: Partial<RecordedJob> = {}): RecordedJob {
  return {
    job: 'j1a2b3c4',
    run: 1,
    status: 'awaiting_approval',
    stage: 'estimate',
    sourceCommit: HEAD,
    targetBranch: 'feature',
    talksOn: 7,
    guidePullRequest: null,
    configuration: 'c1',
    estimate: { id: 'e0123456789', lowMicroUsd: 50_000, highMicroUsd: 120_000, callsLow: 12, callsHigh: 20 },
    approvedEstimate: null,
    capMicroUsd: null,
    spentMicroUsd: 0,
    unknownMicroUsd: 0,
    units: { done: 0, total: 64 },
    models: ['gemini-3.8-flash'],
    pausedMessage: null,
    resetAt: null,
    next: null,
    runId: 99,
    updatedAt: '2026-11-29T18:00:00Z',
    ...change,
  }
}

/** Read as a run would read it, so that a sample can't be what no record is. */
export function sampleRecord(jobs: readonly RecordedJob[], change: Partial<StateRecord> = {}): StateRecord {
  const record = parseRecord(JSON.stringify({ ...EMPTY_RECORD, jobs, ...change }))
  if (record === null) throw new Error('the sample is no record')
  return record
}

export const heldBy = (runId: number): Pick<StateRecord, 'holder'> => ({
  holder: { runId, attempt: 1, since: '2026-11-29T18:00:00Z' },
})

export function sampleSituation(change: Partial<Situation> = {}): Situation {
  return {
    pullRequest: 7,
    headCommit: HEAD,
    headBranch: 'feature',
    commentId: 555,
    configuration: 'c1',
    consent: [],
    providerOf: (model) => {
      if (model.includes('/')) return model.slice(0, model.indexOf('/'))
      return model.startsWith('gpt-') ? 'openai' : model.startsWith('gemini-') ? 'gemini' : null
    },
    isHolderAlive: true,
    runUrl: (runId) => `https://github.com/acme/widgets/actions/runs/${runId}`,
    now: NOW,
    ...change,
  }
}
