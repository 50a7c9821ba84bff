// What an app does: it asks who it is, gets a token for its installation, and keeps check runs.
import { randomBytes } from 'node:crypto'
import type { Json } from './json.ts'
import { appShape, webAddress } from './shapes.ts'
import {
  ApiError,
  type AppAccount,
  type Asked,
  type Handlers,
  type Level,
  notFound,
  page,
  repositoryPath,
  stamp,
  type World,
} from './world.ts'

const HOUR_MS = 3_600_000

function appOf(world: World): AppAccount {
  if (!world.app) throw notFound()
  return world.app
}

/** As they look since 2026: some 520 characters, with dots and dashes. */
export const newInstallationToken = (): string =>
  `ghs_${randomBytes(60).toString('base64url')}.${randomBytes(240).toString('base64url')}.${randomBytes(86).toString('base64url')}`

function createToken({ world, params, body }: Asked) {
  const app = appOf(world)
  if (Number(params.installation_id) !== app.installation) throw notFound()
  const permissions: Record<string, Level> = body?.permissions ?? app.permissions
  const missing = Object.entries(permissions).find(
    ([name, level]) => app.permissions[name] !== 'write' && app.permissions[name] !== level,
  )
  if (missing) throw new ApiError(422, `The permissions requested are not granted to this installation.`)
  const token = newInstallationToken()
  world.tokens.set(token, { login: `${app.slug}[bot]`, type: 'Bot', permissions, app: app.slug })
  const expires = stamp(new Date(world.now().getTime() + HOUR_MS))
  return { status: 201, body: { token, expires_at: expires, permissions, repository_selection: 'selected' } }
}

function checkShape(world: World, id: number, given: Json): Json {
  const { actions: _, output, ...rest } = given
  return {
    ...rest,
    id,
    url: `${world.url}${repositoryPath(world)}/check-runs/${id}`,
    html_url: `${webAddress(world)}/runs/${id}`,
    details_url: given.details_url ?? null,
    external_id: given.external_id ?? null,
    conclusion: given.conclusion ?? null,
    status: given.conclusion ? 'completed' : (given.status ?? 'queued'),
    started_at: given.started_at ?? null,
    completed_at: given.completed_at ?? null,
    output: {
      title: null,
      summary: null,
      text: null,
      annotations_count: 0,
      annotations_url: `${world.url}/check-runs/${id}/annotations`,
      ...output,
    },
    pull_requests: [],
  }
}

function findCheck({ world, params }: Asked): Json {
  const check = world.checkRuns.get(Number(params.check_run_id))
  if (!check) throw notFound()
  return check
}

export const appHandlers: Handlers = {
  'apps/get-authenticated': ({ world }) => ({
    status: 200,
    body: { ...appShape(world, appOf(world).slug), events: ['issue_comment'] },
  }),
  'apps/create-installation-access-token': createToken,
  'apps/get-repo-installation': ({ world }) => {
    const app = appOf(world)
    return { status: 200, body: { id: app.installation, app_id: app.id, app_slug: app.slug, permissions: app.permissions } }
  },
  'checks/create': ({ world, body, who }) => {
    if (world.git.resolve(`${body.head_sha}^{commit}`) === null)
      throw new ApiError(422, `No commit found for SHA: ${body.head_sha}`)
    const id = world.nextId()
    world.checkRuns.set(id, { ...body, id, slug: who.app })
    return { status: 201, body: { ...checkShape(world, id, body), app: appShape(world, who.app) } }
  },
  'checks/get': (asked) => {
    const check = findCheck(asked)
    return { status: 200, body: { ...checkShape(asked.world, check.id, check), app: appShape(asked.world, check.slug) } }
  },
  'checks/update': (asked) => {
    const check = Object.assign(findCheck(asked), asked.body)
    return { status: 200, body: { ...checkShape(asked.world, check.id, check), app: appShape(asked.world, check.slug) } }
  },
  'checks/list-for-ref': (asked) => {
    const { world, params, query } = asked
    const sha = world.git.resolve(`${params.ref}^{commit}`)
    const all = [...world.checkRuns.values()].filter(
      (one) => one.head_sha === sha && [null, one.name].includes(query.get('check_name')),
    )
    const { items, headers } = page(asked, `${repositoryPath(world)}/commits/${params.ref}/check-runs`, all)
    const runs = items.map((check) => ({ ...checkShape(world, check.id, check), app: appShape(world, check.slug) }))
    return { status: 200, headers, body: { total_count: all.length, check_runs: runs } }
  },
}
