// What the stand-in knows: one repository, its people, conversations and runs. Handlers read and change it; tests script it.
import type { Outgoing } from '../loopback.ts'
import type { ResultsStore } from '../results/store.ts'
import type { BareRepository } from './bare-repository.ts'
import type { Json } from './json.ts'

export const ROLES = ['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const
export type Role = (typeof ROLES)[number]

export interface Account {
  readonly login: string
  readonly id: number
  readonly type: 'User' | 'Bot' | 'Organization'
  /** In the repository. null: a stranger. */
  role: Role | null
}

export type Level = 'read' | 'write'

/** Whom a token belongs to. `permissions` null: whatever the person's role allows. */
export interface Identity {
  readonly login: string
  readonly type: 'User' | 'Bot' | 'App'
  readonly permissions: Readonly<Record<string, Level>> | null
  /** Slug of the app that it acts for. */
  readonly app: string | null
}

export interface Issue {
  readonly number: number
  readonly id: number
  readonly author: string
  title: string
  body: string | null
  state: 'open' | 'closed'
  isLocked: boolean
  readonly createdAt: string
  updatedAt: string
  /** null: an issue, not a pull request. */
  readonly pull: Pull | null
}

export interface Pull {
  readonly branch: string
  base: string
  isDraft: boolean
  mergedAt: string | null
  /** The owner of the fork that the branch is in; null: the repository itself. */
  readonly fork: string | null
  /** The last head that was seen, for branches that are gone. */
  head: string
}

export interface Comment {
  readonly id: number
  readonly issue: number
  readonly author: string
  readonly app: string | null
  body: string
  readonly createdAt: string
  updatedAt: string
}

export interface Reaction {
  readonly id: number
  readonly comment: number
  readonly author: string
  readonly content: string
  readonly createdAt: string
}

export interface WorkflowRun {
  readonly id: number
  readonly number: number
  attempt: number
  readonly workflow: string
  readonly event: string
  readonly branch: string
  readonly sha: string
  actor: string
  triggeringActor: string
  status: string
  conclusion: string | null
  readonly createdAt: string
  readonly inputs: Readonly<Record<string, string>>
}

/** A `workflow_dispatch` that was taken. */
export interface Dispatch {
  readonly runId: number
  readonly workflow: string
  readonly ref: string
  readonly inputs: Readonly<Record<string, string>>
  readonly by: string
}

export interface Settings {
  /** "Allow GitHub Actions to create and approve pull requests". */
  mayActionsOpenPullRequests: boolean
  /** What `GET …/actions/permissions/workflow` tells; null: 403. */
  workflowPermissions: { default_workflow_permissions: 'read' | 'write'; can_approve_pull_request_reviews: boolean } | null
  /** As older GitHub Enterprise Servers do: 422 for `return_run_details`. */
  refusesRunDetails: boolean
}

export interface AppAccount {
  readonly id: number
  readonly slug: string
  readonly installation: number
  /** PEM, as the app is given it. */
  readonly privateKey: string
  readonly publicKey: string
  permissions: Readonly<Record<string, Level>>
}

export interface World {
  readonly owner: string
  readonly repo: string
  readonly repositoryId: number
  readonly defaultBranch: string
  readonly isPrivate: boolean
  readonly git: BareRepository
  /** The stand-in's own address. */
  url: string
  readonly accounts: Map<string, Account>
  readonly tokens: Map<string, Identity>
  app: AppAccount | null
  readonly issues: Map<number, Issue>
  readonly comments: Map<number, Comment>
  readonly reactions: Map<number, Reaction>
  readonly runs: Map<number, WorkflowRun>
  readonly dispatches: Dispatch[]
  readonly checkRuns: Map<number, Json>
  /** Branch -> the message that a write to it is refused with. */
  readonly protections: Map<string, string>
  /** Branch -> what `rules/branches` tells. */
  readonly rules: Map<string, Json[]>
  readonly settings: Settings
  results: ResultsStore | null
  now(): Date
  nextId(): number
}

/** A request that was found, checked and allowed. */
export interface Asked {
  readonly world: World
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Json
  readonly who: Identity
  readonly accept: string
}

export type Handler = (asked: Asked) => Outgoing

/** By GitHub's operation id. */
export type Handlers = Readonly<Record<string, Handler>>

/** Thrown by a handler: GitHub's answer to what can't be done. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly Json[] | undefined
  constructor(status: number, message: string, errors?: readonly Json[]) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export const notFound = (): ApiError => new ApiError(404, 'Not Found')

/** GitHub's times have whole seconds. */
export const stamp = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z')

/** The page that is asked for, and `Link` to the others. */
export function page<Item>(
  { world, query }: Asked,
  path: string,
  all: readonly Item[],
): { items: Item[]; headers: Record<string, string> } {
  const size = Math.min(100, Number(query.get('per_page') ?? 30))
  const at = Number(query.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(all.length / size))
  const link = (number: number, rel: string) => {
    const other = new URLSearchParams(query)
    other.set('page', String(number))
    return `<${world.url}${path}?${other}>; rel="${rel}"`
  }
  const links = [
    ...(at > 1 ? [link(at - 1, 'prev')] : []),
    ...(at < last ? [link(at + 1, 'next'), link(last, 'last')] : []),
    ...(at > 1 ? [link(1, 'first')] : []),
  ]
  return { items: all.slice((at - 1) * size, at * size), headers: links.length > 0 ? { link: links.join(', ') } : {} }
}

export const repositoryPath = ({ owner, repo }: Pick<World, 'owner' | 'repo'>): string => `/repos/${owner}/${repo}`
