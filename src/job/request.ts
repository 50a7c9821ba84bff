// What a way in asks of a job.
import type { ConnectionSettings } from '../store/jobs.ts'
import type { Audience } from '../vocabulary.ts'

export const OPERATIONS = ['run', 'estimate', 'approve', 'resume', 'rerun'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Those that go on with a job that is there. */
export const CONTINUE_COMMANDS = ['approve', 'resume', 'rerun'] as const satisfies readonly Operation[]

export interface JobRequest {
  readonly operation: Operation
  /** A folder inside the repository. */
  readonly directory: string
  /** null: the newest job. `run` and `estimate` find theirs by what they ask for. */
  readonly job: string | null
  readonly audiences: readonly Audience[] | null
  readonly ref: string
  readonly worktree: boolean
  /** null: not named, so the job's own, the configuration's, or `offline`. */
  readonly models: readonly string[] | null
  /** true: `models` are for a new job; one that is there keeps its own. */
  readonly modelsAreForNewJobs: boolean
  /** The estimate that an approval means; null: the newest. Any other is refused. */
  readonly estimate: string | null
  /** false: a schedule or a run's own continuation asks, and decides nothing that a person has to. */
  readonly isPerson: boolean
  /** What options say of every connection. */
  readonly connectionOptions: Omit<ConnectionSettings, 'model' | 'baseUrl' | 'keyEnv'>
  readonly out: string | null
  readonly state: string | null
  readonly yes: boolean
  readonly approveUnderUsd: number | null
  readonly capUsd: number | null
  readonly consent: readonly string[]
  /** The person agrees that the providers of `models` see the code, whatever they are called. */
  readonly consentsToNamed: boolean
  readonly concurrency: number
  readonly language: string | null
  readonly force: boolean
  /** Starts over after the state was lost, knowing that work is paid again. */
  readonly payAgain: boolean
  readonly config: string | null
  /** true: `config` is all that counts, and the repository's own file is not looked at. */
  readonly configIsWhole: boolean
}
