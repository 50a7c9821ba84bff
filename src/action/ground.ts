// What every pipeline run stands on: the repository's facts, the trusted configuration, the record. Reads only.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGitHub, type GitHub, messageOf, statusOf } from '../github/client.ts'
import { readRecord } from '../github/read-record.ts'
import { EMPTY_RECORD, type StateRecord } from '../github/state-record.ts'
import { readTrustedFile } from '../github/trusted-file.ts'
import { type Configuration, readConfiguration } from '../job/configuration.ts'
import { Refusal } from '../refusal.ts'
import type { Runner } from './event.ts'
import type { Inputs } from './inputs.ts'

const CONFIGURATION = '.github/nehemvix.yml'

export interface Unreadable {
  readonly why: string
  /** Trying again later may help. */
  readonly mayPass: boolean
  /** Of the record, if that is known. */
  readonly head: string | null
}

export interface Ground {
  readonly github: GitHub
  readonly repositoryId: number
  readonly defaultBranch: string
  readonly isFork: boolean
  readonly configuration: Configuration
  /** The file that `configuration` was read from; null: there is none. */
  readonly configurationFile: string | null
  /** Of all that decides what is asked for and what it may cost. */
  readonly configurationDigest: string
  readonly guideBranch: string
  readonly record: StateRecord
  /** Why there is a record that can't be read; nothing may be paid then. */
  readonly unreadable: Unreadable | null
  /** From now on no request waits for GitHub's limits: the runner is about to be killed. */
  readonly hurry: () => void
}

/** Throws Refusal: no token, no such repository, a configuration that is not as it must be. */
export async function findGround(runner: Runner, inputs: Inputs, environment: NodeJS.ProcessEnv): Promise<Ground> {
  const { repository } = runner
  const token = inputs['github-token']
  if (!token)
    throw new Refusal('There is no github-token.', 'set `github-token` to the token of the workflow, as the example does')
  const haste = Promise.withResolvers<void>()
  const wait = (ms: number) => Promise.race([sleep(ms), haste.promise])
  const github = createGitHub({ token, apiUrl: runner.apiUrl, wait })
  const { data } = await github.rest.repos.get({ ...repository }).catch((error) => {
    throw new Refusal(
      `${repository.owner}/${repository.repo} can't be read: ${messageOf(error)}.`,
      [401, 403, 404].includes(statusOf(error) ?? 0)
        ? 'give the workflow `contents: write`, `pull-requests: write` and `actions: write`'
        : 'start it again later',
    )
  })
  const text = await readTrustedFile(github, repository, CONFIGURATION, data.default_branch)
  const configurationFile = text === null ? null : join(runner.temporary, 'nehemvix', 'nehemvix.yml')
  if (configurationFile !== null) {
    await mkdir(join(runner.temporary, 'nehemvix'), { recursive: true })
    await writeFile(configurationFile, text ?? '')
  }
  const read = await readRecord(github, repository)
  const configuration = readConfiguration(runner.workspace, configurationFile, environment, { ignoresRepository: true })
  return {
    github,
    repositoryId: data.id,
    defaultBranch: data.default_branch,
    isFork: data.fork,
    configuration,
    configurationFile,
    configurationDigest: digestOf(text, inputs),
    guideBranch: inputs['guide-branch'] ?? configuration.guideBranch,
    record: read.kind === 'record' ? read.record : EMPTY_RECORD,
    unreadable: read.kind === 'unreadable' ? read : null,
    hurry: haste.resolve,
  }
}

/** What voids an approval when it changes. Models do not: the estimate that is approved names its own, and a switch keeps it. */
function digestOf(text: string | null, inputs: Inputs): string {
  const { audiences, language, price } = inputs
  const decisive = [text, audiences, language, price, inputs['spending-cap'], inputs['guide-path'], inputs['guide-branch']]
  return createHash('sha256').update(JSON.stringify(decisive)).digest('hex').slice(0, 16)
}
