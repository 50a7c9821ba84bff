// What the runner says of this run: the event, and where we are. Read once, at the door.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Repository } from '../github/client.ts'
import { Refusal } from '../refusal.ts'

const payload = z.looseObject({
  repository: z.looseObject({ fork: z.boolean().optional(), default_branch: z.string().optional() }).optional(),
  inputs: z.looseObject({ models: z.string().optional() }).nullish(),
  pull_request: z
    .looseObject({ head: z.looseObject({ repo: z.looseObject({ fork: z.boolean() }).nullish() }).optional() })
    .optional(),
})

export interface RunnerEvent {
  readonly name: string
  /** As GitHub sent it; each reader checks what it takes. */
  readonly payload: unknown
  readonly isFork: boolean
  readonly isForkPullRequest: boolean
  /** The models that a dispatch named; null: it says nothing of models. */
  readonly models: readonly string[] | null
}

export interface Runner {
  readonly repository: Repository
  readonly apiUrl: string
  readonly serverUrl: string
  readonly runId: number
  readonly attempt: number
  readonly runUrl: string
  /** Who started this very run, also where it repeats somebody else's. */
  readonly actor: string
  readonly workspace: string
  readonly temporary: string
  /** The file name of the workflow, such as `nehemvix.yml`; null where the runner does not say. */
  readonly workflow: string | null
}

export function readEvent(environment: NodeJS.ProcessEnv): RunnerEvent {
  const file = environment.GITHUB_EVENT_PATH
  const read = file ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : {}
  const checked = payload.safeParse(read)
  return {
    name: environment.GITHUB_EVENT_NAME ?? '',
    payload: read,
    isFork: checked.data?.repository?.fork ?? false,
    models: checked.data?.inputs?.models?.split(/[,\s]+/).filter((word) => word !== '') ?? null,
    isForkPullRequest: checked.data?.pull_request?.head?.repo?.fork ?? false,
  }
}

/** Throws Refusal outside of a workflow. */
export function readRunner(environment: NodeJS.ProcessEnv): Runner {
  const [owner, repo] = (environment.GITHUB_REPOSITORY ?? '').split('/')
  const { GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temporary } = environment
  if (!owner || !repo || !workspace || !temporary) {
    throw new Refusal(
      'This is the entry of the GitHub Action: GITHUB_REPOSITORY, GITHUB_WORKSPACE and RUNNER_TEMP are not set.',
      'on a machine of your own: nehemvix run',
    )
  }
  const serverUrl = environment.GITHUB_SERVER_URL || 'https://github.com'
  const runId = Number(environment.GITHUB_RUN_ID) || 0
  return {
    repository: { owner, repo },
    apiUrl: environment.GITHUB_API_URL || 'https://api.github.com',
    serverUrl,
    runId,
    attempt: Number(environment.GITHUB_RUN_ATTEMPT) || 1,
    runUrl: `${serverUrl}/${owner}/${repo}/actions/runs/${runId}`,
    actor: environment.GITHUB_TRIGGERING_ACTOR || environment.GITHUB_ACTOR || '',
    workspace,
    temporary,
    workflow: environment.GITHUB_WORKFLOW_REF?.match(/\/\.github\/workflows\/([^/@]+)@/)?.[1] ?? null,
  }
}
