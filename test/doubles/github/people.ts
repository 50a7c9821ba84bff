// Users, and what the repository lets them do.
import { userShape } from './shapes.ts'
import { ApiError, type Handlers, notFound, type Role } from './world.ts'

/** What the older field tells of a role. */
const LEGACY: Readonly<Record<Role, string>> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
  none: 'none',
}

export const peopleHandlers: Handlers = {
  'users/get-authenticated': ({ world, who }) => {
    // An installation's token, as GITHUB_TOKEN is one, is nobody's.
    if (who.app !== null) throw new ApiError(403, 'Resource not accessible by integration')
    return { status: 200, body: userShape(world, who.login) }
  },
  'users/get-by-username': ({ world, params }) => {
    if (!world.accounts.has(params.username as string)) throw notFound()
    return { status: 200, body: userShape(world, params.username as string) }
  },
  'repos/get-collaborator-permission-level': ({ world, params }) => {
    const account = world.accounts.get(params.username as string)
    if (!account) throw notFound()
    if (account.type !== 'User') throw new ApiError(404, `${account.login} is not a user`)
    const role = account.role ?? (world.isPrivate ? 'none' : 'read')
    return {
      status: 200,
      body: { permission: LEGACY[role], role_name: role, user: { ...userShape(world, account.login), role_name: role } },
    }
  },
}
