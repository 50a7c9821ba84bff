// What happens to a comment: read, permitted, taken on, answered, and where it is a command for the pipeline, dispatched. The same for the
// hosted app and for the workflow that hears comments. Keeps nothing: the claim is a reaction, the answer is found by its marker.
import { answerMarker, renderAnswer } from '../commands/answers.ts'
import { parseComment } from '../commands/parse.ts'
import type { GitHub, Repository } from '../github/client.ts'
import { postOnce, readComment } from '../github/comments.ts'
import { readFailure } from '../github/failure.ts'
import { type ClaimOutcome, claimComment, finishClaim } from '../github/reactions.ts'
import { Refusal } from '../refusal.ts'
import { answerCommand, type Dispatched, type Reply } from './answer-command.ts'
import { type CommentEvent, readCommentEvent } from './comment-event.ts'
import { type FoundWorkflow, findWorkflow, type Voice } from './find-workflow.ts'
import { type PermittedComment, permitComment, sayFailure } from './permit-comment.ts'
import { USUAL_WORKFLOW } from './workflow-text.ts'

export interface CommentParts {
  readonly github: GitHub
  readonly repository: Repository
  /** The payload of `issue_comment` as it came. */
  readonly payload: unknown
  /** Our own login; null: not known, and then only GitHub's answers tell it. */
  readonly me: string | null
  /** Which of the two we are. */
  readonly voice: Voice
  /** The workflow file that this runs in; null outside of a workflow. */
  readonly workflow: string | null
  /** GITHUB_SERVER_URL, for the pages of runs. */
  readonly serverUrl: string
  readonly now: () => Date
}

export type Handled =
  /** Nothing for us, or somebody else's. */
  | { readonly kind: 'ignored'; readonly why: string }
  | {
      readonly kind: 'answered'
      readonly outcome: ClaimOutcome
      readonly message: string
      readonly dispatched: Dispatched | null
      /** Why the answer does not stand on the pull request; null: it does. */
      readonly unsaid: string | null
    }

const EDITED = 'The comment was edited after it was posted, so it is no command. Nothing was done: type it in a new comment.'

/** Throws on a mistake of ours only: what GitHub refuses is answered, or told as `unsaid`. A comment that is no command costs no request. */
export async function handleComment(parts: CommentParts): Promise<Handled> {
  const { github, repository, me, now } = parts
  const event = readCommentEvent(parts.payload)
  if (event === null) return ignored('no comment that was just made')
  if (parseComment(event.body).kind === 'ignore') return ignored('no command')
  if (event.isByBot) return ignored('by a bot')
  const found = await findOrGuess(parts, event)
  if (found.voice !== parts.voice) return ignored(`the ${found.voice} answers comments of this repository`)
  const permitted = await permitComment(github, repository, event)
  if (permitted.kind === 'ignore') return ignored('nobody who may command, or nowhere to answer')
  if ((await claimComment(github, repository, event.id, me, now())) === 'taken') return ignored('taken on already')
  const reply = await replyTo(parts, event, permitted, found)
  if (reply.kind === 'nothing') {
    await finishClaim(github, repository, event.id, me, reply.outcome)
    return ignored(reply.why)
  }
  const body = renderAnswer(event.id, { message: reply.message, note: permitted.note, runUrl: reply.runUrl })
  const posted = await postOnce(github, repository, event.issue.number, { marker: answerMarker(event.id), body, me })
  await finishClaim(github, repository, event.id, me, reply.outcome)
  const unsaid = posted.kind === 'posted' ? null : posted.message
  return { kind: 'answered', outcome: reply.outcome, message: reply.message, dispatched: reply.dispatched ?? null, unsaid }
}

/** Between the event and now the author may have thought better of it. */
async function replyTo(
  parts: CommentParts,
  event: CommentEvent,
  permitted: Exclude<PermittedComment, { kind: 'ignore' }>,
  found: FoundWorkflow,
): Promise<Reply> {
  if (permitted.kind === 'refuse') return refused(permitted.message)
  try {
    const now = await readComment(parts.github, parts.repository, event.id)
    if (now === null) return { kind: 'nothing', outcome: '-1', why: 'the comment is gone' }
    if (now.createdAt !== now.updatedAt || now.body !== event.body) return refused(EDITED)
    return await answerCommand(parts, event, permitted, found)
  } catch (error) {
    return refused(`${sayFailure(error)} Nothing was done.`)
  }
}

/** Where the files can't be read, whoever is asked speaks: two answers are better than none. */
async function findOrGuess({ github, repository, voice, workflow }: CommentParts, event: CommentEvent): Promise<FoundWorkflow> {
  try {
    return await findWorkflow(github, repository, event.defaultBranch, workflow)
  } catch (error) {
    if (!(error instanceof Refusal)) readFailure(error)
    return { file: workflow ?? USUAL_WORKFLOW, voice, leavesReports: false }
  }
}

const ignored = (why: string): Handled => ({ kind: 'ignored', why })
const refused = (message: string): Reply => ({ kind: 'reply', outcome: '-1', message })
