// Pull requests: opened under GitHub's conditions, listed with its trap (a `head` without an owner filters nothing), changed.

import { findIssue, invalid } from './conversation.ts'
import type { Json } from './json.ts'
import { commitShape } from './reading.ts'
import { followBranches } from './refs.ts'
import { headOf, pullShape } from './shapes.ts'
import { ApiError, type Asked, type Handlers, type Issue, page, repositoryPath, stamp, type World } from './world.ts'

export interface NewPull {
  readonly branch: string
  readonly base: string
  readonly head: string
  readonly author: string
  readonly title: string
  readonly body: string | null
  readonly isDraft: boolean
  readonly fork: string | null
}

export function addPull(world: World, made: NewPull): Issue {
  const at = stamp(world.now())
  const { branch, base, head, isDraft, fork } = made
  const issue: Issue = {
    number: Math.max(0, ...world.issues.keys()) + 1,
    id: world.nextId(),
    author: made.author,
    title: made.title,
    body: made.body,
    state: 'open',
    isLocked: false,
    createdAt: at,
    updatedAt: at,
    pull: { branch, base, head, isDraft, fork, mergedAt: null },
  }
  world.issues.set(issue.number, issue)
  followBranches(world)
  return issue
}

function findPull(asked: Asked): Issue & { readonly pull: NonNullable<Issue['pull']> } {
  const issue = findIssue(asked)
  if (!issue.pull) throw new ApiError(404, 'Not Found')
  return issue as ReturnType<typeof findPull>
}

const custom = (message: string): ApiError =>
  new ApiError(422, 'Validation Failed', [{ resource: 'PullRequest', code: 'custom', message }])

function createPull({ world, body, who }: Asked): Issue {
  if (who.app === 'github-actions' && !world.settings.mayActionsOpenPullRequests) {
    throw new ApiError(403, 'GitHub Actions is not permitted to create or approve pull requests.')
  }
  const [owner, branch] = body.head.includes(':') ? body.head.split(':') : [world.owner, body.head]
  const head = owner === world.owner ? world.git.resolve(`refs/heads/${branch}`) : null
  const base = world.git.resolve(`refs/heads/${body.base}`)
  if (head === null) throw invalid('PullRequest', 'head', 'invalid')
  if (base === null) throw invalid('PullRequest', 'base', 'invalid')
  const isOpen = ({ state, pull }: Issue) =>
    state === 'open' && pull?.branch === branch && pull?.fork === null && pull?.base === body.base
  if ([...world.issues.values()].some(isOpen)) throw custom(`A pull request already exists for ${owner}:${branch}.`)
  if (world.git.git(['rev-list', '--count', `${base}..${head}`]) === '0')
    throw custom(`No commits between ${body.base} and ${branch}`)
  return addPull(world, {
    branch,
    base: body.base,
    head,
    author: who.login,
    title: body.title ?? branch,
    body: body.body ?? null,
    isDraft: body.draft === true,
    fork: null,
  })
}

function listPulls({ world, query }: Asked): Issue[] {
  const state = query.get('state') ?? 'open'
  const [owner, branch] = query.get('head')?.includes(':') ? (query.get('head') as string).split(':') : [null, null]
  const base = query.get('base')
  const found = [...world.issues.values()].filter(
    (issue) =>
      issue.pull !== null &&
      (state === 'all' || issue.state === state) &&
      (branch === null || (issue.pull.branch === branch && (issue.pull.fork ?? world.owner) === owner)) &&
      (base === null || issue.pull.base === base),
  )
  return query.get('direction') === 'asc' ? found : found.reverse()
}

export const pullHandlers: Handlers = {
  'pulls/create': (asked) => ({ status: 201, body: pullShape(asked.world, createPull(asked)) }),
  'pulls/get': (asked) => ({ status: 200, body: pullShape(asked.world, findPull(asked)) }),
  'pulls/list': (asked) => {
    const { items, headers } = page(asked, `${repositoryPath(asked.world)}/pulls`, listPulls(asked))
    return { status: 200, headers, body: items.map((issue) => pullShape(asked.world, issue)) }
  },
  'pulls/update': (asked) => {
    const issue = findPull(asked)
    const { body, world }: { body: Json; world: World } = asked
    if (body.base !== undefined && world.git.resolve(`refs/heads/${body.base}`) === null)
      throw invalid('PullRequest', 'base', 'invalid')
    headOf(world, issue)
    issue.title = body.title ?? issue.title
    issue.body = body.body === undefined ? issue.body : body.body
    issue.state = body.state ?? issue.state
    issue.pull.base = body.base ?? issue.pull.base
    issue.updatedAt = stamp(world.now())
    return { status: 200, body: pullShape(world, issue) }
  },
  'pulls/list-commits': (asked) => {
    const { world } = asked
    const issue = findPull(asked)
    const all = world.git
      .git(['rev-list', '--reverse', `refs/heads/${issue.pull.base}..${headOf(world, issue)}`])
      .split('\n')
      .filter(Boolean)
    const { items, headers } = page(asked, `${repositoryPath(world)}/pulls/${issue.number}/commits`, all)
    return { status: 200, headers, body: items.map((sha) => commitShape(world, sha)) }
  },
}
