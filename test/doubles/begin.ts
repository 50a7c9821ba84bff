// For the tests of the stand-ins: one of GitHub's side that stops with the test, and must not have seen anything that GitHub does not know.
import { Octokit } from '@octokit/rest'
import { expect, onTestFinished } from 'vitest'
import type { Beginning } from './github/new-world.ts'
import { type GithubServer, startGithubServer } from './github-server.ts'

export const HERE = { owner: 'octo-org', repo: 'parcel' }
export const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export async function begin(beginning: Beginning = {}): Promise<{ github: GithubServer; octokit: Octokit }> {
  const github = await startGithubServer(beginning)
  onTestFinished(async () => {
    await github.stop()
    expect(github.violations).toEqual([])
  })
  return { github, octokit: clientOf(github, github.workflowToken()) }
}

export const clientOf = (github: GithubServer, auth: string): Octokit => new Octokit({ baseUrl: github.url, auth, log: QUIET })

/** Status and message of a refusal. */
export const refusal = (asked: Promise<unknown>): Promise<[number, string]> =>
  asked.then(
    () => [0, 'it was taken'],
    (error) => [error.status, error.response?.data?.message ?? error.message],
  )
