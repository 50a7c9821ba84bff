// Workflows: dispatches are taken as GitHub takes them (from the file's own declaration of inputs), and runs are what a test says of them.
import { parse } from 'yaml'
import type { Json } from './json.ts'
import { runShape } from './shapes.ts'
import {
  ApiError,
  type Asked,
  type Handlers,
  notFound,
  page,
  repositoryPath,
  stamp,
  type WorkflowRun,
  type World,
} from './world.ts'

export type NewRun = Partial<Omit<WorkflowRun, 'number' | 'createdAt'>>

export function addRun(world: World, made: NewRun): WorkflowRun {
  const branch = made.branch ?? world.defaultBranch
  const actor = made.actor ?? 'octocat'
  const run: WorkflowRun = {
    workflow: 'nehemvix.yml',
    event: 'workflow_dispatch',
    attempt: 1,
    status: 'queued',
    conclusion: null,
    inputs: {},
    triggeringActor: actor,
    ...made,
    id: made.id ?? 1_000_000 + world.nextId(),
    actor,
    branch,
    sha: made.sha ?? world.git.resolve(`refs/heads/${branch}`) ?? '0'.repeat(40),
    number: world.runs.size + 1,
    createdAt: stamp(world.now()),
  }
  world.runs.set(run.id, run)
  return run
}

function dispatch({ world, params, body, who }: Asked): WorkflowRun {
  const workflow = params.workflow_id as string
  const ref = body.ref.replace(/^refs\/heads\//, '')
  const sha = world.git.resolve(`refs/heads/${ref}`) ?? world.git.resolve(`refs/tags/${ref}`)
  if (world.git.resolve(`refs/heads/${world.defaultBranch}:.github/workflows/${workflow}`) === null) throw notFound()
  if (sha === null) throw new ApiError(422, `No ref found for: ${body.ref}`)
  const text = world.git.ask('show', `${sha}:.github/workflows/${workflow}`)
  const declared: Json = text === null ? null : parse(text)?.on
  const trigger = typeof declared === 'object' ? declared?.workflow_dispatch : undefined
  if (trigger === undefined && ![declared].flat().includes('workflow_dispatch')) {
    throw new ApiError(422, "Workflow does not have 'workflow_dispatch' trigger")
  }
  demandInputs(trigger?.inputs ?? {}, body.inputs ?? {})
  const inputs = Object.fromEntries(Object.entries(body.inputs ?? {}).map(([name, value]) => [name, String(value)]))
  const run = addRun(world, { workflow, sha, branch: ref, actor: who.login, inputs })
  world.dispatches.push({ runId: run.id, workflow, ref: body.ref, inputs, by: who.login })
  return run
}

function demandInputs(declared: Json, given: Json): void {
  const unexpected = Object.keys(given).filter((name) => !(name in declared))
  if (unexpected.length > 0) throw new ApiError(422, `Unexpected inputs provided: ${JSON.stringify(unexpected)}`)
  for (const [name, input] of Object.entries<Json>(declared)) {
    const value = given[name]
    if (input?.required && value === undefined && input.default === undefined)
      throw new ApiError(422, `Required input '${name}' not provided`)
    if (value === undefined || value === '') continue
    if (input?.type === 'choice' && !input.options.map(String).includes(String(value))) {
      throw new ApiError(422, `Provided value '${value}' for input '${name}' not in the list of allowed values`)
    }
    if (input?.type === 'boolean' && !/^(true|false)$/.test(String(value))) {
      throw new ApiError(422, `Provided value '${value}' for input '${name}' is not a boolean`)
    }
  }
}

function listRuns(asked: Asked, path: string, isWanted: (run: WorkflowRun) => boolean) {
  const { world, query } = asked
  const wanted = ([name, field]: readonly [string, keyof WorkflowRun], run: WorkflowRun) =>
    !query.has(name) || query.get(name) === run[field]
  const filters = [
    ['event', 'event'],
    ['branch', 'branch'],
    ['head_sha', 'sha'],
    ['actor', 'actor'],
  ] as const
  const isOfStatus = (run: WorkflowRun) => [null, run.status, run.conclusion].includes(query.get('status'))
  const all = [...world.runs.values()]
    .reverse()
    .filter((run) => isWanted(run) && isOfStatus(run) && filters.every((one) => wanted(one, run)))
  const { items, headers } = page(asked, `${repositoryPath(world)}${path}`, all)
  return { status: 200, headers, body: { total_count: all.length, workflow_runs: items.map((run) => runShape(world, run)) } }
}

export const actionHandlers: Handlers = {
  'actions/create-workflow-dispatch': (asked) => {
    const { world, body } = asked
    if (world.settings.refusesRunDetails && body.return_run_details !== undefined) {
      throw new ApiError(422, 'Invalid request.\n\n"return_run_details" is not a permitted key.')
    }
    const run = dispatch(asked)
    if (body.return_run_details !== true) return { status: 204 }
    const { url, html_url } = runShape(world, run)
    return { status: 200, body: { workflow_run_id: run.id, run_url: url, html_url } }
  },
  'actions/get-workflow-run': ({ world, params }) => {
    const run = world.runs.get(Number(params.run_id))
    if (!run) throw notFound()
    return { status: 200, body: runShape(world, run) }
  },
  'actions/list-workflow-runs-for-repo': (asked) => listRuns(asked, '/actions/runs', () => true),
  'actions/list-workflow-runs': (asked) =>
    listRuns(asked, `/actions/workflows/${asked.params.workflow_id}/runs`, (run) => run.workflow === asked.params.workflow_id),
  'actions/get-github-actions-default-workflow-permissions-repository': ({ world }) => {
    if (!world.settings.workflowPermissions) throw new ApiError(403, 'Resource not accessible by integration')
    return { status: 200, body: world.settings.workflowPermissions }
  },
}
