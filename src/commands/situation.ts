// What a command meets: the record, the pull request it was typed on, and the job it means.
import type { RecordedJob, StateRecord } from '../github/state-record.ts'
import { printUsd } from '../money/usd.ts'
import { codeSpan } from './code-span.ts'
import { sayLink } from './report-words.ts'

/** As `readRecord` of github/move-record.ts answers. */
export type ReadRecord =
  | { readonly kind: 'none' }
  | { readonly kind: 'record'; readonly record: StateRecord }
  | { readonly kind: 'unreadable'; readonly why: string }

/** What of the record is looked at. */
export type Jobs = Pick<StateRecord, 'jobs' | 'holder' | 'interval' | 'cancel'>

export interface Situation {
  /** Where the command was typed. */
  readonly pullRequest: number
  /** The pull request's head; null: not known, and then nothing is said of it. */
  readonly headCommit: string | null
  /** The branch of that head. */
  readonly headBranch: string | null
  readonly commentId: number
  /** The digest of the configuration as it is now; null: not known, and then nothing is said of it. */
  readonly configuration: string | null
  /** Providers that the configuration on the default branch consents to. */
  readonly consent: readonly string[]
  /** The provider of a model by its name and the configuration; null: nobody knows it. */
  readonly providerOf: (model: string) => string | null
  /** Whether the run that holds the record lives; null: that can't be known, and it is taken to live. */
  readonly isHolderAlive: boolean | null
  /** The page of a workflow run. */
  readonly runUrl: (runId: number) => string
  readonly now: Date
}

/** What the workflow is dispatched with; what does not apply is empty. */
export interface DispatchInputs {
  readonly operation: 'run' | 'approve' | 'resume' | 'rerun' | 'cancel'
  readonly job: string
  readonly estimate: string
  readonly 'comment-id': string
  readonly 'pull-request': string
  readonly models: string
}

export type Answer =
  /** `message`: what was asked for; the run that is dispatched decides itself. */
  | { readonly kind: 'dispatch'; readonly inputs: DispatchInputs; readonly message: string }
  | { readonly kind: 'answer'; readonly message: string }

export const answer = (message: string): Answer => ({ kind: 'answer', message })

export function dispatch(
  situation: Situation,
  operation: DispatchInputs['operation'],
  message: string,
  rest: { readonly job?: string; readonly estimate?: string; readonly models?: string } = {},
): Answer {
  const { job = '', estimate = '', models = '' } = rest
  const inputs = {
    operation,
    job,
    estimate,
    'comment-id': String(situation.commentId),
    'pull-request': String(situation.pullRequest),
    models,
  }
  return { kind: 'dispatch', inputs, message }
}

/** The newest job that talks on this pull request or whose guide it is, else the newest of all. */
export function findMeantJob(record: Jobs, pullRequest: number): RecordedJob | null {
  return record.jobs.find((job) => isOn(job, pullRequest)) ?? record.jobs[0] ?? null
}

export const isOn = (job: RecordedJob, pullRequest: number): boolean =>
  job.talksOn === pullRequest || job.guidePullRequest === pullRequest

/** The pull request that a job documents has got new commits. A guide's own commits move another branch than its target. */
export function hasMoved(job: RecordedJob, { pullRequest, headCommit, headBranch }: Situation): boolean {
  const isOfHead = job.talksOn === pullRequest && headBranch === job.targetBranch
  return isOfHead && headCommit !== null && headCommit !== job.sourceCommit
}

/** The run that works on a job now, or null. A holder that is gone works on nothing. */
export function workingRun(record: Jobs, job: RecordedJob, { isHolderAlive }: Situation): number | null {
  const { holder, interval } = record
  if (holder === null || isHolderAlive === false) return null
  const isIts = job.runId === holder.runId || (interval?.runId === holder.runId && interval.job === job.job)
  return isIts ? holder.runId : null
}

export const isPaused = (job: RecordedJob): boolean => job.status.startsWith('paused_')

/** By its id, and by where it talks if that is not this pull request. */
export function sayJobId(job: RecordedJob, { pullRequest }: Pick<Situation, 'pullRequest'>): string {
  const elsewhere = isOn(job, pullRequest) || job.talksOn === null ? '' : ` (of #${job.talksOn})`
  return `${codeSpan(job.job, 60)}${elsewhere}`
}

export const sayJob = (job: RecordedJob, situation: Pick<Situation, 'pullRequest'>): string => `job ${sayJobId(job, situation)}`

export const sayCommit = (commit: string): string => codeSpan(commit.slice(0, 7))

export function sayEstimate(estimate: NonNullable<RecordedJob['estimate']>): string {
  return `estimate ${sayEstimateId(estimate)}`
}

export function sayEstimateId({ id, lowMicroUsd, highMicroUsd }: NonNullable<RecordedJob['estimate']>): string {
  return `${codeSpan(id)} (${printUsd(lowMicroUsd)} to ${printUsd(highMicroUsd)})`
}

/** `[the run](https://…)` */
export const sayRun = (runId: number, { runUrl }: Pick<Situation, 'runUrl'>): string => sayLink(`run ${runId}`, runUrl(runId))

export function sayMoved(job: RecordedJob, situation: Situation): string {
  return `This pull request has moved on: ${sayJob(job, situation)} is about ${sayCommit(job.sourceCommit)}, the head is ${sayCommit(situation.headCommit ?? '')}. Its estimate and approval are void. Type \`/nehemvix run\` for an estimate of the new head; what is finished and unchanged is not paid for again.`
}
