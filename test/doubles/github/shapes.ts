// What GitHub answers about a thing, as far as anyone reads it; `complete.ts` adds what is required besides.
import { nodeIdOf } from './graphql.ts'
import type { Json } from './json.ts'
import { type Comment, type Issue, repositoryPath, stamp, type WorkflowRun, type World } from './world.ts'

const WEB = 'https://github.com'

export const webAddress = (world: World): string => `${WEB}/${world.owner}/${world.repo}`
const api = (world: World, path: string): string => `${world.url}${repositoryPath(world)}${path}`

export function userShape(world: World, login: string): Json {
  const account = world.accounts.get(login)
  const page = login.endsWith('[bot]') ? `apps/${login.slice(0, -5)}` : login
  return {
    login,
    id: account?.id ?? 0,
    type: account?.type ?? 'User',
    site_admin: false,
    url: `${world.url}/users/${encodeURIComponent(login)}`,
    html_url: `${WEB}/${page}`,
  }
}

export function repositoryShape(world: World, fork: string | null = null): Json {
  const owner = fork ?? world.owner
  return {
    id: fork ? world.repositoryId + 1 : world.repositoryId,
    name: world.repo,
    full_name: `${owner}/${world.repo}`,
    owner: userShape(world, owner),
    private: world.isPrivate,
    visibility: world.isPrivate ? 'private' : 'public',
    fork: fork !== null,
    default_branch: world.defaultBranch,
    url: `${world.url}/repos/${owner}/${world.repo}`,
    html_url: `${WEB}/${owner}/${world.repo}`,
    clone_url: `${WEB}/${owner}/${world.repo}.git`,
    archived: false,
    disabled: false,
  }
}

export const appShape = (world: World, slug: string | null): Json =>
  slug === null
    ? null
    : { id: slug === world.app?.slug ? world.app.id : 15368, slug, name: slug, owner: userShape(world, world.owner) }

export function issueShape(world: World, issue: Issue): Json {
  const web = `${webAddress(world)}/${issue.pull ? 'pull' : 'issues'}/${issue.number}`
  return {
    ...shared(world, issue),
    url: api(world, `/issues/${issue.number}`),
    repository_url: api(world, ''),
    html_url: web,
    comments: [...world.comments.values()].filter((comment) => comment.issue === issue.number).length,
    ...(issue.pull && {
      draft: issue.pull.isDraft,
      pull_request: {
        url: api(world, `/pulls/${issue.number}`),
        html_url: web,
        diff_url: `${web}.diff`,
        patch_url: `${web}.patch`,
        merged_at: issue.pull.mergedAt,
      },
    }),
  }
}

const shared = (world: World, issue: Issue): Json => ({
  id: issue.id,
  number: issue.number,
  state: issue.state,
  title: issue.title,
  body: issue.body,
  user: userShape(world, issue.author),
  locked: issue.isLocked,
  labels: [],
  assignee: null,
  assignees: [],
  milestone: null,
  author_association: association(world, issue.author),
  created_at: issue.createdAt,
  updated_at: issue.updatedAt,
  closed_at: issue.state === 'closed' ? issue.updatedAt : null,
})

/** A private member of an organisation shows as NONE: whoever goes by it is wrong. */
export const association = (world: World, login: string): string => (login === world.owner ? 'OWNER' : 'NONE')

export function commentShape(world: World, comment: Comment): Json {
  const issue = world.issues.get(comment.issue)
  return {
    id: comment.id,
    url: api(world, `/issues/comments/${comment.id}`),
    html_url: `${webAddress(world)}/${issue?.pull ? 'pull' : 'issues'}/${comment.issue}#issuecomment-${comment.id}`,
    issue_url: api(world, `/issues/${comment.issue}`),
    body: comment.body,
    user: userShape(world, comment.author),
    author_association: association(world, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    performed_via_github_app: appShape(world, comment.app),
  }
}

/** Where the pull request's branch stands now. */
export function headOf(world: World, issue: Issue): string {
  const { pull } = issue
  if (!pull) throw new Error(`${issue.number} is no pull request`)
  if (!pull.fork && issue.state === 'open') pull.head = world.git.resolve(`refs/heads/${pull.branch}`) ?? pull.head
  return pull.head
}

export function pullShape(world: World, issue: Issue): Json {
  const { pull } = issue
  if (!pull) throw new Error(`${issue.number} is no pull request`)
  const head = headOf(world, issue)
  const owner = pull.fork ?? world.owner
  return {
    ...shared(world, issue),
    node_id: nodeIdOf(issue.number),
    url: api(world, `/pulls/${issue.number}`),
    html_url: `${webAddress(world)}/pull/${issue.number}`,
    issue_url: api(world, `/issues/${issue.number}`),
    draft: pull.isDraft,
    merged: pull.mergedAt !== null,
    merged_at: pull.mergedAt,
    mergeable: true,
    mergeable_state: 'clean',
    head: {
      label: `${owner}:${pull.branch}`,
      ref: pull.branch,
      sha: head,
      user: userShape(world, owner),
      repo: repositoryShape(world, pull.fork),
    },
    base: {
      label: `${world.owner}:${pull.base}`,
      ref: pull.base,
      sha: world.git.resolve(`refs/heads/${pull.base}`) ?? head,
      user: userShape(world, world.owner),
      repo: repositoryShape(world),
    },
  }
}

export function runShape(world: World, run: WorkflowRun): Json {
  return {
    id: run.id,
    name: run.workflow,
    head_branch: run.branch,
    head_sha: run.sha,
    path: `.github/workflows/${run.workflow}`,
    display_title: run.workflow,
    run_number: run.number,
    run_attempt: run.attempt,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: workflowId(run.workflow),
    url: api(world, `/actions/runs/${run.id}`),
    html_url: `${webAddress(world)}/actions/runs/${run.id}`,
    artifacts_url: api(world, `/actions/runs/${run.id}/artifacts`),
    pull_requests: [],
    created_at: run.createdAt,
    updated_at: stamp(world.now()),
    run_started_at: run.createdAt,
    actor: userShape(world, run.actor),
    triggering_actor: userShape(world, run.triggeringActor),
    repository: repositoryShape(world),
    head_repository: repositoryShape(world),
    head_commit: null,
  }
}

const workflowId = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000, 7)
