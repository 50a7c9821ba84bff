// A command that may be given: what the record says to it, and the dispatch of the workflow where it is one for the pipeline.
import { type Command, changes } from '../commands/command.ts'
import type { Answer, DispatchInputs, Situation } from '../commands/situation.ts'
import { answerFromRecord } from '../commands/standing.ts'
import type { Repository } from '../github/client.ts'
import { type DispatchedRun, dispatchWorkflow } from '../github/dispatch.ts'
import type { ClaimOutcome } from '../github/reactions.ts'
import { type RecordRead, readRecord } from '../github/read-record.ts'
import { isRunAlive } from '../github/workflow-run.ts'
import { Refusal } from '../refusal.ts'
import type { CommentEvent } from './comment-event.ts'
import type { FoundWorkflow } from './find-workflow.ts'
import type { CommentParts } from './handle-comment.ts'
import { lookAround, sayTwin } from './look-around.ts'
import { type Looked, sayFailure } from './permit-comment.ts'

export interface Dispatched {
  readonly inputs: DispatchInputs
  readonly run: DispatchedRun
  /** The run's report will come here; else it talks itself. */
  readonly leavesReport: boolean
}

export type Reply =
  | {
      readonly kind: 'reply'
      readonly outcome: ClaimOutcome
      readonly message: string
      /** The page of the run that carries it out. */
      readonly runUrl?: string
      readonly dispatched?: Dispatched
    }
  | { readonly kind: 'nothing'; readonly outcome: ClaimOutcome; readonly why: string }

type Place = Pick<CommentParts, 'github' | 'repository' | 'serverUrl' | 'now'>

/** Throws what GitHub answers to reads. A dispatch that fails is a reply that says what is missing. */
export async function answerCommand(
  parts: CommentParts,
  event: CommentEvent,
  { command, looked }: { readonly command: Command; readonly looked: Looked },
  found: FoundWorkflow,
): Promise<Reply> {
  // The record is read once more: others may have been at it while the rights were looked up.
  const read = await readRecord(parts.github, parts.repository)
  const situation = await situationOf(parts, event, looked, read)
  const standing = answerFromRecord(command, read, situation)
  if (standing.kind === 'answer') return { kind: 'reply', outcome: changes(command) ? '-1' : 'rocket', message: standing.message }
  const { isAnswered, twin } = await lookAround(parts, event, {
    command,
    looked,
    effectOf: (other) => effectOf(other, answerFromRecord(other, read, situation)),
    isDone: (id) => read.kind === 'record' && read.record.handled.some(({ commentId }) => commentId === id),
  })
  if (isAnswered) return { kind: 'nothing', outcome: 'rocket', why: 'answered before, by an instance that ended' }
  if (twin !== null) {
    return { kind: 'reply', outcome: 'rocket', message: sayTwin(twin) }
  }
  return await startWorkflow(parts, event.defaultBranch, standing, found)
}

/** Two comments may say the same in different words: the newest estimate, and its id. */
function effectOf(command: Command, answer: Answer): string | null {
  if (answer.kind === 'answer') return null
  const cap = command.verb === 'approve' ? command.capUsd : null
  const hasConsent = command.verb === 'switch' && command.hasConsent
  return JSON.stringify({ ...answer.inputs, 'comment-id': null, cap, hasConsent })
}

export async function situationOf(
  { github, repository, serverUrl, now }: Place,
  event: Pick<CommentEvent, 'id' | 'issue'>,
  { pull, settings }: Looked,
  read: RecordRead,
): Promise<Situation> {
  const holder = read.kind === 'record' ? read.record.holder : null
  return {
    pullRequest: event.issue.number,
    headCommit: pull?.headCommit ?? null,
    headBranch: pull?.headBranch ?? null,
    commentId: event.id,
    // It also depends on the workflow's inputs, which only the run knows.
    configuration: null,
    consent: settings.consent,
    providerOf: settings.providerOf,
    isHolderAlive: holder === null ? false : await isRunAlive(github, repository, holder.runId, holder.attempt),
    runUrl: (runId) => `${pageOf(serverUrl, repository)}/actions/runs/${runId}`,
    now: now(),
  }
}

/** Starts the workflow on the default branch, and nowhere else. */
export async function startWorkflow(
  { github, repository, serverUrl }: Pick<Place, 'github' | 'repository' | 'serverUrl'>,
  branch: string,
  { inputs, message }: { readonly inputs: DispatchInputs; readonly message: string },
  { file, leavesReports }: FoundWorkflow,
): Promise<Reply> {
  if (file === null) return { kind: 'reply', outcome: '-1', message: sayNoWorkflow(branch) }
  try {
    const run = await dispatchWorkflow(github, repository, { workflow: file, ref: branch, inputs: { ...inputs } })
    const page = pageOf(serverUrl, repository)
    const runUrl = run.url ?? (run.runId === null ? `${page}/actions/workflows/${file}` : `${page}/actions/runs/${run.runId}`)
    return { kind: 'reply', outcome: 'rocket', message, runUrl, dispatched: { inputs, run, leavesReport: leavesReports } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'reply', outcome: '-1', message: sayFailure(error) }
  }
}

const pageOf = (serverUrl: string, { owner, repo }: Repository): string => `${serverUrl.replace(/\/+$/, '')}/${owner}/${repo}`

function sayNoWorkflow(branch: string): string {
  return `No workflow on \`${branch}\` runs Nehemvix, so nothing could be started. Add the example workflow of Nehemvix as \`.github/workflows/nehemvix.yml\` to \`${branch}\`; it needs the trigger \`workflow_dispatch\`. Then type your command again.`
}
