import type { GitHub, Repository } from './client.ts'
import { readFailure } from './failure.ts'
import { isSameLogin, readOwnLogin } from './own-login.ts'

export interface ReadComment {
  readonly id: number
  readonly url: string
  readonly body: string
  /** Login; empty where the account is gone. */
  readonly author: string
  readonly authorIsBot: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly issueNumber: number
}

interface Answer {
  readonly id: number
  readonly html_url: string
  readonly body?: string
  readonly user: { readonly login: string; readonly type: string } | null
  readonly created_at: string
  readonly updated_at: string
  readonly issue_url: string
}

/** One comment as it stands now; null where it is gone. Throws what else GitHub answers. */
export async function readComment(github: GitHub, repository: Repository, id: number): Promise<ReadComment | null> {
  try {
    const { data } = await github.rest.issues.getComment({ ...repository, comment_id: id })
    return toComment(data)
  } catch (error) {
    const { status } = readFailure(error)
    if (status === 404 || status === 410) return null
    throw error
  }
}

/** All comments of an issue, the newest first, page by page. GitHub sorts them the other way, so the last page is read first. */
export async function* listComments(github: GitHub, repository: Repository, issue: number): AsyncGenerator<ReadComment> {
  const read = (page: number) => github.rest.issues.listComments({ ...repository, issue_number: issue, per_page: 100, page })
  const first = await read(1)
  for (let page = lastPageOf(first.headers.link); page > 1; page -= 1) yield* newestFirst((await read(page)).data)
  yield* newestFirst(first.data)
}

/**
 * The newest comment that we wrote and that starts with the marker: a marker anywhere else, or by anybody else, is a quote or forged. An
 * app's token is not told its own name: then it is the newest by any app, which people can't forge.
 */
export async function findOwnComment(
  github: GitHub,
  repository: Repository,
  issue: number,
  { marker, me }: { readonly marker: string; readonly me: string | null },
): Promise<ReadComment | null> {
  const own = me ?? (await readOwnLogin(github))
  const isOurs = ({ author, authorIsBot }: ReadComment) =>
    own === null ? authorIsBot && author !== '' : isSameLogin(author, own)
  for await (const comment of listComments(github, repository, issue))
    if (isOurs(comment) && comment.body.startsWith(marker)) return comment
  return null
}

function lastPageOf(link: string | undefined): number {
  const url = /<([^>]*)>;\s*rel="last"/.exec(link ?? '')?.[1]
  return Number(/[?&]page=(\d+)/.exec(url ?? '')?.[1] ?? 1)
}

function newestFirst(page: readonly Answer[]): ReadComment[] {
  return page.map(toComment).sort((left, right) => right.id - left.id)
}

export function toComment(answer: Answer): ReadComment {
  return {
    id: answer.id,
    url: answer.html_url,
    body: answer.body ?? '',
    author: answer.user?.login ?? '',
    authorIsBot: answer.user === null || answer.user.type === 'Bot',
    createdAt: answer.created_at,
    updatedAt: answer.updated_at,
    issueNumber: Number(answer.issue_url.split('/').at(-1)),
  }
}
