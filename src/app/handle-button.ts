// A button under the check was pressed. Whoever pressed it is checked like whoever types; but a workflow run can't check it again: no request
// tells who pressed, and all it sees is a dispatch by this app. So a button starts only what needs nobody's word: stopping, and going on where
// a schedule would go on too. What takes a person's word is shown ready to paste.
import { sayCarriedOut } from '../commands/answers.ts'
import { codeSpan } from '../commands/code-span.ts'
import { commandBlock } from '../commands/command-block.ts'
import { answerFromRecord } from '../commands/standing.ts'
import type { GitHub, Repository } from '../github/client.ts'
import { postOnce } from '../github/comments.ts'
import { readFailure } from '../github/failure.ts'
import { readRecord } from '../github/read-record.ts'
import type { RecordedJob } from '../github/state-record.ts'
import { Refusal } from '../refusal.ts'
import { type Reply, situationOf, startWorkflow } from './answer-command.ts'
import { type ButtonEvent, readButtonEvent } from './button-event.ts'
import { type FoundWorkflow, findWorkflow } from './find-workflow.ts'
import type { Handled } from './handle-comment.ts'
import { type Looked, permit, sayFailure } from './permit-comment.ts'
import { USUAL_WORKFLOW } from './workflow-text.ts'

export interface ButtonParts {
  readonly github: GitHub
  readonly repository: Repository
  /** The payload of `check_run` as it came. */
  readonly payload: unknown
  /** The delivery's id: one answer each. */
  readonly delivery: string
  readonly appId: number
  readonly me: string | null
  readonly serverUrl: string
  readonly now: () => Date
}

/** What time alone ends: the run goes on with it whoever starts it, and never decides anything. */
const ENDED_BY_TIME = ['paused_quota', 'paused_provider', 'interrupted']

export async function handleButton(parts: ButtonParts): Promise<Handled> {
  const { github, repository, me } = parts
  const event = readButtonEvent(parts.payload, parts.appId)
  if (event === null) return { kind: 'ignored', why: 'no button of ours' }
  const read = await readRecord(github, repository)
  const job = read.kind === 'record' ? read.record.jobs.find((one) => one.job === event.job) : undefined
  if (job === undefined || job.talksOn === null) return { kind: 'ignored', why: 'no job that is known, or nowhere to answer' }
  const issue = { number: job.talksOn, isPullRequest: true, isOpen: true, isLocked: false }
  const { sender, button } = event
  const asked = { author: sender, sender, issue, defaultBranch: event.defaultBranch, command: button }
  const permitted = await permit(github, repository, asked)
  if (permitted.kind === 'ignore') return { kind: 'ignored', why: 'nobody who may command, or nowhere to answer' }
  const reply = permitted.kind === 'refuse' ? refused(permitted.message) : await press(parts, event, job, permitted.looked)
  if (reply.kind === 'nothing') return { kind: 'ignored', why: reply.why }
  const marker = `<!-- nehemvix:button ${parts.delivery.replace(/[^\w-]/g, '')} -->`
  const started = reply.runUrl === undefined ? '' : `\n\n${sayCarriedOut(reply.runUrl)}`
  const body = `${codeSpan(sender)} pressed **${button.verb}** under the check. ${reply.message}${started}`
  const posted = await postOnce(github, repository, job.talksOn, { marker, body, me })
  return {
    kind: 'answered',
    outcome: reply.outcome,
    message: reply.message,
    dispatched: reply.dispatched ?? null,
    unsaid: posted.kind === 'posted' ? null : posted.message,
  }
}

async function press(parts: ButtonParts, event: ButtonEvent, job: RecordedJob, looked: Looked): Promise<Reply> {
  const { github, repository } = parts
  const issue = { number: job.talksOn ?? 0, isPullRequest: true, isOpen: true, isLocked: false }
  try {
    const situation = await situationOf(parts, { id: 0, issue }, looked, looked.read)
    const standing = answerFromRecord(event.button, looked.read, situation)
    if (standing.kind === 'answer') return refused(standing.message)
    if (standing.inputs.job !== event.job)
      return refused(`That check is of job ${codeSpan(event.job, 60)}, and a newer one has taken its place.`)
    if (!isForAnybody(event, job)) return refused(askForComment(event))
    const inputs = { ...standing.inputs, 'comment-id': '' }
    return await startWorkflow(
      parts,
      event.defaultBranch,
      { inputs, message: standing.message },
      await findOrGuess(github, repository, event),
    )
  } catch (error) {
    return refused(`${sayFailure(error)} Nothing was done.`)
  }
}

const isForAnybody = ({ button }: ButtonEvent, job: RecordedJob): boolean =>
  button.verb === 'cancel' || (button.verb === 'resume' && ENDED_BY_TIME.includes(job.status))

function askForComment({ button }: ButtonEvent): string {
  const command =
    button.verb === 'approve' && button.estimate !== null ? `/nehemvix approve ${button.estimate}` : `/nehemvix ${button.verb}`
  return [
    'The workflow run that spends can’t see who pressed a button, and takes nobody’s word for it: only a comment shows who decides. Nothing was done yet. To decide, post this as a comment of your own:',
    commandBlock([command]),
  ].join('\n\n')
}

async function findOrGuess(github: GitHub, repository: Repository, { defaultBranch }: ButtonEvent): Promise<FoundWorkflow> {
  try {
    return await findWorkflow(github, repository, defaultBranch, null)
  } catch (error) {
    if (!(error instanceof Refusal)) readFailure(error)
    return { file: USUAL_WORKFLOW, voice: 'app', leavesReports: false }
  }
}

const refused = (message: string): Reply => ({ kind: 'reply', outcome: '-1', message })
