import type { GitHub } from './client.ts'
import { readFailure } from './failure.ts'

const known = new WeakMap<GitHub, string | null>()

/** Our own login where the caller does not know it: a person's token. null: an app's token, which is not told its name. */
export async function readOwnLogin(github: GitHub): Promise<string | null> {
  const before = known.get(github)
  if (before !== undefined) return before
  try {
    const { data } = await github.rest.users.getAuthenticated()
    known.set(github, data.login)
    return data.login
  } catch (error) {
    const { status } = readFailure(error)
    if (status === 403) known.set(github, null)
    return null
  }
}

/** Logins have no case. */
export function isSameLogin(left: string | null | undefined, right: string | null | undefined): boolean {
  return typeof left === 'string' && typeof right === 'string' && left.toLowerCase() === right.toLowerCase()
}
