// A comment is taken on by an `eyes` reaction of ours: GitHub answers 201 to the first of us and 200 to all others.
import { type GitHub, ONCE, type Repository } from './client.ts'
import { readFailure } from './failure.ts'
import { isSameLogin } from './own-login.ts'

export type ClaimOutcome = 'rocket' | '-1'

interface Reaction {
  readonly id: number
  readonly content: string
  readonly user: { readonly login: string } | null
  readonly created_at: string
}

/** After so long without an answer whoever took a comment on is taken for dead. */
const TAKEN_FOR_MS = 60_000

/**
 * Takes a comment on, so that of many deliveries and instances one works on it. `taken`: another of us does, or has answered. A reaction
 * that GitHub refuses never stands in a command's way: then it is `ours`, and what follows is idempotent too.
 */
export async function claimComment(
  github: GitHub,
  repository: Repository,
  commentId: number,
  me: string | null,
  now: Date,
): Promise<'ours' | 'taken'> {
  try {
    const eyes = await react(github, repository, commentId, 'eyes')
    // The answer says who we are, whatever the token.
    const own = eyes.reaction.user?.login ?? me
    const answered = await findOwn(github, repository, commentId, own, ['rocket', '-1'])
    if (eyes.isNew) {
      if (answered !== null) await remove(github, repository, commentId, eyes.reaction.id)
      return answered === null ? 'ours' : 'taken'
    }
    if (answered !== null || now.getTime() - Date.parse(eyes.reaction.created_at) < TAKEN_FOR_MS) return 'taken'
    return takeOver(github, repository, commentId, eyes.reaction.id)
  } catch (error) {
    readFailure(error)
    return 'ours'
  }
}

/** Shows how it went, and that nobody works on it any longer, in this order. Failures are of no consequence. */
export async function finishClaim(
  github: GitHub,
  repository: Repository,
  commentId: number,
  me: string | null,
  outcome: ClaimOutcome,
): Promise<void> {
  try {
    const { reaction } = await react(github, repository, commentId, outcome)
    const eyes = await findOwn(github, repository, commentId, reaction.user?.login ?? me, ['eyes'])
    if (eyes !== null) await remove(github, repository, commentId, eyes.id)
  } catch (error) {
    readFailure(error)
  }
}

/** Of many that find it abandoned the one that removes the old reaction goes on. */
async function takeOver(github: GitHub, repository: Repository, commentId: number, old: number): Promise<'ours' | 'taken'> {
  if (!(await remove(github, repository, commentId, old))) return 'taken'
  return (await react(github, repository, commentId, 'eyes')).isNew ? 'ours' : 'taken'
}

async function react(github: GitHub, repository: Repository, commentId: number, content: ClaimOutcome | 'eyes') {
  const parameters = { ...repository, comment_id: commentId, content, ...ONCE }
  const { status, data } = await github.rest.reactions.createForIssueComment(parameters)
  return { isNew: status === 201, reaction: data as Reaction }
}

async function findOwn(
  github: GitHub,
  repository: Repository,
  commentId: number,
  own: string | null,
  contents: readonly (ClaimOutcome | 'eyes')[],
): Promise<Reaction | null> {
  for (const content of contents) {
    const parameters = { ...repository, comment_id: commentId, content, per_page: 100 }
    const all: Reaction[] = await github.paginate(github.rest.reactions.listForIssueComment, parameters)
    const found = all.find(({ user }) => isSameLogin(user?.login, own))
    if (found !== undefined) return found
  }
  return null
}

/** False where somebody else has removed it already. */
async function remove(github: GitHub, repository: Repository, commentId: number, id: number): Promise<boolean> {
  try {
    await github.rest.reactions.deleteForIssueComment({ ...repository, comment_id: commentId, reaction_id: id, ...ONCE })
    return true
  } catch (error) {
    if (readFailure(error).status === 404) return false
    throw error
  }
}
