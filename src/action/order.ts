// What is to be done, and on whose word. No input decides that: a comment is read again, an actor is looked up.
import type { Command } from '../commands/command.ts'
import { parseComment } from '../commands/parse.ts'
import { mayCommand } from '../commands/permission.ts'
import { findMeantJob } from '../commands/situation.ts'
import type { GitHub, Repository } from '../github/client.ts'
import { readComment } from '../github/comments.ts'
import { readPullRequest } from '../github/pull-request.ts'
import { readRole } from '../github/role.ts'
import type { RecordedJob, StateRecord } from '../github/state-record.ts'
import type { Runner } from './event.ts'
import type { ActionOperation, Inputs } from './inputs.ts'
import type { Asker } from './operation.ts'

export interface Order {
  readonly operation: Exclude<ActionOperation, 'auto'>
  readonly job: string | null
  readonly estimate: string | null
  readonly models: readonly string[] | null
  readonly capUsd: number | null
  /** The person agrees that the providers of `models` see the code. */
  readonly consents: boolean
  readonly paysAgain: boolean
  /** By login; null: nobody. */
  readonly by: string | null
  readonly commentId: number | null
  /** Where it was asked for, and where to answer. */
  readonly pullRequest: number | null
}

export type Ordered =
  | { readonly kind: 'order'; readonly order: Order }
  /** Said, and answered where it was asked. */
  | { readonly kind: 'refuse'; readonly message: string; readonly pullRequest: number | null; readonly commentId: number | null }
  /** Done already, or nothing for us. */
  | { readonly kind: 'nothing'; readonly notice: string }

export interface OrderParts {
  readonly github: GitHub
  readonly repository: Repository
  readonly runner: Runner
  readonly inputs: Inputs
  readonly record: StateRecord
  readonly approvers: readonly string[]
  /** `run` would spend without asking, by the configured threshold. */
  readonly runSpends: boolean
  readonly now: Date
  /** What the dispatch itself named; a workflow may name models for every run, and that is no switch. */
  readonly dispatchedModels: readonly string[]
}

export async function deriveOrder(asker: Asker, operation: ActionOperation, parts: OrderParts): Promise<Ordered> {
  switch (asker.kind) {
    case 'comment':
      return await orderOfComment(asker.id, parts)
    case 'actor':
      return await orderOfActor(operation, parts)
    case 'nobody':
      return orderOfNobody(operation, parts.record)
  }
}

/** A schedule or a push may look, estimate, and go on with what was approved. What takes a person's word is not for it. */
function orderOfNobody(operation: ActionOperation, record: StateRecord): Ordered {
  const asked = operation === 'auto' ? goOnOrRun(record) : operation
  if (asked === 'approve' || asked === 'rerun' || asked === 'cancel') {
    return {
      kind: 'refuse',
      message: `\`operation: ${asked}\` takes a person: a comment, or a run that somebody starts by hand. A schedule or a push decides nothing, so nothing was done.`,
      pullRequest: null,
      commentId: null,
    }
  }
  return { kind: 'order', order: { ...EMPTY, operation: asked } }
}

async function orderOfComment(id: number, parts: OrderParts): Promise<Ordered> {
  const { github, repository, inputs, record, now } = parts
  if (record.handled.some((one) => one.commentId === id))
    return { kind: 'nothing', notice: `Comment ${id} was carried out before: nothing is left to do.` }
  const comment = await readComment(github, repository, id)
  if (comment === null) return { kind: 'nothing', notice: `Comment ${id} is gone: what it asked for is not done.` }
  const pullRequest = comment.issueNumber
  const refuse = (message: string): Ordered => ({ kind: 'refuse', message, pullRequest, commentId: id })
  if (comment.createdAt !== comment.updatedAt)
    return refuse('The comment was edited after it was posted, so it is not carried out. Type the command in a new comment.')
  if (now.getTime() - Date.parse(comment.createdAt) > OLDEST_COMMENT_MS)
    return refuse('The comment is more than three days old, so it is not carried out now. Type the command in a new comment.')
  if (inputs['pull-request'] !== null && inputs['pull-request'] !== pullRequest)
    return { kind: 'nothing', notice: `Comment ${id} is not on pull request ${inputs['pull-request']}: nothing was done.` }
  const parsed = parseComment(comment.body)
  if (parsed.kind === 'ignore') return { kind: 'nothing', notice: `Comment ${id} is no command.` }
  if (parsed.kind === 'reply') return refuse(parsed.message)
  const issue = await readPullRequest(github, repository, pullRequest)
  const permission = mayCommand({
    author: comment.author,
    authorIsBot: comment.authorIsBot,
    sender: null,
    senderIsBot: false,
    role: await readRole(github, repository, comment.author),
    approvers: parts.approvers,
    issue: issue ?? { isPullRequest: false, isFork: false, isOpen: true, isLocked: false },
    command: parsed.command,
    runSpends: parts.runSpends,
  })
  if (permission.kind === 'refuse') return refuse(permission.message)
  if (permission.kind === 'ignore')
    return { kind: 'nothing', notice: `Comment ${id} is by a bot, or where nothing can be answered: nothing was done.` }
  const job = jobMeantBy(parsed.command, record, pullRequest)
  if (parsed.command.verb === 'approve' && isOlder(comment.createdAt, job))
    return refuse(
      `The comment is older than the estimate ${job?.estimate?.id}, so it can't mean it. To approve that one: \`/nehemvix approve ${job?.estimate?.id}\``,
    )
  const order = orderOf(parsed.command, job?.job ?? null)
  return { kind: 'order', order: { ...order, by: comment.author, commentId: id, pullRequest } }
}

/** A dispatch may come late, and a re-run later still. */
const OLDEST_COMMENT_MS = 3 * 86_400_000

/** The job that a comment means, by the comment alone: what dispatched it has no say. */
function jobMeantBy(command: Command, record: StateRecord, pullRequest: number): RecordedJob | null {
  const named = command.verb === 'approve' && command.estimate !== null ? command.estimate : null
  return record.jobs.find((job) => named !== null && job.estimate?.id === named) ?? findMeantJob(record, pullRequest)
}

/** GitHub tells whole seconds. */
const isOlder = (createdAt: string, job: RecordedJob | null): boolean =>
  job?.estimatedAt != null && Date.parse(createdAt) + 1_000 < Date.parse(job.estimatedAt)

/** What a comment says. No input counts beside it. */
function orderOf(command: Command, job: string | null): Order {
  const plain: Order = { ...EMPTY, job }
  switch (command.verb) {
    case 'run':
      return { ...plain, operation: 'run', job: null, paysAgain: command.paysAgain ?? false }
    case 'approve':
      return { ...plain, operation: 'approve', estimate: command.estimate, capUsd: command.capUsd }
    case 'switch':
      return { ...plain, operation: 'resume', models: [command.model], consents: command.hasConsent }
    case 'help':
    case 'status':
      return { ...plain, operation: 'status' }
    default:
      return { ...plain, operation: command.verb }
  }
}

/** A person who pressed the button is checked like one who typed; a bot only where this product's own run asked for it. */
async function orderOfActor(operation: ActionOperation, parts: OrderParts): Promise<Ordered> {
  const { github, repository, runner, inputs, record } = parts
  const { actor } = runner
  if (/\[bot\]$/i.test(actor)) return orderOfBot(actor, operation, parts)
  const order = { ...plainOrder(operation, inputs, parts.dispatchedModels), by: actor }
  const permission = mayCommand({
    author: actor,
    authorIsBot: false,
    sender: null,
    senderIsBot: false,
    role: await readRole(github, repository, actor),
    approvers: parts.approvers,
    issue: { isPullRequest: true, isFork: false, isOpen: true, isLocked: false },
    command: commandOf(order),
    runSpends: parts.runSpends,
  })
  const { pullRequest } = order
  if (permission.kind === 'may') return { kind: 'order', order: meant(order, record) }
  return {
    kind: 'refuse',
    message: permission.kind === 'refuse' ? permission.message : `${actor} can't start this.`,
    pullRequest,
    commentId: null,
  }
}

/** A bot's dispatch decides nothing: it goes on where this product's own run asked for it, or where time alone is waited for, and it may stop. */
function orderOfBot(actor: string, operation: ActionOperation, { inputs, record }: OrderParts): Ordered {
  const { continuation } = record
  const job = inputs.job ?? continuation?.job ?? record.jobs[0]?.job ?? null
  const isExpected = continuation !== null && continuation.job === job
  const status = record.jobs.find((one) => one.job === job)?.status ?? ''
  const waitsForTime = operation === 'resume' && WAITS_FOR_TIME.test(status)
  if (operation === 'cancel' || isExpected || waitsForTime)
    return { kind: 'order', order: { ...EMPTY, operation: operation === 'cancel' ? 'cancel' : 'resume', job } }
  return {
    kind: 'refuse',
    message: `${actor} dispatched this run, and no run of Nehemvix has asked for one: a bot decides nothing here. Nothing was done.`,
    pullRequest: null,
    commentId: null,
  }
}

/** What a schedule, a button or a continuation may go on with: nobody has to decide anything. */
const WAITS_FOR_TIME = /^(paused_(quota|provider)|interrupted|running)$/

const EMPTY: Order = {
  operation: 'run',
  job: null,
  estimate: null,
  models: null,
  capUsd: null,
  consents: false,
  paysAgain: false,
  by: null,
  commentId: null,
  pullRequest: null,
}

/** Without a person: what waits for nothing but time goes on, else the source of today is looked at. */
function goOnOrRun({ jobs }: StateRecord): 'resume' | 'run' {
  const status = jobs[0]?.status ?? ''
  return WAITS_FOR_TIME.test(status) ? 'resume' : 'run'
}

function plainOrder(operation: ActionOperation, inputs: Inputs, dispatchedModels: readonly string[]): Order {
  const named = operation === 'auto' ? 'run' : operation
  const isSwitch = named === 'resume' && dispatchedModels.length > 0
  return {
    ...EMPTY,
    operation: named,
    job: named === 'run' || named === 'estimate' ? null : inputs.job,
    estimate: inputs.estimate,
    models: isSwitch ? dispatchedModels : null,
    pullRequest: inputs['pull-request'],
  }
}

/** `auto` by hand goes on with what waits; a new source is looked at by `run`. */
const meant = (order: Order, record: StateRecord): Order => ({
  ...order,
  pullRequest: order.pullRequest ?? record.jobs.find((job) => job.job === order.job)?.talksOn ?? null,
})

function commandOf(order: Order): Command {
  switch (order.operation) {
    case 'approve':
      return { verb: 'approve', estimate: order.estimate, capUsd: order.capUsd }
    case 'resume':
      return order.models?.[0] ? { verb: 'switch', model: order.models[0], hasConsent: false } : { verb: 'resume' }
    case 'estimate':
      return { verb: 'run' }
    default:
      return { verb: order.operation }
  }
}
