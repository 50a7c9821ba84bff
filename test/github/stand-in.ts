// One stand-in of GitHub a test, stopped afterwards, and its traffic held against GitHub's description.
import { expect, onTestFinished } from 'vitest'
import { createGitHub, type GitHub } from '../../src/github/client.ts'
import { type GithubServer, startGithubServer } from '../doubles/github-server.ts'

export interface StandIn {
  readonly server: GithubServer
  /** With GITHUB_TOKEN of a workflow that may write everything. */
  readonly github: GitHub
  readonly repository: { readonly owner: string; readonly repo: string }
  clientOf(token: string): GitHub
}

export async function startStandIn(beginning: Parameters<typeof startGithubServer>[0] = {}): Promise<StandIn> {
  const server = await startGithubServer(beginning)
  onTestFinished(async () => {
    await server.stop()
    expect(server.violations).toEqual([])
  })
  const wait = async () => undefined
  const clientOf = (token: string) => createGitHub({ token, apiUrl: server.url, wait })
  const { owner, repo } = server.world
  return { server, clientOf, github: clientOf(server.workflowToken()), repository: { owner, repo } }
}
