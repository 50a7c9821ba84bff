// The job's life on a runner: taken hold of, its state brought here, driven, given back.
import { join } from 'node:path'
import { info } from '@actions/core'
import type { Report } from '../commands/report.ts'
import { moveRecord } from '../github/move-record.ts'
import type { StateRecord } from '../github/state-record.ts'
import { type JobResult, refusedResult } from '../job/result.ts'
import { sentence } from '../pipeline/pauses.ts'
import { Refusal } from '../refusal.ts'
import { type Carrier, refuseForeignPlace } from './carry.ts'
import { driveOnRunner } from './drive-on-runner.ts'
import type { Runner } from './event.ts'
import type { Ground } from './ground.ts'
import { isHeldBy, takeHold } from './hold.ts'
import type { Inputs } from './inputs.ts'
import { lostStateResult, unreadableResult, withLostState, withoutLostState } from './lost-state.ts'
import type { Order } from './order.ts'
import { rememberHold, rememberRelease } from './post-state.ts'
import { recordedResult } from './recorded-result.ts'
import { makeReport } from './report-of.ts'
import { type Restored, restoreState } from './restore.ts'

export interface JobParts {
  readonly order: Order
  readonly ground: Ground
  readonly runner: Runner
  readonly inputs: Inputs
  readonly carrier: Carrier
  readonly stateDirectory: string
}

export interface Done {
  readonly report: Report
  /** The run ends because its time is over, and another has to go on. */
  readonly isOutOfTime: boolean
  readonly news: readonly string[]
  /** What a refused order has to be told, and how. */
  readonly refusal: Refusal | null
}

export async function doJob(order: Order, ground: Ground, runner: Runner, inputs: Inputs): Promise<Done> {
  const { github } = ground
  const carrier: Carrier = { ...runner, github, repositoryId: ground.repositoryId, step: 'main', token: inputs['github-token'] }
  const parts: JobParts = { order, ground, runner, inputs, carrier, stateDirectory: join(runner.temporary, 'nehemvix', 'state') }
  const { unreadable } = ground
  const replaces = order.paysAgain && order.by !== null ? (unreadable?.head ?? null) : null
  if (unreadable !== null && replaces === null) return tell(parts, unreadableResult(unreadable))
  const held = await takeHold(github, runner.repository, runner, ground.record, new Date(), replaces)
  if (held.kind === 'failed') {
    const why = `Nothing was done: a run that can't write down that it works must not spend. ${sentence(held.why)}`
    const refusal = new Refusal(why, '`permissions: contents: write` for the job in the workflow; else start it again later')
    return tell(parts, refusedResult(refusal.message, refusal.next), refusal)
  }
  if (held.kind === 'held') return tell(parts, heldResult(ground.record, order, held.runId))
  rememberHold(parts.stateDirectory)
  try {
    // Two dispatches of one comment may both have looked before either held anything.
    if (order.commentId !== null && held.record.handled.some((one) => one.commentId === order.commentId)) {
      await giveBack(parts)
      return tell(parts, recordedResult(held.record, order.job))
    }
    await refuseForeignPlace(runner.workspace)
    const restored = await bringState(parts, held.record, held.left)
    if (restored.kind === 'missing') {
      const lost = lostStateResult(held.record, restored.why, restored.mayPass)
      // What may come back is told to this run only: the job stands where it stood.
      await giveBack(parts, restored.mayPass ? undefined : (record) => withLostState(record, lost, new Date()))
      return tell(parts, lost)
    }
    info(sayRestored(restored, held.record))
    const done = await driveOnRunner(parts, restored.kind === 'over' ? await startOver(parts) : held.record)
    // What could not be saved the post step tries again.
    if (done.saved === 'nothing to save') await giveBack(parts)
    else if (done.saved === 'saved') rememberRelease()
    return { ...done, refusal: null }
  } catch (error) {
    // After a fault of ours the post step saves what there is.
    if (!(error instanceof Refusal)) throw error
    await giveBack(parts)
    return tell(parts, refusedResult(error.message, error.next), error)
  }
}

/** A person's word to pay again starts with an empty state; what was spent stays in the record. */
async function bringState(
  parts: JobParts,
  record: StateRecord,
  left: StateRecord['interval'],
): Promise<Restored | { readonly kind: 'over' }> {
  const restored = await restoreState(parts.carrier, record, parts.stateDirectory, left)
  const mayStartOver = restored.kind === 'missing' && parts.order.paysAgain && parts.order.by !== null
  return mayStartOver ? { kind: 'over' } : restored
}

function sayRestored(restored: Exclude<Restored, { kind: 'missing' }> | { readonly kind: 'over' }, record: StateRecord): string {
  switch (restored.kind) {
    case 'first':
      return 'Nothing was saved before: this is the first run.'
    case 'over':
      return `State ${record.sequence} is lost, and the job starts over, as a person has decided.`
    case 'restored':
      return `State ${record.sequence} is here, from the ${restored.from}.`
  }
}

/** The record without the state that is lost. */
async function startOver({ ground, runner }: JobParts): Promise<StateRecord> {
  const moved = await moveRecord(ground.github, runner.repository, (record) =>
    isHeldBy(record, runner) ? withoutLostState(record) : null,
  )
  if (moved.kind === 'moved') return moved.record
  throw new Refusal(
    `The job can't start over: ${moved.kind === 'lost' ? moved.why : 'another run has taken this repository over'}.`,
    '/nehemvix run --pay-again',
  )
}

/** An interval that is open stays open: only a saved state can close it. */
async function giveBack({ ground, runner }: JobParts, change = (record: StateRecord) => record): Promise<void> {
  rememberRelease()
  await moveRecord(ground.github, runner.repository, (record) =>
    isHeldBy(record, runner) ? { ...change(record), holder: null } : null,
  )
}

const tell = (parts: JobParts, result: JobResult, refusal: Refusal | null = null): Done => ({
  report: makeReport({ ...parts, result, publication: null, notices: [], hasState: result.status !== 'paused_state' }),
  isOutOfTime: false,
  news: [],
  refusal,
})

function heldResult(record: StateRecord, order: Order, runId: number): JobResult {
  const message = `Run ${runId} is working on this repository: two would pay twice. Nothing was sent.`
  return { ...recordedResult(record, order.job), status: 'held', error: { message, next: '/nehemvix status' } }
}
