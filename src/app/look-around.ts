// The comments around a command: our own answer to it, from an instance that died, and the same command given by somebody else a moment ago.
// Nobody keeps a state for this: the comments are one list, in one order, that all instances see.
import { answerMarker } from '../commands/answers.ts'
import type { Command } from '../commands/command.ts'
import { parseComment } from '../commands/parse.ts'
import type { GitHub, Repository } from '../github/client.ts'
import { listComments, type ReadComment } from '../github/comments.ts'
import { readFailure } from '../github/failure.ts'
import { isSameLogin } from '../github/own-login.ts'
import { wasRefused } from '../github/was-refused.ts'
import type { CommentEvent } from './comment-event.ts'
import { type Looked, permissionOf } from './permit-comment.ts'

/** For so long a command that was dispatched may not show in the record yet. */
const AT_ONCE_MS = 90_000

export interface Around {
  readonly isAnswered: boolean
  /** The first comment of the last moments that gives this very command and counts; null: ours does. */
  readonly twin: ReadComment | null
}

interface Place {
  readonly github: GitHub
  readonly repository: Repository
  readonly me: string | null
}

interface CommandInHand {
  readonly command: Command
  readonly looked: Looked
  /** What a command would start, in a form that can be compared; null: nothing. */
  readonly effectOf: (command: Command) => string | null
  /** What a comment asked for is done, and in the record: whoever asks again means it. */
  readonly isDone: (commentId: number) => boolean
}

/** Where the comments can't be listed, nothing is known, and the run that is dispatched is idempotent anyway. */
export async function lookAround(
  place: Place,
  event: CommentEvent,
  { command, looked, effectOf, isDone }: CommandInHand,
): Promise<Around> {
  const { github, repository, me } = place
  const since = Date.parse(event.createdAt) - AT_ONCE_MS
  const candidates: ReadComment[] = []
  const twins = new Set<number>()
  try {
    for await (const comment of listComments(github, repository, event.issue.number)) {
      if (isSameLogin(comment.author, me) && comment.body.startsWith(answerMarker(event.id)))
        return { isAnswered: true, twin: null }
      if (isSameLogin(comment.author, me)) twins.add(twinOf(comment.body))
      if (Date.parse(comment.createdAt) < since) break
      const given = comment.id < event.id && !isDone(comment.id) ? readUnedited(comment) : null
      if (given !== null && effectOf(given) === effectOf(command)) candidates.push(comment)
    }
    for (const candidate of candidates.reverse())
      if (!twins.has(candidate.id) && (await counts(place, candidate, event, command, looked)))
        return { isAnswered: false, twin: candidate }
  } catch (error) {
    readFailure(error)
  }
  return { isAnswered: false, twin: null }
}

const TWIN = 'gave the same command a moment before yours. It is carried out once, so nothing more was done.'

export const sayTwin = ({ url }: ReadComment): string => `[A comment](${url}) ${TWIN}`

/** Which comment was answered so; it has started nothing. NaN: none. */
const twinOf = (body: string): number =>
  body.includes(TWIN) ? Number(/^<!-- nehemvix:answer (\d+) -->/.exec(body)?.[1]) : Number.NaN

function readUnedited({ body, authorIsBot, createdAt, updatedAt }: ReadComment): Command | null {
  if (authorIsBot || createdAt !== updatedAt) return null
  const parsed = parseComment(body)
  return parsed.kind === 'command' ? parsed.command : null
}

/** A stranger's command, and one that was refused, are none. */
async function counts(
  { github, repository, me }: Place,
  { id, author }: ReadComment,
  { issue }: CommentEvent,
  command: Command,
  looked: Looked,
): Promise<boolean> {
  const permission = await permissionOf(github, repository, { sender: author, issue, command }, author, looked)
  return permission.kind === 'may' && !(await wasRefused(github, repository, id, me))
}
