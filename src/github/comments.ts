// Comments that we write. That one could not be written is an outcome, not an exception: the job goes on without it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type GitHub, ONCE, type Repository } from './client.ts'
import { type Failure, readFailure } from './failure.ts'
import { isSameLogin, readOwnLogin } from './own-login.ts'
import { findOwnComment, listComments, type ReadComment, toComment } from './read-comments.ts'
import { cutMarkdown } from './safe-text.ts'

export { findOwnComment, listComments, type ReadComment, readComment } from './read-comments.ts'

export interface CommentToWrite {
  /** `<!-- nehemvix:… -->`: put in front where the body does not start with it. */
  readonly marker: string
  readonly body: string
  /** Our own login; null: it is asked for. */
  readonly me: string | null
}

export type CommentOutcome =
  | {
      readonly kind: 'posted'
      readonly id: number
      readonly url: string
      readonly isNew: boolean
      /** An old one whose words were changed. */
      readonly isEdited: boolean
    }
  | {
      readonly kind: 'not posted'
      /** `gone`: no such issue or comment. `failed`: GitHub's trouble, or a limit; later it may work. */
      readonly reason: 'forbidden' | 'locked' | 'gone' | 'failed'
      readonly message: string
    }

/** GitHub takes 65,536 characters. */
const MOST_CHARACTERS = 60_000
const MOST_POSTS = 2

/** Writes our comment with this marker, or edits it where its words differ. An edit notifies nobody. */
export async function upsertComment(
  github: GitHub,
  repository: Repository,
  issue: number,
  comment: CommentToWrite,
): Promise<CommentOutcome> {
  return outcomeOf(async () => {
    const body = bodyOf(comment)
    const standing = await findOwnComment(github, repository, issue, comment)
    if (standing === null) return post(github, repository, issue, { ...comment, body })
    if (isSameText(standing.body, body)) return posted(standing)
    try {
      const { data } = await github.rest.issues.updateComment({ ...repository, comment_id: standing.id, body })
      return { ...posted(toComment(data)), isEdited: true }
    } catch (error) {
      // Where nobody told us who we are it may be another app's.
      if (comment.me !== null || readFailure(error).status !== 403) throw error
      return await post(github, repository, issue, { ...comment, body })
    }
  })
}

/** Writes the comment unless we have written one with this marker before; what stands there stays as it is. */
export async function postOnce(
  github: GitHub,
  repository: Repository,
  issue: number,
  comment: CommentToWrite,
): Promise<CommentOutcome> {
  return outcomeOf(async () => {
    const standing = await findOwnComment(github, repository, issue, comment)
    if (standing !== null) return posted(standing)
    return post(github, repository, issue, { ...comment, body: bodyOf(comment) })
  })
}

async function post(github: GitHub, repository: Repository, issue: number, comment: CommentToWrite): Promise<CommentOutcome> {
  for (let posts = 1; ; posts += 1) {
    try {
      const { data } = await github.rest.issues.createComment({ ...repository, issue_number: issue, body: comment.body, ...ONCE })
      return keepOldest(github, repository, issue, comment, toComment(data))
    } catch (error) {
      const failure = readFailure(error)
      if (!failure.mayHaveHappened || failure.limitedForSeconds !== null) throw error
      // It may have been written all the same: a second post would be a second comment.
      await sleep(1500)
      const standing = await findOwnComment(github, repository, issue, comment)
      if (standing !== null) return { ...posted(standing), isNew: true }
      if (posts === MOST_POSTS) throw error
    }
  }
}

/** Of two of us that post at once both look, and both keep the older. */
async function keepOldest(
  github: GitHub,
  repository: Repository,
  issue: number,
  { marker, me }: CommentToWrite,
  ours: ReadComment,
): Promise<CommentOutcome> {
  try {
    const own = me ?? (await readOwnLogin(github)) ?? ours.author
    let oldest = ours
    for await (const other of listComments(github, repository, issue))
      if (isSameLogin(other.author, own) && other.body.startsWith(marker) && other.id < oldest.id) oldest = other
    if (oldest === ours) return { ...posted(ours), isNew: true }
    await github.rest.issues.deleteComment({ ...repository, comment_id: ours.id })
    return posted(oldest)
  } catch (error) {
    readFailure(error)
    return { ...posted(ours), isNew: true }
  }
}

function posted({ id, url }: ReadComment): Extract<CommentOutcome, { kind: 'posted' }> {
  return { kind: 'posted', id, url, isNew: false, isEdited: false }
}

function bodyOf({ marker, body }: CommentToWrite): string {
  return cutMarkdown(body.startsWith(marker) ? body : `${marker}\n${body}`, MOST_CHARACTERS)
}

/** GitHub stores line ends as they come and takes white space off the end. */
function isSameText(left: string, right: string): boolean {
  return left.replace(/\r\n/g, '\n').trimEnd() === right.replace(/\r\n/g, '\n').trimEnd()
}

async function outcomeOf(write: () => Promise<CommentOutcome>): Promise<CommentOutcome> {
  try {
    return await write()
  } catch (error) {
    const failure = readFailure(error)
    const reason = reasonOf(failure)
    const needs =
      reason === 'forbidden' && failure.status === 403
        ? ' (the token needs `pull-requests: write`, or `issues: write` on an issue)'
        : ''
    return { kind: 'not posted', reason, message: `The comment could not be written: ${failure.message}${needs}` }
  }
}

function reasonOf({ status, message, limitedForSeconds }: Failure): 'forbidden' | 'locked' | 'gone' | 'failed' {
  if (limitedForSeconds !== null) return 'failed'
  if (/\blocked\b/i.test(message)) return 'locked'
  if (status === 401 || status === 403) return 'forbidden'
  return status === 404 || status === 410 ? 'gone' : 'failed'
}
