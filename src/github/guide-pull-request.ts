import { type GitHub, ONCE, type Repository } from './client.ts'
import { type Failure, readFailure } from './failure.ts'
import { setDraft } from './pull-request-draft.ts'
import { cutMarkdown } from './safe-text.ts'

export interface GuidePullRequest {
  readonly branch: string
  readonly base: string
  readonly title: string
  readonly body: string
  readonly isDraft: boolean
}

export type PullRequestOutcome =
  | {
      readonly kind: 'opened' | 'updated' | 'unchanged'
      readonly pullRequest: number
      readonly url: string
      readonly isDraft: boolean
      readonly notices: readonly string[]
    }
  | { readonly kind: 'branch only'; readonly url: string; readonly reason: string }
  /** The branch holds nothing that the base does not. */
  | { readonly kind: 'no difference' }

export const PULL_REQUEST_SETTING =
  'Settings > Actions > General > Workflow permissions > Allow GitHub Actions to create and approve pull requests'

const MOST_CHARACTERS = 60_000
const LONGEST_TITLE = 250
const MOST_POSTS = 2

interface Standing {
  readonly number: number
  readonly html_url: string
  readonly node_id: string
  readonly title: string
  readonly body: string | null
  readonly draft?: boolean
}

/** Opens the pull request of the branch, or brings the open one up to date. The branch is there already and stays, whatever comes. */
export async function putPullRequest(
  github: GitHub,
  repository: Repository,
  asked: GuidePullRequest,
): Promise<PullRequestOutcome> {
  const wanted = { ...asked, title: asked.title.slice(0, LONGEST_TITLE), body: cutMarkdown(asked.body, MOST_CHARACTERS) }
  try {
    const standing = await findOpen(github, repository, wanted)
    return standing === null ? await open(github, repository, wanted) : await update(github, repository, standing, wanted)
  } catch (error) {
    const failure = readFailure(error)
    if (/\bno commits between\b/i.test(failure.message)) return { kind: 'no difference' }
    return { kind: 'branch only', url: await comparePage(github, repository, wanted), reason: reasonOf(failure) }
  }
}

async function findOpen(github: GitHub, repository: Repository, { branch, base }: GuidePullRequest): Promise<Standing | null> {
  // Without the owner `head` filters nothing.
  const parameters = { ...repository, state: 'open', head: `${repository.owner}:${branch}`, base, per_page: 100 } as const
  const { data } = await github.rest.pulls.list(parameters)
  return (
    data.find((pull) => pull.head.ref === branch && pull.base.ref === base && isSameRepository(pull.head.repo, repository)) ??
    null
  )
}

function isSameRepository(head: { readonly full_name: string } | null, { owner, repo }: Repository): boolean {
  return head?.full_name.toLowerCase() === `${owner}/${repo}`.toLowerCase()
}

async function open(github: GitHub, repository: Repository, wanted: GuidePullRequest): Promise<PullRequestOutcome> {
  const { branch, base, title, body } = wanted
  let draft = wanted.isDraft
  for (let posts = 1; ; posts += 1) {
    try {
      const { data } = await github.rest.pulls.create({ ...repository, head: branch, base, title, body, draft, ...ONCE })
      return told(
        'opened',
        data,
        draft === wanted.isDraft ? [] : ['Draft pull requests are not to be had here: it is open for review at once.'],
      )
    } catch (error) {
      const failure = readFailure(error)
      if (draft && failure.status === 422 && /\bdraft\b/i.test(failure.message)) {
        draft = false
        continue
      }
      const mayStand = failure.mayHaveHappened || /\balready exists\b/i.test(failure.message)
      const standing = mayStand ? await findOpen(github, repository, wanted) : null
      // It was opened all the same, by this request or by another run's.
      if (standing !== null)
        return { ...(await update(github, repository, standing, wanted)), kind: 'opened' } as PullRequestOutcome
      if (!failure.mayHaveHappened || posts >= MOST_POSTS) throw error
    }
  }
}

async function update(
  github: GitHub,
  repository: Repository,
  standing: Standing,
  { title, body, isDraft }: GuidePullRequest,
): Promise<PullRequestOutcome> {
  const notices: string[] = []
  const hasOldText = standing.title !== title || normal(standing.body) !== normal(body)
  if (hasOldText) {
    try {
      await github.rest.pulls.update({ ...repository, pull_number: standing.number, title, body })
    } catch (error) {
      notices.push(`The text of pull request #${standing.number} could not be changed: ${readFailure(error).message}`)
    }
  }
  const wasDraft = standing.draft === true
  const failure = wasDraft === isDraft ? null : await setDraft(github, standing.node_id, isDraft)
  if (failure !== null)
    notices.push(`Pull request #${standing.number} could not be ${isDraft ? 'made a draft' : 'taken out of draft'}: ${failure}`)
  const isDraftNow = failure === null ? isDraft : wasDraft
  return told(hasOldText || isDraftNow !== wasDraft ? 'updated' : 'unchanged', { ...standing, draft: isDraftNow }, notices)
}

function told(kind: 'opened' | 'updated' | 'unchanged', pull: Standing, notices: readonly string[]): PullRequestOutcome {
  return { kind, pullRequest: pull.number, url: pull.html_url, isDraft: pull.draft === true, notices }
}

function normal(text: string | null): string {
  return (text ?? '').replace(/\r\n/g, '\n').trimEnd()
}

function reasonOf({ status, message, limitedForSeconds }: Failure): string {
  if (/not permitted to create/i.test(message)) return `${message} The setting: ${PULL_REQUEST_SETTING}.`
  const isDenied = limitedForSeconds === null && (status === 403 || status === 404)
  return isDenied ? `${message} (the token needs \`pull-requests: write\`)` : message
}

/** The page on which a person opens the pull request by hand. */
async function comparePage(github: GitHub, repository: Repository, { branch, base }: GuidePullRequest): Promise<string> {
  const encode = (name: string) => name.split('/').map(encodeURIComponent).join('/')
  const page = (home: string) => `${home}/compare/${encode(base)}...${encode(branch)}?expand=1`
  try {
    return page((await github.rest.repos.get({ ...repository })).data.html_url)
  } catch (error) {
    readFailure(error)
    return page(`https://github.com/${repository.owner}/${repository.repo}`)
  }
}
