// A run's report, from what it knows at its end. Pure.
import type { Publication, Report } from '../commands/report.ts'
import type { RecordedJob } from '../github/state-record.ts'
import type { JobResult } from '../job/result.ts'
import { providerOf } from '../models/provider-of.ts'
import { CACHE_DAYS } from './carry.ts'
import type { Runner } from './event.ts'
import type { Ground } from './ground.ts'
import type { Inputs } from './inputs.ts'
import type { Order } from './order.ts'

const DAY_MS = 86_400_000

export interface ReportParts {
  readonly result: JobResult
  readonly order: Pick<Order, 'by' | 'commentId' | 'pullRequest'>
  readonly ground: Ground
  readonly runner: Runner
  readonly inputs: Inputs
  readonly publication: Publication | null
  readonly notices: readonly string[]
  readonly sourceCommit?: string | null
  readonly talksOn?: number | null
  /** false: there is none that could expire. */
  readonly hasState?: boolean
}

/** Whether a bare `/nehemvix switch` would do: the configuration, or the workflow, agrees that the model's provider sees the code. */
function isConsented(model: string, { configuration }: Ground, inputs: Inputs): boolean {
  const provider = providerOf(model, configuration.connections?.find((one) => one.model === model)?.baseUrl)
  return provider !== null && [...configuration.consent, ...inputs.consent].includes(provider)
}

const isSame = (before: RecordedJob, { status, estimate }: JobResult): boolean =>
  before.status === status && (before.estimate?.id ?? null) === (estimate?.id ?? null)

export function makeReport({ result, order, ground, runner, inputs, publication, notices, ...rest }: ReportParts): Report {
  const recorded = ground.record.jobs.find((job) => job.job === result.job)
  const configured = ground.configuration.connections?.map((one) => one.model) ?? inputs.models
  return {
    version: 1,
    repository: `${runner.repository.owner}/${runner.repository.repo}`,
    talksOn: rest.talksOn ?? recorded?.talksOn ?? order.pullRequest,
    sourceCommit: rest.sourceCommit ?? recorded?.sourceCommit ?? null,
    result,
    publication,
    guidePullRequest:
      publication !== null && 'pullRequest' in publication ? publication.pullRequest : (recorded?.guidePullRequest ?? null),
    workflowRun: { id: runner.runId, url: runner.runUrl },
    stateExpiresAt: rest.hasState === false ? null : new Date(Date.now() + CACHE_DAYS * DAY_MS).toISOString(),
    askedBy: order.by,
    commentId: order.commentId,
    switchable: configured.filter((model) => !result.models.includes(model) && isConsented(model, ground, inputs)),
    notices,
    approvers: ground.configuration.approvers,
    isRepeat: order.by === null && recorded !== undefined && isSame(recorded, result),
  }
}
