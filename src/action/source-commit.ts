// Which commit is documented, and whether it is in this checkout.
import { type GitHub, messageOf, type Repository } from '../github/client.ts'
import { readPullRequest } from '../github/pull-request.ts'
import { Refusal } from '../refusal.ts'
import { runGit } from '../repository/git.ts'

export interface Documented {
  readonly commit: string
  /** The branch that the guide's pull request targets. */
  readonly targetBranch: string
}

/** The head of the pull request it was asked for on, if that is one of this repository; else the default branch's. */
export async function findDocumented(
  github: GitHub,
  repository: Repository,
  places: { readonly pullRequest: number | null; readonly defaultBranch: string; readonly guideBranch: string },
): Promise<Documented> {
  const { pullRequest, defaultBranch, guideBranch } = places
  const asked = pullRequest === null ? null : await readPullRequest(github, repository, pullRequest)
  // The guide's own pull request is where one talks about the branch that it documents.
  if (asked?.isOpen && !asked.isFork && asked.headBranch !== guideBranch)
    return { commit: asked.headCommit, targetBranch: asked.headBranch }
  return { commit: await headOf(github, repository, defaultBranch), targetBranch: defaultBranch }
}

/** Throws Refusal: no such branch, or nothing in it. */
export async function headOf(github: GitHub, repository: Repository, branch: string): Promise<string> {
  try {
    const { data } = await github.rest.repos.getBranch({ ...repository, branch })
    return data.commit.sha
  } catch (error) {
    throw new Refusal(
      `The head of ${branch} can't be read (${messageOf(error)}).`,
      'give the workflow `contents: read`, or push a first commit',
    )
  }
}

/** Brings the commit into the checkout where it is not there: a checkout is shallow, and of one branch. Throws Refusal. */
export async function bringCommit(workspace: string, commit: string, token: string, serverUrl: string): Promise<void> {
  if (await hasCommit(workspace, commit)) return
  // What `actions/checkout` does with its own token; nothing of it is written down.
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  const environment = {
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${serverUrl}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  }
  let why = ''
  try {
    await runGit(workspace, ['fetch', '--quiet', '--no-tags', '--depth=1', '--upload-pack=git-upload-pack', 'origin', commit], {
      environment,
    })
  } catch (error) {
    why = ` (${(error as Error).message.split('\n')[0]})`
  }
  if (await hasCommit(workspace, commit)) return
  throw new Refusal(
    `Commit ${commit.slice(0, 7)} is not in this checkout, and can't be fetched${why}.`,
    'run actions/checkout before this action; where the commit is older, with `fetch-depth: 0`',
  )
}

const hasCommit = (workspace: string, commit: string): Promise<boolean> =>
  runGit(workspace, ['cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    () => false,
  )
