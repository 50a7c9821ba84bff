// One run of the pipeline on a runner: what it stands on, on whose word, and then the job, a look at it, or its end.
import { commentFor } from '../commands/next-command.ts'
import type { Report } from '../commands/report.ts'
import { postOnce } from '../github/comments.ts'
import { moveRecord } from '../github/move-record.ts'
import { readOwnLogin } from '../github/own-login.ts'
import { makeSafe } from '../github/safe-text.ts'
import { isRunAlive } from '../github/workflow-run.ts'
import { Refusal } from '../refusal.ts'
import { continueLater, NOTHING_LATER } from './continue-later.ts'
import { doJob } from './do-job.ts'
import { type Ending, leaveReportArtifact } from './ending.ts'
import type { Runner, RunnerEvent } from './event.ts'
import { findGround, type Ground } from './ground.ts'
import { hasKey, type Inputs } from './inputs.ts'
import { unreadableResult } from './lost-state.ts'
import { FORK_WITHOUT_KEY, type Work } from './operation.ts'
import { deriveOrder, type Order } from './order.ts'
import { recordedResult } from './recorded-result.ts'
import { makeReport } from './report-of.ts'
import { createTalk } from './talk.ts'

export async function runPipeline(
  work: Extract<Work, { kind: 'pipeline' }>,
  runner: Runner,
  inputs: Inputs,
  event: RunnerEvent,
): Promise<Ending> {
  const ground = await findGround(runner, inputs, process.env)
  if ((event.isFork || ground.isFork) && work.asker.kind === 'nobody' && !hasKey(inputs) && needsKey(ground, inputs))
    return { kind: 'nothing', notice: FORK_WITHOUT_KEY }
  const ordered = await deriveOrder(work.asker, work.operation, {
    github: ground.github,
    repository: runner.repository,
    runner,
    inputs,
    record: ground.record,
    approvers: ground.configuration.approvers,
    runSpends: runSpends(ground, inputs),
    now: new Date(),
    dispatchedModels: event.models ?? inputs.models,
  })
  switch (ordered.kind) {
    case 'nothing':
      return { kind: 'nothing', notice: ordered.notice }
    case 'refuse':
      return await refuse(ordered.message, ordered, ground, runner)
    case 'order':
      return await carryOut(ordered.order, ground, runner, inputs)
  }
}

/** Whether `run` may spend with no further approval: it approves by itself, or goes on with what is approved. */
const runSpends = ({ configuration, record }: Ground, inputs: Inputs): boolean =>
  (inputs['approve-under'] ?? configuration.approveUnderUsd) > 0 ||
  record.jobs.some((job) => job.approvedEstimate !== null && !IDLE.includes(job.status))

const IDLE = ['completed', 'cancelled', 'awaiting_approval']

/** Without a word of models `offline` writes the guide, which needs no key. */
const needsKey = ({ configuration }: Ground, { models }: Inputs): boolean =>
  (models.length > 0 ? models : (configuration.connections ?? []).map((one) => one.model)).some((model) => model !== 'offline')

/** Who typed a comment reads the answer there, and the step is green; who pressed a button looks at the step. */
async function refuse(
  message: string,
  { commentId, pullRequest }: Pick<Order, 'commentId' | 'pullRequest'>,
  { github }: Ground,
  { repository }: Runner,
): Promise<Ending> {
  if (commentId === null || pullRequest === null) return { kind: 'refused', message, isRed: true }
  // Also where the app comments: a report is about a job, and this is about a comment.
  const marker = `<!-- nehemvix:run-answer ${commentId} -->`
  const answer = { marker, body: makeSafe(message), me: await readOwnLogin(github) }
  const posted = await postOnce(github, repository, pullRequest, answer)
  // Said once and for all: what is refused today must not be carried out by a repeated run tomorrow.
  const handled = { commentId, job: null, what: 'refused', by: '', at: new Date().toISOString() }
  await moveRecord(github, repository, (record) =>
    record.handled.some((one) => one.commentId === commentId) ? null : { ...record, handled: [handled, ...record.handled] },
  )
  return { kind: 'refused', message, isRed: posted.kind === 'not posted' }
}

async function carryOut(order: Order, ground: Ground, runner: Runner, inputs: Inputs): Promise<Ending> {
  if (order.operation === 'status') return await lookAt(order, ground, runner, inputs)
  const isFlagged = order.operation === 'cancel' && (await flagCancel(order, ground, runner))
  if (isFlagged) return await lookAt(order, ground, runner, inputs, [sayFlagged(ground)])
  const done = await doJob(order, ground, runner, inputs)
  const { report, refusal } = done
  if (refusal !== null) return await refuse(`${refusal.message}${sayNext(refusal.next)}`, order, ground, runner)
  // The job's own comment is the other run's.
  const isHeld = report.result.status === 'held'
  if (isHeld) await refuse(report.result.error?.message ?? '', order, ground, runner)
  const later = done.isOutOfTime ? await continueLater(report, ground, runner) : NOTHING_LATER
  const news = [...done.news, ...later.news]
  const said = { ...report, notices: [...report.notices, ...later.notices] }
  const unsaid = isHeld ? [] : await tell({ ...said, notices: [...said.notices, ...news] }, ground, runner, inputs)
  const { status } = report.result
  return {
    kind: 'job',
    report: { ...said, notices: [...said.notices, ...unsaid] },
    news,
    isRed: status === 'failed' || status === null,
  }
}

/** The record is all that is read. */
async function lookAt(
  order: Order,
  ground: Ground,
  runner: Runner,
  inputs: Inputs,
  news: readonly string[] = [],
): Promise<Ending> {
  const result = ground.unreadable === null ? recordedResult(ground.record, order.job) : unreadableResult(ground.unreadable)
  const report = makeReport({ result, order, ground, runner, inputs, publication: null, notices: [] })
  return { kind: 'job', report, news, isRed: false }
}

const sayFlagged = ({ record }: Ground): string =>
  `Run ${record.holder?.runId} was told to stop: it sends nothing new, waits for what it has sent, and saves what is finished.`

/** As a comment, where one does it. */
function sayNext(next: string | null): string {
  if (next === null) return ''
  const comment = commentFor(next)
  return comment === null ? ` To do: ${next}` : ` To do: \`${comment}\``
}

/** A run that works on the job is told by the record, and ends when its calls have settled. false: none works, so it can be done here. */
async function flagCancel(order: Order, { github, record }: Ground, { repository, runId }: Runner): Promise<boolean> {
  const { holder } = record
  if (holder === null || holder.runId === runId) return false
  if ((await isRunAlive(github, repository, holder.runId, holder.attempt)) === false) return false
  const job = order.job ?? record.interval?.job ?? record.jobs[0]?.job
  if (job === undefined) return false
  const at = new Date().toISOString()
  const by = order.by ?? ''
  // A run that has ended in between needs no telling, and a wish that nobody is left to hear would stop the next one.
  const moved = await moveRecord(github, repository, (newest) =>
    newest.holder?.runId !== holder.runId
      ? null
      : {
          ...newest,
          cancel: { job, commentId: order.commentId, by, at },
          handled:
            order.commentId === null
              ? newest.handled
              : [{ commentId: order.commentId, job, what: 'cancel', by, at }, ...newest.handled],
        },
  )
  if (moved.kind === 'unchanged') return false
  if (moved.kind === 'lost')
    throw new Refusal(`The wish to cancel could not be written down: ${moved.why}`, 'start it again later')
  return true
}

async function tell(report: Report, { github }: Ground, runner: Runner, inputs: Inputs): Promise<string[]> {
  if (inputs.comments === 'app') {
    try {
      await leaveReportArtifact(report, runner.temporary)
      return []
    } catch (error) {
      return [`The report for the app could not be left: ${(error as Error).message}`]
    }
  }
  return [...(await createTalk(github, runner.repository, await readOwnLogin(github), () => new Date()).outcome(report))]
}
