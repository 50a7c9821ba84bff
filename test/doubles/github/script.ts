// What a test does to the repository without the API: people comment, push and open pull requests; rules and settings change.
import { addRun, type NewRun } from './actions.ts'
import { newInstallationToken } from './apps.ts'
import type { CommitHow } from './bare-repository.ts'
import { addComment, stampLater } from './conversation.ts'
import { checkPayload, commentPayload, dispatchPayload, type EventOfComment, runPayload } from './events.ts'
import type { Json } from './json.ts'
import { addAccount, addApp } from './new-world.ts'
import { addPull } from './pulls.ts'
import { followBranches } from './refs.ts'
import {
  type Account,
  type AppAccount,
  type Comment,
  type Issue,
  type Level,
  type Role,
  stamp,
  type WorkflowRun,
  type World,
} from './world.ts'

export interface OpenPull {
  readonly branch: string
  readonly base?: string
  readonly title?: string
  readonly author?: string
  readonly isDraft?: boolean
  /** The owner of a fork that holds the branch. */
  readonly fork?: string
  /** Committed on the branch. Without them the branch must be there, or gets one file. */
  readonly files?: Readonly<Record<string, string>>
}

export interface Script {
  addUser(login: string, role?: Role | null, type?: Account['type']): Account
  /** A personal token. */
  tokenOf(login: string): string
  /** GITHUB_TOKEN of a workflow with these permissions; the pipeline's where they are left out. */
  workflowToken(permissions?: Readonly<Record<string, Level>>): string
  /** From now on 401, as after an hour. */
  expire(token: string): void
  addApp(slug?: string, permissions?: Readonly<Record<string, Level>>): AppAccount
  openIssue(title: string, author?: string): Issue
  openPullRequest(pull: OpenPull): Issue
  closePullRequest(number: number, isMerged?: boolean): void
  lock(number: number): void
  comment(issue: number | Issue, author: string, body: string): Comment
  /** By anyone who may, as a maintainer changes an outsider's words. */
  editComment(comment: Comment, body: string): Comment
  deleteComment(comment: Comment): void
  /** A person's commit on a branch; `null` takes a file away. */
  commit(branch: string, files: Readonly<Record<string, string | null>>, how?: CommitHow): string
  /** Makes writes to a branch fail with 422. GH013: a ruleset. GH006: classic protection. */
  protect(branch: string, code: 'GH006' | 'GH013', message?: string): void
  /** The token may not open pull requests, by the repository's setting. */
  forbidPullRequests(): void
  startRun(run?: NewRun): WorkflowRun
  setRun(id: number, change: Partial<Pick<WorkflowRun, 'status' | 'conclusion' | 'attempt' | 'actor' | 'triggeringActor'>>): void
  /** The payload of `issue_comment`. */
  eventOf(comment: Comment, how?: EventOfComment): Json
  /** The payload of the `workflow_dispatch` that started a run. */
  eventOfDispatch(run: number): Json
  /** The payload of `workflow_run`, completed. */
  eventOfRun(run: number): Json
  /** The payload of `check_run`, requested_action. */
  eventOfButton(checkRun: number, identifier: string, sender: string): Json
}

const PIPELINE: Readonly<Record<string, Level>> = {
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  actions: 'write',
  metadata: 'read',
}

export function scriptFor(world: World): Script {
  const find = <Item>(map: ReadonlyMap<number, Item>, id: number): Item => {
    const found = map.get(id)
    if (!found) throw new Error(`there is nothing with the number ${id}`)
    return found
  }
  const ensureUser = (login: string) => world.accounts.get(login) ?? addAccount(world, login, {})
  return {
    addUser: (login, role = null, type = 'User') => addAccount(world, login, { role, type }),
    tokenOf: (login) => {
      const token = `ghp_${login.padEnd(36, '0')}`
      world.tokens.set(token, { login: ensureUser(login).login, type: 'User', permissions: null, app: null })
      return token
    },
    workflowToken: (permissions = PIPELINE) => {
      const token = newInstallationToken()
      world.tokens.set(token, { login: 'github-actions[bot]', type: 'Bot', permissions, app: 'github-actions' })
      return token
    },
    expire: (token) => void world.tokens.delete(token),
    addApp: (slug = 'nehemvix', permissions) => addApp(world, slug, permissions),
    openIssue: (title, author = 'octocat') => openIssue(world, title, ensureUser(author).login),
    openPullRequest: (pull) => openPull(world, pull, ensureUser(pull.author ?? 'octocat').login),
    closePullRequest: (number, isMerged = false) => {
      const issue = find(world.issues, number)
      issue.state = 'closed'
      if (isMerged && issue.pull) issue.pull.mergedAt = stamp(world.now())
    },
    lock: (number) => {
      find(world.issues, number).isLocked = true
    },
    comment: (issue, author, body) => {
      const found = typeof issue === 'number' ? find(world.issues, issue) : issue
      return addComment(world, found, { login: ensureUser(author).login, app: null }, body)
    },
    editComment: (comment, body) => {
      comment.body = body
      stampLater(world, comment)
      return comment
    },
    deleteComment: ({ id }) => void world.comments.delete(id),
    commit: (branch, files, how) => {
      const sha = world.git.commit(branch, files, how)
      followBranches(world)
      return sha
    },
    protect: (branch, code, message) => {
      const rule = 'Changes must be made through a pull request.'
      const usual = code === 'GH013' ? `Repository rule violations found\n\n${rule}\n\n` : rule
      world.protections.set(branch, message ?? usual)
      if (code === 'GH013')
        world.rules.set(branch, [{ type: 'non_fast_forward', ruleset_id: 1, ruleset_source: `${world.owner}/${world.repo}` }])
    },
    forbidPullRequests: () => {
      world.settings.mayActionsOpenPullRequests = false
    },
    startRun: (run = {}) => addRun(world, run),
    setRun: (id, change) => void Object.assign(find(world.runs, id), change),
    eventOf: (comment, how = {}) => commentPayload(world, comment, how),
    eventOfDispatch: (run) => dispatchPayload(world, find(world.runs, run)),
    eventOfRun: (run) => runPayload(world, find(world.runs, run)),
    eventOfButton: (checkRun, identifier, sender) => checkPayload(world, checkRun, identifier, sender),
  }
}

function openIssue(world: World, title: string, author: string): Issue {
  const at = stamp(world.now())
  const number = Math.max(0, ...world.issues.keys()) + 1
  const issue: Issue = {
    number,
    id: world.nextId(),
    author,
    title,
    body: null,
    state: 'open',
    isLocked: false,
    createdAt: at,
    updatedAt: at,
    pull: null,
  }
  world.issues.set(number, issue)
  return issue
}

function openPull(world: World, asked: OpenPull, author: string): Issue {
  const { branch, base = world.defaultBranch, fork = null } = asked
  // A fork's commits reach this repository as refs/pull/N/head only.
  const place = fork ? `fork-of-${fork}` : branch
  const from = world.git.resolve(`refs/heads/${place}`) ?? world.git.resolve(`refs/heads/${base}`) ?? undefined
  const isThere = !fork && world.git.resolve(`refs/heads/${branch}`) !== null
  const head =
    isThere && !asked.files
      ? (world.git.resolve(`refs/heads/${branch}`) as string)
      : world.git.commit(place, asked.files ?? { [`${branch.replaceAll('/', '-')}.md`]: `# ${branch}\n` }, { from, author })
  if (fork) {
    if (!world.accounts.has(fork)) addAccount(world, fork, {})
    world.git.git(['update-ref', '-d', `refs/heads/${place}`])
  }
  return addPull(world, {
    branch,
    base,
    head,
    author,
    title: asked.title ?? `Change ${branch}`,
    body: null,
    isDraft: asked.isDraft ?? false,
    fork,
  })
}
