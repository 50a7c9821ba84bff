// The one client of GitHub's API that we make ourselves. The functions of this folder also take the one that Probot hands out.
import { setTimeout as sleep } from 'node:timers/promises'
import { Octokit } from '@octokit/rest'
import { PACKAGE_VERSION } from '../version.ts'
import { waitOutFailures } from './wait-out-failures.ts'

export interface Repository {
  readonly owner: string
  readonly repo: string
}

export type GitHub = Pick<Octokit, 'rest' | 'request' | 'paginate'>

export interface GitHubOptions {
  readonly token: string
  /** GITHUB_API_URL: GitHub Enterprise has its own. */
  readonly apiUrl: string
  readonly fetch?: typeof fetch
  /** Waits so many milliseconds. */
  readonly wait?: (ms: number) => Promise<unknown>
}

/** For requests that must not be sent twice: Probot's client repeats posts unless it is told not to, ours never does. */
export const ONCE = { request: { retries: 0 } }

const TIMEOUT_MS = 30_000
const silent = () => undefined

/** A client whose requests end within 30 s, and that waits no longer than 30 s for a limit to pass. Never logs. */
export function createGitHub({ token, apiUrl, fetch: send = fetch, wait = sleep }: GitHubOptions): GitHub {
  const github = new Octokit({
    auth: token,
    baseUrl: apiUrl.replace(/\/+$/, ''),
    userAgent: `nehemvix/${PACKAGE_VERSION}`,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    request: { fetch: endInTime(send) },
  })
  github.hook.wrap('request', waitOutFailures(wait))
  return github
}

/** The signal also ends the reading of a body that never comes to its end. */
export function endInTime(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    return send(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
  }
}

export { messageOf, statusOf } from './failure.ts'
