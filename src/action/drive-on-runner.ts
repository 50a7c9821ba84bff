// Drives the job, keeps its state safe meanwhile, publishes what it wrote, and saves how it ended.
import { info } from '@actions/core'
import type { Report } from '../commands/report.ts'
import { messageOf } from '../github/client.ts'
import { readOwnLogin } from '../github/own-login.ts'
import type { StateRecord } from '../github/state-record.ts'
import { cancelJob } from '../job/cancel-job.ts'
import type { JobResult } from '../job/result.ts'
import { runJob } from '../job/run-job.ts'
import { printUsd } from '../money/usd.ts'
import { sentence } from '../pipeline/pauses.ts'
import { openStore } from '../store/open.ts'
import { meantJob, refuseUnpublishable, refuseVoidApproval, stillOpen } from './checks.ts'
import type { JobParts } from './do-job.ts'
import { modelEnvironment } from './inputs.ts'
import { jobRequestOf } from './job-request.ts'
import type { Order } from './order.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { withJob } from './record-job.ts'
import { makeReport } from './report-of.ts'
import { bringCommit, type Documented, findDocumented } from './source-commit.ts'
import { createStateKeeper, type StateKeeper } from './state-keeper.ts'
import { surround } from './surround.ts'
import { createTalk } from './talk.ts'
import { watchRecord } from './watch-record.ts'

const SAY_STOP = {
  cancelled: 'Somebody has cancelled the job: nothing new is sent, and what is on its way is waited for.',
  fenced: 'Another run has taken this repository over: nothing new is sent from here.',
}

export interface Driven {
  readonly report: Report
  readonly isOutOfTime: boolean
  /** What people may like to know, and need not act on. */
  readonly news: readonly string[]
  /** `failed`: what this run did is on its disk only. */
  readonly saved: 'saved' | 'failed' | 'nothing to save'
}

/** Throws Refusal where nothing may be done; nothing was spent then. */
export async function driveOnRunner(parts: JobParts, record: StateRecord): Promise<Driven> {
  const { order, ground, runner, inputs, stateDirectory } = parts
  const documented = await documentedBy(parts, record)
  const isStopped = order.operation === 'cancel'
  if (!isStopped) await bringCommit(runner.workspace, documented.commit, inputs['github-token'], runner.serverUrl)
  await refuseVoidApproval(order, record, ground, runner)
  const found = isStopped ? [] : await refuseUnpublishable(ground, runner, documented.targetBranch)
  const notices: string[] = []
  const publisher = openPublisher(parts, documented, record)
  const reportOf = (result: JobResult): Report =>
    makeReport({
      ...parts,
      result,
      publication: publisher.publication(),
      notices: [...stillOpen(found, publisher.publication()), ...notices],
      sourceCommit: documented.commit,
      talksOn: publisher.talksOn(),
    })
  const talk = createTalk(ground.github, runner.repository, await readOwnLogin(ground.github), () => new Date())
  const around = surround(inputs['time-budget-minutes'], {
    onSignal: () => {
      ground.hurry()
      void keeper.save()
    },
    onProgress: () => {
      const result = keeper.result()
      if (inputs.comments === 'action' && result !== null) talk.progress(reportOf(result))
    },
  })
  const keeper = createStateKeeper({
    carrier: parts.carrier,
    record,
    now: around.now,
    describe: (before, result) => withJob(before, result, placeOf(parts, documented, publisher), around.now()),
    onFenced: () => around.stop.stop('fenced'),
    isStopping: () => around.stop.reason !== null,
    say: info,
  })
  const watch = watchRecord(
    parts.carrier,
    () => keeper.result()?.job ?? null,
    (why) => {
      if (around.stop.reason === null) info(SAY_STOP[why])
      around.stop.stop(why)
    },
  )
  try {
    const result = isStopped
      ? await stopJob(parts)
      : await runJob(requestOf({ ...parts, order: publishingAgain(order, record) }, documented), {
          ...around,
          ...wiring(parts, keeper, publisher),
        })
    if (result.job === null) return { report: reportOf(result), isOutOfTime: false, news: [], saved: 'nothing to save' }
    const { notices: more, news } = await publisher.publish(reportOf(result), stateDirectory)
    notices.push(...more)
    // The record is another run's now, and the interval that is open there tells what was sent from here.
    if (result.status === 'held') return { report: reportOf(result), isOutOfTime: false, news, saved: 'nothing to save' }
    const saved = await saveEnd(parts, keeper, publisher, result, notices)
    return { report: reportOf(result), isOutOfTime: around.isOutOfTime(), news, saved }
  } finally {
    watch.end()
    around.end()
  }
}

const stopJob = async ({ order, runner, stateDirectory }: JobParts): Promise<JobResult> =>
  (await cancelJob({ job: order.job, directory: runner.workspace, state: stateDirectory }, process.env, new Date())).result

/** A guide that is paid for and not where it belongs is written once more, for nothing: going on with it is all that is left to do. */
const publishingAgain = (order: Order, record: StateRecord): Order => {
  const job = meantJob(record, order)
  const isLeft = order.operation === 'resume' && job?.status === 'completed' && job.isPublished === false
  return isLeft ? { ...order, operation: 'rerun', models: null } : order
}

const requestOf = ({ order, inputs, runner, ground, stateDirectory }: JobParts, { commit }: Documented) =>
  jobRequestOf(order, inputs, {
    workspace: runner.workspace,
    stateDirectory,
    configurationFile: ground.configurationFile,
    commit,
  })

const wiring = ({ inputs }: JobParts, keeper: StateKeeper, publisher: Publisher) => ({
  environment: modelEnvironment(inputs, process.env),
  keep: (store: Parameters<StateKeeper['attach']>[0], job: { readonly id: string }) => {
    keeper.attach(store, job.id)
    return keeper
  },
  onPlanned: publisher.plan,
})

/** What a job that goes on documents stands in the record; a new one takes what is asked for, as it is now. */
async function documentedBy({ order, ground, runner }: JobParts, record: StateRecord): Promise<Documented> {
  const isFresh = order.operation === 'run' || order.operation === 'estimate'
  const job = isFresh ? null : meantJob(record, order)
  if (job !== null) return { commit: job.sourceCommit, targetBranch: job.targetBranch }
  return await findDocumented(ground.github, runner.repository, { ...ground, pullRequest: order.pullRequest })
}

const placeOf = ({ ground, runner }: JobParts, documented: Documented, publisher: Publisher) => ({
  sourceCommit: documented.commit,
  targetBranch: documented.targetBranch,
  talksOn: publisher.talksOn(),
  guidePullRequest: publisher.pullRequest(),
  isPublished: publisher.isPublished(),
  configuration: ground.configurationDigest,
  runId: runner.runId,
})

/** The last state of this run, and in the same move of the record: who asked for what, where the guide stands, and that nobody works here now. */
async function saveEnd(
  { order, stateDirectory }: JobParts,
  keeper: StateKeeper,
  publisher: Publisher,
  result: JobResult,
  notices: string[],
): Promise<'saved' | 'failed'> {
  const store = openStore(stateDirectory, { mustExist: true })
  try {
    keeper.attach(store, result.job ?? '')
    await keeper.finish((record) => ({
      ...withHandled(publisher.note(record), order, result.job),
      holder: null,
      cancel: record.cancel?.job === result.job ? null : record.cancel,
      continuation: null,
    }))
    return 'saved'
  } catch (error) {
    const unsaved = keeper.unsavedMicroUsd()
    const lost =
      unsaved > 0
        ? `Up to ${printUsd(unsaved)} of what it sent then counts as of unknown outcome: the next run says so, and asks.`
        : 'It has sent nothing since the last one that was, so nothing that was paid for is lost.'
    notices.push(`The state of this run could not be saved: ${sentence(messageOf(error))} ${lost} The post step tries once more.`)
    return 'failed'
  } finally {
    store.close()
  }
}

function withHandled(record: StateRecord, { commentId, operation, by }: JobParts['order'], job: string | null): StateRecord {
  if (commentId === null) return record
  const handled = { commentId, job, what: operation, by: by ?? '', at: new Date().toISOString() }
  return { ...record, handled: [handled, ...record.handled] }
}
