// Inside the workflow a comment is handled by the same function as in the hosted app. It is answered and dispatched, and nothing else.
import { setFailed } from '@actions/core'
import { handleComment } from '../app/handle-comment.ts'
import { createGitHub } from '../github/client.ts'
import type { Runner } from './event.ts'
import type { Inputs } from './inputs.ts'
import { ownLogin } from './own-login.ts'

/** Returns what to tell in the log. What could not be answered turns the step red. */
export async function answerComment(runner: Runner, inputs: Inputs, payload: unknown): Promise<string> {
  const github = createGitHub({ token: inputs['github-token'], apiUrl: runner.apiUrl })
  const handled = await handleComment({
    github,
    repository: runner.repository,
    payload,
    me: await ownLogin(github),
    voice: 'workflow',
    workflow: runner.workflow,
    serverUrl: runner.serverUrl,
    now: () => new Date(),
  })
  if (handled.kind === 'ignored') return `Nothing to do: ${handled.why}.`
  if (handled.unsaid !== null) setFailed(`The answer could not be posted: ${handled.unsaid}`)
  return handled.message
}
