// What would keep the guide from being published, as far as it can be known for free. A look that fails never stands in the way.
import { branchRuleFindings, type Finding } from './branch-rules.ts'
import type { GitHub, Repository } from './client.ts'
import { readFailure } from './failure.ts'
import { PULL_REQUEST_SETTING } from './guide-pull-request.ts'

export type { Finding } from './branch-rules.ts'

export interface PublishingPlan {
  /** The guide's branch. */
  readonly branch: string
  /** The branch that the pull request targets. */
  readonly base: string
  /** What commits and files will be called, where known: rules on them can be tried out. */
  readonly message?: string
  readonly paths?: readonly string[]
}

const refuse = (message: string, next: string): Finding => ({ kind: 'refuse', message, next })
const warn = (message: string, next: string): Finding => ({ kind: 'warn', message, next })

/** `refuse`: it can't be published, so nothing must be paid for. `warn`: it may fail, or can't be known. Never throws for what GitHub answers. */
export async function checkBeforePaying(
  github: GitHub,
  repository: Repository,
  plan: PublishingPlan,
): Promise<readonly Finding[]> {
  const name = nameFinding(plan)
  if (name !== null) return [name]
  const looks = [
    repositoryFindings(github, repository),
    baseFindings(github, repository, plan),
    branchFindings(github, repository, plan),
    pullRequestFindings(github, repository, plan),
  ]
  return (await Promise.all(looks)).flat()
}

function nameFinding({ branch, base }: PublishingPlan): Finding | null {
  if (branch === base)
    return refuse(`The guide's branch and the one its pull request targets are both ${branch}.`, 'Set another guide-branch.')
  const isName = !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|(^|\/)\.|\.(\/|$)|\.lock(\/|$)|^-|^\/|\/$|^@$|^$/u.test(branch)
  return isName ? null : refuse(`${JSON.stringify(branch)} is no name for a branch.`, 'Set another guide-branch.')
}

async function look(find: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await find()
  } catch (error) {
    readFailure(error)
    return []
  }
}

function repositoryFindings(github: GitHub, repository: Repository): Promise<Finding[]> {
  return look(async () => {
    const { data } = await github.rest.repos.get({ ...repository })
    const name = data.full_name
    if (data.archived)
      return [refuse(`${name} is archived: nothing can be written to it.`, 'Unarchive it: Settings > General > Danger Zone.')]
    if (data.disabled) return [refuse(`${name} is disabled by GitHub.`, 'Ask GitHub why.')]
    const found: Finding[] = []
    if ((data as { has_pull_requests?: boolean }).has_pull_requests === false)
      found.push(refuse(`${name} takes no pull requests.`, 'Turn them on: Settings > General > Features > Pull requests.'))
    // For an app's token, GITHUB_TOKEN included, `push` is false whatever it may do.
    if (data.permissions?.push === false && !(await isInstallation(github)))
      found.push(refuse(`The token may not push to ${name}.`, 'Give it the permission `contents: write`.'))
    return found
  })
}

async function isInstallation(github: GitHub): Promise<boolean> {
  try {
    await github.rest.apps.listReposAccessibleToInstallation({ per_page: 1 })
    return true
  } catch (error) {
    const { status } = readFailure(error)
    // Only a clear no counts: where it can't be known, nobody is kept from work.
    return status !== 401 && status !== 403 && status !== 404
  }
}

function baseFindings(github: GitHub, repository: Repository, { base }: PublishingPlan): Promise<Finding[]> {
  return look(async () => {
    const { data } = await github.rest.git.listMatchingRefs({ ...repository, ref: `heads/${base}` })
    if (data.some(({ ref }) => ref === `refs/heads/${base}`)) return []
    return [
      refuse(`There is no branch ${base} for the guide's pull request to target.`, 'Start again from a branch that exists.'),
    ]
  })
}

/** What stands where the guide's branch is or will be. */
function branchFindings(github: GitHub, repository: Repository, plan: PublishingPlan): Promise<Finding[]> {
  return look(async () => {
    const { branch } = plan
    const top = branch.split('/')[0] ?? branch
    const { data } = await github.rest.git.listMatchingRefs({ ...repository, ref: `heads/${top}` })
    const names = data.map(({ ref }) => ref.replace(/^refs\/heads\//, ''))
    // Git keeps branches as files: `docs` and `docs/guide` can't both be.
    const rival = names.find((name) => branch.startsWith(`${name}/`) || name.startsWith(`${branch}/`))
    if (rival !== undefined)
      return [
        refuse(`The branch ${branch} can't be made beside the branch ${rival}.`, `Set another guide-branch, or delete ${rival}.`),
      ]
    const isThere = names.includes(branch)
    const rules = await look(() => branchRuleFindings(github, repository, { ...plan, isThere }))
    return isThere ? [...rules, ...(await protectionFindings(github, repository, branch, rules))] : rules
  })
}

function protectionFindings(
  github: GitHub,
  repository: Repository,
  branch: string,
  rules: readonly Finding[],
): Promise<Finding[]> {
  return look(async () => {
    const { data } = await github.rest.repos.getBranch({ ...repository, branch })
    if (!data.protected || rules.length > 0) return []
    const message = `The branch ${branch} is protected; whether the token may push to it can't be known beforehand.`
    return [warn(message, `See Settings > Branches, and Settings > Rules, for what applies to ${branch}.`)]
  })
}

/** Whether GITHUB_TOKEN may open pull requests only an administrator can ask. Whoever has opened one before may. */
async function pullRequestFindings(github: GitHub, repository: Repository, { branch }: PublishingPlan): Promise<Finding[]> {
  const next = `If it fails: ${PULL_REQUEST_SETTING}. The guide is kept on its branch all the same.`
  try {
    const { data } = await github.rest.actions.getGithubActionsDefaultWorkflowPermissionsRepository({ ...repository })
    const message =
      'GitHub Actions may not open pull requests here; with GITHUB_TOKEN the guide gets a branch and no pull request.'
    return data.can_approve_pull_request_reviews ? [] : [warn(message, `Turn it on: ${PULL_REQUEST_SETTING}.`)]
  } catch (error) {
    readFailure(error)
  }
  return look(async () => {
    const parameters = { ...repository, head: `${repository.owner}:${branch}`, state: 'all', per_page: 10 } as const
    const { data } = await github.rest.pulls.list(parameters)
    if (data.some(({ user }) => user?.type === 'Bot')) return []
    return [warn('Whether the token may open pull requests can only be seen when it does.', next)]
  })
}
