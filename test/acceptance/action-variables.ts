// The environment of a step, and the files through which it answers: names and forms as the runner has them.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkflowRun } from '../doubles/github/world.ts'
import type { GithubServer } from '../doubles/github-server.ts'
import type { ResultsServer } from '../doubles/results-server.ts'

export interface Event {
  readonly name: string
  /** What stands in the event file; the dispatch's own where it is left out. */
  readonly payload?: unknown
}

type Variables = Record<string, string>

/** Inputs of action.yml as INPUT_*: upper case, spaces become underscores, hyphens stay. */
export function inputVariables(
  declared: Readonly<Record<string, { default?: unknown }>> | undefined,
  asked: { inputs?: Readonly<Record<string, string>>; models?: { url: string } },
  token: string,
): Variables {
  const given: Variables = { ...(asked.models && modelInputs(asked.models.url)), ...asked.inputs }
  const unknown = Object.keys(given).filter((name) => !(name in (declared ?? {})))
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`)
  const values = Object.entries(declared ?? {}).map(([name, { default: usual = '' }]) => {
    const value = given[name] ?? String(usual).replaceAll(/\$\{\{\s*github\.token\s*\}\}/g, token)
    if (value.includes('${{')) throw new Error(`this runner can't evaluate the default of ${name}: ${value}`)
    return [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]
  })
  return Object.fromEntries(values)
}

const modelInputs = (url: string): Variables => ({
  'openai-api-key': 'sk-test-openai-key',
  'openai-base-url': `${url}/v1`,
  'gemini-api-key': 'test-gemini-key',
  'gemini-base-url': `${url}/v1beta/openai`,
})

/** Tokens of these events read the cache and write nothing. */
const READ_ONLY_EVENTS = ['issue_comment', 'pull_request_target', 'workflow_run']

export interface Job {
  readonly github: GithubServer
  readonly results: ResultsServer
  readonly run: WorkflowRun
  readonly event: Event
  readonly eventPath: string
  readonly folders: { readonly workspace: string; readonly temp: string; readonly home: string }
  readonly action: string
}

export function jobVariables({ github, results, run, event, eventPath, folders, action }: Job): Variables {
  const { world } = github
  const repository = `${world.owner}/${world.repo}`
  const ref = `refs/heads/${run.branch}`
  const mayWrite = !READ_ONLY_EVENTS.includes(event.name)
  return {
    PATH: process.env.PATH ?? '',
    // A runner has one. Without it the home of whoever runs the tests would be read.
    HOME: folders.home,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: 'nehemvix',
    GITHUB_ACTION_PATH: action,
    GITHUB_ACTOR: run.actor,
    GITHUB_ACTOR_ID: String(world.accounts.get(run.actor)?.id ?? 0),
    GITHUB_TRIGGERING_ACTOR: run.triggeringActor,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_ID: String(world.repositoryId),
    GITHUB_REPOSITORY_OWNER: world.owner,
    GITHUB_REPOSITORY_OWNER_ID: String(world.accounts.get(world.owner)?.id ?? 0),
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_RUN_ID: String(run.id),
    GITHUB_RUN_NUMBER: String(run.number),
    GITHUB_RUN_ATTEMPT: String(run.attempt),
    GITHUB_RETENTION_DAYS: '90',
    GITHUB_JOB: 'guide',
    GITHUB_REF: ref,
    GITHUB_REF_NAME: run.branch,
    GITHUB_REF_TYPE: 'branch',
    GITHUB_REF_PROTECTED: 'false',
    GITHUB_SHA: run.sha,
    GITHUB_HEAD_REF: '',
    GITHUB_BASE_REF: '',
    GITHUB_WORKFLOW: run.workflow,
    GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/${run.workflow}@${ref}`,
    GITHUB_WORKFLOW_SHA: run.sha,
    GITHUB_WORKSPACE: folders.workspace,
    RUNNER_NAME: 'stand-in',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: process.arch.toUpperCase(),
    RUNNER_TEMP: folders.temp,
    RUNNER_TOOL_CACHE: folders.temp,
    ACTIONS_RESULTS_URL: `${results.url}/`,
    ACTIONS_RUNTIME_TOKEN: results.tokenFor({ runId: run.id, job: 'guide', scopes: [{ ref, mayWrite }] }),
    ACTIONS_CACHE_SERVICE_V2: 'True',
    // Not the runner's: it saves a third of a second of each of the many processes of a test run.
    NODE_COMPILE_CACHE: join(tmpdir(), 'nehemvix-compile-cache'),
  }
}

export interface FileCommands {
  readonly outputs: Variables
  readonly state: Variables
  readonly env: Variables
  readonly paths: string[]
  readonly summary: string
}

export function readFileCommands(files: Readonly<Record<string, string>>): FileCommands {
  const text = (name: string) => readFileSync(files[name] as string, 'utf8')
  return {
    outputs: readPairs(text('OUTPUT')),
    state: readPairs(text('STATE')),
    env: readPairs(text('ENV')),
    paths: text('PATH').split('\n').filter(Boolean),
    summary: text('STEP_SUMMARY'),
  }
}

/** `name=value`, or `name<<END`, lines and `END`. Anything else is an error, as it is to the runner. */
export function readPairs(text: string): Variables {
  const found: Variables = {}
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    if (line === '') continue
    const [, name, end] = line.match(/^([^=]+?)<<(.+)$/) ?? []
    if (name === undefined || end === undefined) {
      const split = line.indexOf('=')
      if (split < 1) throw new Error(`invalid format '${line}'`)
      found[line.slice(0, split)] = line.slice(split + 1)
      continue
    }
    const last = lines.indexOf(end, at + 1)
    if (last < 0) throw new Error(`the value of ${name} has no end`)
    found[name] = lines.slice(at + 1, last).join('\n')
    at = last
  }
  return found
}
