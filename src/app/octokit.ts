// Probot's client, with our own manners: its plugins repeat posts, and sleep for as long as GitHub says.
import { setTimeout as sleep } from 'node:timers/promises'
import { ProbotOctokit } from 'probot'
import { endInTime } from '../github/client.ts'
import { waitOutFailures } from '../github/wait-out-failures.ts'

/** Every request ends in time, the reading of its answer included. */
export const fetchInTime: typeof fetch = endInTime(fetch)

const withManners: Parameters<typeof ProbotOctokit.plugin>[0] = (octokit) => {
  octokit.hook.wrap('request', waitOutFailures(sleep))
}

export const AppOctokit = ProbotOctokit.plugin(withManners).defaults((options: object) => ({
  ...options,
  throttle: { enabled: false },
  retry: { enabled: false },
})) as typeof ProbotOctokit
