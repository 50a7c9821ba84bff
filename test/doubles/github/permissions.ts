// Who asks, and whether the token may. What is not listed needs no more than a known token, as reads of a public repository do.
import { verify } from 'node:crypto'
import type { Identity, Level, World } from './world.ts'
import { ApiError } from './world.ts'

type Need = readonly (readonly [permission: string, level: Level])[]

/** Any one of the permissions suffices. */
const NEEDS: Readonly<Record<string, Need>> = {
  'git/create-blob': [['contents', 'write']],
  'git/create-tree': [['contents', 'write']],
  'git/create-commit': [['contents', 'write']],
  'git/create-ref': [['contents', 'write']],
  'git/update-ref': [['contents', 'write']],
  'git/delete-ref': [['contents', 'write']],
  'issues/create-comment': talking(),
  'issues/update-comment': talking(),
  'issues/delete-comment': talking(),
  'reactions/create-for-issue-comment': talking(),
  'reactions/delete-for-issue-comment': talking(),
  'pulls/create': [['pull_requests', 'write']],
  'pulls/update': [['pull_requests', 'write']],
  'actions/create-workflow-dispatch': [['actions', 'write']],
  'actions/delete-actions-cache-by-key': [['actions', 'write']],
  'actions/delete-actions-cache-by-id': [['actions', 'write']],
  'actions/delete-artifact': [['actions', 'write']],
  'actions/download-artifact': [['actions', 'read']],
  'actions/get-github-actions-default-workflow-permissions-repository': [['administration', 'read']],
  'repos/get-branch-protection': [['administration', 'read']],
  'checks/create': [['checks', 'write']],
  'checks/update': [['checks', 'write']],
}

function talking(): Need {
  return [
    ['issues', 'write'],
    ['pull_requests', 'write'],
  ]
}

/** In a private repository reading needs a permission as well. */
const READS: readonly (readonly [prefix: string, permission: string])[] = [
  ['git/', 'contents'],
  ['repos/get-content', 'contents'],
  ['repos/compare', 'contents'],
  ['repos/get-branch', 'contents'],
  ['repos/get-commit', 'contents'],
  ['issues/', 'issues'],
  ['reactions/', 'issues'],
  ['pulls/', 'pull_requests'],
  ['actions/', 'actions'],
  ['checks/', 'checks'],
]

const FOR_APP = new Set(['apps/get-authenticated', 'apps/create-installation-access-token', 'apps/get-repo-installation'])

/** Throws 403 where the token's permissions, or the person's role, do not suffice. */
export function demandPermission(world: World, who: Identity, operation: string): void {
  if (FOR_APP.has(operation)) {
    if (who.type !== 'App') throw new ApiError(401, 'A JSON web token could not be decoded')
    return
  }
  if (who.type === 'App') throw new ApiError(403, 'Resource not accessible by integration')
  const read = world.isPrivate ? READS.find(([prefix]) => operation.startsWith(prefix)) : undefined
  const need: Need = NEEDS[operation] ?? (read ? [[read[1], 'read']] : [])
  if (need.length > 0 && !need.some(([permission, level]) => has(world, who, permission, level))) {
    throw new ApiError(403, who.permissions ? 'Resource not accessible by integration' : 'Must have admin rights to Repository.')
  }
}

export function has(world: World, who: Identity, permission: string, level: Level): boolean {
  if (who.permissions) return who.permissions[permission] === 'write' || who.permissions[permission] === level
  const role = world.accounts.get(who.login)?.role ?? null
  if (permission === 'administration') return role === 'admin'
  if (level === 'read' || permission === 'issues' || permission === 'pull_requests') return role !== 'none'
  return role === 'admin' || role === 'maintain' || role === 'write'
}

/** null: no token that is known. */
export function identify(world: World, authorization: string | undefined): Identity | null {
  const token = authorization?.match(/^(?:token|bearer) (.+)$/i)?.[1]
  if (!token) return null
  return world.tokens.get(token) ?? identifyApp(world, token)
}

/** An app's own token is a JWT that it has signed. */
function identifyApp({ app }: World, token: string): Identity | null {
  const [header, claims, signature] = token.split('.')
  if (!app || !header || !claims || !signature) return null
  const isSigned = verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), app.publicKey, Buffer.from(signature, 'base64url'))
  const { iss } = isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : {}
  return String(iss) === String(app.id) ? { login: app.slug, type: 'App', permissions: null, app: app.slug } : null
}
