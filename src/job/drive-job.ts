// Runs the graph for one command, and says how it ended.

import { microUsdFrom } from '../money/usd.ts'
import type { RunContext } from '../pipeline/context.ts'
import { type Estimate, makeEstimate } from '../pipeline/estimate.ts'
import { ConsentRequired, diskPause, NeedsSwap, Stopped, sentence } from '../pipeline/pauses.ts'
import { renderPlannedGuide } from '../pipeline/stages/guide.ts'
import { isCancelRequested, type JobChange, mustFindJob, type Pause, threadOf, updateJob } from '../store/jobs.ts'
import { renewLease } from '../store/lease.ts'
import { jobTotals } from '../store/ledger.ts'
import { markTold } from '../store/unknown-calls.ts'
import { makeContext } from './make-context.ts'
import { type OpenJob, type Surroundings, statedCap } from './open-job.ts'
import { decidePermit } from './permits.ts'
import { quoteOthers, quoteSentence } from './quote-others.ts'
import type { JobRequest } from './request.ts'
import { type JobResult, jobResult, type ResultStatus } from './result.ts'
import { approveEstimate } from './settle-with-person.ts'

const HEARTBEAT_MS = 5_000
const CANCEL_POLL_MS = 400
/** Enough for every round of every stage; the gates bound them. */
const MOST_SUPERSTEPS = 100_000

const TRACING = ['LANGSMITH_TRACING', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING', 'LANGCHAIN_TRACING_V2']

/** Goes on from where the job stands, up to the guide or the next pause. */
export async function driveJob(open: OpenJob, request: JobRequest, surroundings: Surroundings): Promise<JobResult> {
  const { store, job } = open
  const context = makeContext(open, request, surroundings)
  const before = { status: job.status, paused: job.paused }
  updateJob(store, job.id, { status: 'running', paused: null, cancelRequested: false }, surroundings.now())
  const watch = watchOver(open, surroundings)
  try {
    const end = await runGraph(context, (estimate) => permit(open, request, surroundings, estimate))
    updateJob(store, job.id, { status: end }, surroundings.now())
    if (end === 'awaiting_approval') surroundings.onPlanned?.(await renderPlannedGuide(context))
    return jobResult(store, job.id)
  } catch (error) {
    return await ended(error, context, open, before, surroundings)
  } finally {
    watch.end()
    pruneCheckpoints(open)
  }
}

/** Decides on a first estimate, once it is stored. */
function permit(open: OpenJob, request: JobRequest, surroundings: Surroundings, estimate: Estimate): 'approved' | 'ask' {
  const { store, place } = open
  const job = mustFindJob(store, open.job.id)
  if (request.operation === 'estimate') return 'ask'
  if (job.capMicroUsd !== null) return 'approved'
  const totals = jobTotals(store, job.id)
  const decision = decidePermit({
    estimateHighMicroUsd: estimate.highMicroUsd,
    capMicroUsd: null,
    spentMicroUsd: totals.spentMicroUsd,
    unknownMicroUsd: totals.unknownMicroUsd,
    approveUnderMicroUsd: microUsdFrom(request.approveUnderUsd ?? place.configuration.approveUnderUsd),
  })
  if (decision.kind === 'open') {
    const capMicroUsd = statedCap(request, place) ?? decision.capMicroUsd
    updateJob(store, job.id, { capMicroUsd, approvedEstimateId: estimate.id }, surroundings.now())
    return 'approved'
  }
  if (!request.yes) {
    // A cap that is typed now holds for the approval that comes later.
    const stated = statedCap(request, place)
    if (stated !== null) updateJob(store, job.id, { statedCapMicroUsd: stated }, surroundings.now())
    return 'ask'
  }
  approveEstimate(open, estimate, statedCap(request, place), surroundings)
  return 'approved'
}

async function runGraph(
  context: RunContext,
  onEstimate: (estimate: Estimate) => 'approved' | 'ask',
): Promise<'completed' | 'awaiting_approval'> {
  // LangGraph traces to LangSmith where a user's environment asks for it, and a trace holds source code.
  for (const name of TRACING) process.env[name] = 'false'
  const { APPROVE_ESTIMATE, approvalOf, buildGraph } = await import('../pipeline/graph.ts')
  const graph = buildGraph(context, onEstimate)
  const config = {
    configurable: { thread_id: threadOf(context.job) },
    durability: 'sync' as const,
    recursionLimit: MOST_SUPERSTEPS,
  }
  const standing = await graph.getState(config)
  const isApproved = mustFindJob(context.store, context.job.id).capMicroUsd !== null
  const isAsking = standing.tasks.some((task) =>
    task.interrupts.some((one) => (one.value as { type?: string })?.type === APPROVE_ESTIMATE),
  )
  const input = isAsking && isApproved ? approvalOf() : standing.next.length > 0 && !isAsking ? null : {}
  await graph.invoke(input as never, config)
  const after = await graph.getState(config)
  if (after.tasks.some((task) => task.interrupts.length > 0)) return 'awaiting_approval'
  if (after.next.length > 0) throw new Error(`the graph stopped before ${after.next.join(', ')} without a word`)
  return 'completed'
}

async function ended(
  error: unknown,
  context: RunContext,
  open: OpenJob,
  before: Pick<JobChange, 'status' | 'paused'>,
  surroundings: Surroundings,
): Promise<JobResult> {
  const { store, job } = open
  const end = (change: JobChange, answer: { status?: ResultStatus; error?: JobResult['error'] } = {}) => {
    updateJob(store, job.id, change, surroundings.now())
    return jobResult(store, job.id, answer)
  }
  if (error instanceof NeedsSwap) {
    const pause = await withQuotes(context, error.pause)
    const result = end({ status: pause.kind, paused: pause })
    surroundings.report({ type: 'paused', pause })
    if (pause.kind === 'paused_outcome') markTold(store, job.id, surroundings.now())
    return result
  }
  if (error instanceof ConsentRequired) {
    const provider = error.connection.model.provider.name
    const status = before.status === 'running' ? 'awaiting_approval' : before.status
    const next = `nehemvix resume ${job.id} --consent ${provider}`
    return end({ ...before, status }, { status: 'consent_required', error: { message: error.message, next } })
  }
  if (error instanceof Stopped) {
    // Who was fenced off writes nothing: the row is somebody else's now.
    if (error.message === 'fenced') {
      const message = 'Another process has taken this job over while this one stood still. Nothing more was sent from here.'
      return jobResult(store, job.id, { status: 'held', error: { message, next: 'nehemvix status' } })
    }
    return end({ status: error.message === 'cancelled' ? 'cancelled' : 'interrupted', cancelRequested: false })
  }
  if ((error as { code?: string }).code === 'SQLITE_FULL') {
    // Nothing can be written down now, not even that it paused.
    const pause = diskPause(store.file)
    surroundings.report({ type: 'paused', pause })
    return jobResult(store, job.id, { status: pause.kind, error: { message: pause.message, next: pause.next } })
  }
  const message = error instanceof Error ? error.message : String(error)
  const next = (error as { next?: string | null }).next ?? `nehemvix resume ${job.id}`
  return end({ status: 'failed' }, { error: { message: `${sentence(message)} What is finished is kept.`, next } })
}

/** Where another model would help, what it would cost stands in the message. */
async function withQuotes(context: RunContext, pause: Pause): Promise<Pause> {
  if (pause.kind === 'paused_cap' && pause.next.includes('--cap')) return await withCapForTheRest(context, pause)
  if (!['paused_quota', 'paused_provider', 'paused_key', 'paused_request'].includes(pause.kind)) return pause
  const others = await quoteOthers(context, pause)
  return { ...pause, others, message: `${pause.message}${quoteSentence(others)}` }
}

/** The cap that lets all that is left run to its end, so that it need not be raised call by call. */
async function withCapForTheRest(context: RunContext, pause: Pause): Promise<Pause> {
  const { highMicroUsd } = await makeEstimate(context)
  const { spentMicroUsd, unknownMicroUsd } = jobTotals(context.store, context.job.id)
  const enough = Math.ceil((spentMicroUsd + unknownMicroUsd + highMicroUsd) / 100) / 10_000
  return { ...pause, next: `nehemvix approve --cap ${enough.toFixed(4)}` }
}

/** Keeps the lease alive, and looks whether somebody else took it, or wants the job cancelled. */
function watchOver({ store, job, epoch }: OpenJob, { now, stop }: Surroundings): { end: () => void } {
  const beat = () => {
    if (!renewLease(store, epoch, job, now())) stop.stop('fenced')
  }
  beat()
  const heartbeat = setInterval(beat, HEARTBEAT_MS)
  const poll = setInterval(() => {
    if (isCancelRequested(store, job.id)) stop.stop('cancelled')
  }, CANCEL_POLL_MS)
  return {
    end: () => {
      clearInterval(heartbeat)
      clearInterval(poll)
    },
  }
}

/** Only the newest checkpoint of a thread tells where to go on. */
function pruneCheckpoints({ store, job }: OpenJob): void {
  const thread = threadOf(job)
  const isMade = store.sql(`SELECT 1 FROM sqlite_schema WHERE name = 'checkpoints'`).get() !== undefined
  if (!isMade) return
  store.write(() => {
    const newest = 'SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = @thread'
    store.sql(`DELETE FROM writes WHERE thread_id = @thread AND checkpoint_id < (${newest})`).run({ thread })
    store.sql(`DELETE FROM checkpoints WHERE thread_id = @thread AND checkpoint_id < (${newest})`).run({ thread })
  })
}
