// Carries out a workflow file as GitHub does: its own parser and evaluator say which jobs an event starts, and what our step of them is given.
import { parse } from 'yaml'
import { type Contexts, conditionsOf, fillIn, holds } from '../contract/official-parser.ts'
import type { Level } from '../doubles/github/world.ts'
import type { GithubServer } from '../doubles/github-server.ts'
import type { ResultsServer } from '../doubles/results-server.ts'
import { makeFolder } from '../repository/make-repository.ts'
import { type ActionEnded, type ActionRun, runAction } from './action.ts'

export interface WorkflowPlace {
  /** In `.github/workflows` on the default branch. */
  readonly file: string
  readonly github: GithubServer
  readonly results: ResultsServer
  /** A stand-in for the providers. Only jobs that are given a key get to know its address. */
  readonly models: { readonly url: string }
}

export interface Started {
  readonly name: 'issue_comment' | 'workflow_dispatch'
  readonly payload: Contexts[string]
  /** A run that the stand-in knows, as that of a dispatch. */
  readonly runId?: number
  /** Who caused it. */
  readonly actor: string
}

interface Job {
  readonly permissions?: Readonly<Record<string, Level>>
  readonly steps: readonly { readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> }[]
}

/** What stands in the environment of the repository. */
export const SECRETS = { OPENAI_API_KEY: 'sk-test-openai-key', GEMINI_API_KEY: 'test-gemini-key', ANTHROPIC_API_KEY: '' }

/** Job -> how our step of it ended, of those that the event starts. */
export async function runWorkflow(place: WorkflowPlace, event: Started): Promise<ReadonlyMap<string, ActionEnded>> {
  const { file, github } = place
  const text = github.world.git.ask('show', `${github.world.defaultBranch}:.github/workflows/${file}`) ?? ''
  const { on, jobs } = parse(text) as { on: Readonly<Record<string, unknown>>; jobs: Readonly<Record<string, Job>> }
  if (!(event.name in on)) return new Map()
  const contexts: Contexts = {
    github: { event_name: event.name, event: event.payload },
    inputs: event.name === 'workflow_dispatch' ? dispatchedInputs(on.workflow_dispatch, event.payload) : {},
    secrets: SECRETS,
  }
  const ended = new Map<string, ActionEnded>()
  for (const [id, condition] of await conditionsOf(file, text)) {
    const job = jobs[id]
    if (job !== undefined && holds(condition, contexts)) ended.set(id, await runAction(stepOf(job, contexts, place, event)))
  }
  return ended
}

function stepOf(job: Job, contexts: Contexts, { github, results, models }: WorkflowPlace, event: Started): ActionRun {
  const step = job.steps.find(({ uses }) => uses?.startsWith('nehemvix/nehemvix@'))
  if (step === undefined) throw new Error('no step of this job is ours')
  const given = Object.entries(step.with ?? {}).map(([name, value]) => [name, fillIn(String(value), contexts)] as const)
  const permissions = Object.entries(job.permissions ?? {}).map(([name, level]) => [name.replaceAll('-', '_'), level] as const)
  const isCheckedOut = job.steps.some(({ uses }) => uses?.startsWith('actions/checkout@'))
  return {
    github,
    results,
    inputs: Object.fromEntries(given),
    event,
    token: github.workflowToken({ metadata: 'read', ...Object.fromEntries(permissions) }),
    triggeringActor: event.actor,
    ...(given.some(([name]) => name.endsWith('-api-key')) && { models }),
    ...(event.runId !== undefined && { runId: event.runId }),
    ...(!isCheckedOut && { workspace: makeFolder() }),
  }
}

/** What was not dispatched has the default of its declaration. */
function dispatchedInputs(trigger: unknown, payload: Contexts[string]): Contexts[string] {
  const { inputs: declared = {} } = trigger as { inputs?: Readonly<Record<string, { default?: string }>> }
  const { inputs: given } = payload as { inputs?: Readonly<Record<string, string>> | null }
  const usual = Object.entries(declared).map(([name, one]) => [name, one.default ?? ''] as const)
  return { ...Object.fromEntries(usual), ...given }
}
