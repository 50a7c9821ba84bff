// Payloads of events: GitHub's own examples, with what happened here put in, and what the examples lack (the installation, `issue.pull_request`).
import { readFileSync } from 'node:fs'
import type { Json } from './json.ts'
import { appShape, commentShape, issueShape, repositoryShape, runShape, userShape } from './shapes.ts'
import type { Comment, WorkflowRun, World } from './world.ts'

const FILE = new URL('../../../node_modules/@octokit/webhooks-examples/api.github.com/index.json', import.meta.url)

let examples: Json = null

function example(world: World, name: string, action?: string): Json {
  examples ??= JSON.parse(readFileSync(FILE, 'utf8'))
  const found = examples
    .find((one: Json) => one.name === name)
    .examples.find((one: Json) => action === undefined || one.action === action)
  const { organization: _, ...payload } = structuredClone(found)
  const { app } = world
  return {
    ...payload,
    repository: {
      ...payload.repository,
      ...repositoryShape(world),
      owner: { ...payload.repository.owner, ...userShape(world, world.owner) },
    },
    ...(app && { installation: { id: app.installation, node_id: 'MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9u' } }),
  }
}

/** A user as in the example, but this one. */
const user = (world: World, like: Json, login: string): Json => ({ ...like, ...userShape(world, login) })

export interface EventOfComment {
  readonly action?: 'created' | 'edited' | 'deleted'
  /** Who caused it; the author where it is left out. */
  readonly sender?: string
}

/** `issue_comment`. */
export function commentPayload(world: World, comment: Comment, { action = 'created', sender }: EventOfComment): Json {
  const issue = world.issues.get(comment.issue)
  const like = example(world, 'issue_comment', action)
  if (!issue) throw new Error(`there is no issue ${comment.issue}`)
  return {
    ...like,
    issue: { ...like.issue, ...issueShape(world, issue), user: user(world, like.issue.user, issue.author) },
    comment: { ...like.comment, ...commentShape(world, comment), user: user(world, like.comment.user, comment.author) },
    sender: user(world, like.sender, sender ?? comment.author),
  }
}

/** `workflow_dispatch`. */
export function dispatchPayload(world: World, run: WorkflowRun): Json {
  const like = example(world, 'workflow_dispatch')
  return {
    ...like,
    inputs: run.inputs,
    ref: `refs/heads/${run.branch}`,
    workflow: `.github/workflows/${run.workflow}`,
    sender: user(world, like.sender, run.triggeringActor),
  }
}

/** `workflow_run`, completed. */
export function runPayload(world: World, run: WorkflowRun): Json {
  const like = example(world, 'workflow_run', 'completed')
  return {
    ...like,
    workflow: { ...like.workflow, name: run.workflow, path: `.github/workflows/${run.workflow}` },
    workflow_run: { ...like.workflow_run, ...runShape(world, run) },
    sender: user(world, like.sender, run.triggeringActor),
  }
}

/** `check_run`, a button that was pressed. */
export function checkPayload(world: World, checkRun: number, identifier: string, sender: string): Json {
  const like = example(world, 'check_run', 'requested_action')
  const check = world.checkRuns.get(checkRun)
  if (!check) throw new Error(`there is no check run ${checkRun}`)
  const pulls = [...world.issues.values()].filter(({ pull }) => pull?.head === check.head_sha)
  return {
    ...like,
    check_run: {
      ...like.check_run,
      id: checkRun,
      name: check.name,
      head_sha: check.head_sha,
      external_id: check.external_id ?? '',
      status: check.status ?? 'queued',
      conclusion: check.conclusion ?? null,
      app: { ...like.check_run.app, ...appShape(world, check.slug) },
      pull_requests: pulls.map(({ number, id, pull }) => ({
        id,
        number,
        head: { ref: pull?.branch, sha: pull?.head },
        base: { ref: pull?.base },
      })),
    },
    requested_action: { identifier },
    sender: user(world, like.sender, sender),
  }
}
