import type { GitHub, Repository } from './client.ts'
import { readFailure } from './failure.ts'

export type RoleRead =
  | {
      readonly kind: 'role'
      /** As the repository names it: `admin`, `maintain`, `write`, `triage`, `read`, `none`, or a role of the organisation's own. */
      readonly role: string
      readonly mayWrite: boolean
      readonly isBot: boolean
    }
  | { readonly kind: 'unknown'; readonly why: string }

/** What somebody may do here. Not to be read from a comment's `author_association`, which is wrong for private members. */
export async function readRole(github: GitHub, repository: Repository, login: string): Promise<RoleRead> {
  const hasBotName = /\[bot\]$/i.test(login)
  try {
    const { data } = await github.rest.repos.getCollaboratorPermissionLevel({ ...repository, username: login })
    return {
      kind: 'role',
      role: data.role_name || data.permission,
      // `permission` is the base of a custom role, and `write` for `maintain`. On a public repository every stranger has `read`.
      mayWrite: data.permission === 'admin' || data.permission === 'write',
      isBot: hasBotName || data.user?.type === 'Bot',
    }
  } catch (error) {
    const failure = readFailure(error)
    // Nobody of that name, or an app: GitHub says "is not a user".
    if (failure.status === 404) return { kind: 'role', role: 'none', mayWrite: false, isBot: hasBotName }
    return { kind: 'unknown', why: failure.message }
  }
}
