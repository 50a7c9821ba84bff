import type { GitHub, Repository } from './client.ts'
import { readFailure } from './failure.ts'
import { isSameLogin } from './own-login.ts'

/** Whether we have answered a comment with -1: then it was not carried out. `me` null: anybody's -1 counts. Where it can't be told: true. */
export async function wasRefused(github: GitHub, repository: Repository, commentId: number, me: string | null): Promise<boolean> {
  try {
    const parameters = { ...repository, comment_id: commentId, content: '-1', per_page: 100 } as const
    const { data } = await github.rest.reactions.listForIssueComment(parameters)
    return data.some(({ user }) => me === null || isSameLogin(user?.login, me))
  } catch (error) {
    readFailure(error)
    return true
  }
}
