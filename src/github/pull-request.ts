// A pull request, as far as a command on it needs to know.
import { type GitHub, type Repository, statusOf } from './client.ts'

export interface PullRequest {
  readonly isPullRequest: true
  readonly isFork: boolean
  readonly isOpen: boolean
  readonly isLocked: boolean
  readonly headBranch: string
  readonly headCommit: string
}

/** null: there is none of that number; it may be a plain issue. */
export async function readPullRequest(github: GitHub, repository: Repository, number: number): Promise<PullRequest | null> {
  try {
    const { data } = await github.rest.pulls.get({ ...repository, pull_number: number })
    return {
      isPullRequest: true,
      // A fork that is gone has no repository.
      isFork: data.head.repo === null || data.head.repo?.full_name !== data.base.repo.full_name,
      isOpen: data.state === 'open',
      isLocked: data.locked,
      headBranch: data.head.ref,
      headCommit: data.head.sha,
    }
  } catch (error) {
    if (statusOf(error) === 404) return null
    throw error
  }
}
