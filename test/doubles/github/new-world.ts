// A repository with files, an owner and one maintainer: where every test begins.
import { generateKeyPairSync } from 'node:crypto'
import { fixtureFiles } from '../../acceptance/fixture.ts'
import { makeBareRepository } from './bare-repository.ts'
import type { Account, AppAccount, Level, Role, World } from './world.ts'

export const WORKFLOW = '.github/workflows/nehemvix.yml'

/** What the stand-in checks dispatches against, where a test brings no workflow of its own. */
const WORKFLOW_TEXT = `name: nehemvix
on:
  workflow_dispatch:
    inputs:
${['operation', 'job', 'estimate', 'comment-id', 'pull-request', 'models'].map((name) => `      ${name}: {type: string}\n`).join('')}
jobs:
  guide:
    runs-on: ubuntu-latest
    steps: [{run: 'true'}]
`

export interface Beginning {
  readonly owner?: string
  readonly repo?: string
  readonly defaultBranch?: string
  readonly isPrivate?: boolean
  /** Committed on the default branch; the small repository `parcel` where they are left out. A workflow is added where there is none. */
  readonly files?: Readonly<Record<string, string>>
}

export function newWorld(beginning: Beginning, now: () => Date): World {
  const { owner = 'octo-org', repo = 'parcel', defaultBranch = 'main', isPrivate = false, files = fixtureFiles() } = beginning
  const git = makeBareRepository(defaultBranch)
  git.commit(defaultBranch, { [WORKFLOW]: WORKFLOW_TEXT, ...files })
  let last = 1_000
  const world: World = {
    owner,
    repo,
    repositoryId: 1_296_269,
    defaultBranch,
    isPrivate,
    git,
    url: '',
    accounts: new Map(),
    tokens: new Map(),
    app: null,
    issues: new Map(),
    comments: new Map(),
    reactions: new Map(),
    runs: new Map(),
    dispatches: [],
    checkRuns: new Map(),
    protections: new Map(),
    rules: new Map(),
    settings: { mayActionsOpenPullRequests: true, workflowPermissions: null, refusesRunDetails: false },
    results: null,
    now,
    nextId: () => ++last,
  }
  addAccount(world, owner, { type: 'Organization' })
  addAccount(world, 'octocat', { role: 'admin' })
  addAccount(world, 'github-actions[bot]', { type: 'Bot' })
  return world
}

export function addAccount(
  world: World,
  login: string,
  { type = 'User', role = null }: { type?: Account['type']; role?: Role | null },
): Account {
  const account = { login, id: login === 'github-actions[bot]' ? 41_898_282 : 500 + world.accounts.size, type, role }
  world.accounts.set(login, account)
  return account
}

const DEFAULT_PERMISSIONS: Readonly<Record<string, Level>> = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  issues: 'write',
  metadata: 'read',
  pull_requests: 'write',
}

let keys: { privateKey: string; publicKey: string } | null = null

/** Installs an app. Its key is made once a process: it takes a tenth of a second. */
export function addApp(world: World, slug: string, permissions = DEFAULT_PERMISSIONS): AppAccount {
  keys ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  addAccount(world, `${slug}[bot]`, { type: 'Bot' })
  world.app = { id: 4_242, slug, installation: 77, permissions, ...keys }
  return world.app
}
