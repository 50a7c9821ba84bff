// One job while a command works on it, and what surrounds the command.
import type { GuideFile } from '../guide/guide-input.ts'
import { microUsdFrom } from '../money/usd.ts'
import type { Connection, Keeping, PipelineEvent } from '../pipeline/context.ts'
import type { ReadAhead } from '../pipeline/read-ahead.ts'
import type { Source } from '../repository/source.ts'
import type { Job, Pause } from '../store/jobs.ts'
import type { Store } from '../store/open.ts'
import type { Place } from './place.ts'
import type { JobRequest } from './request.ts'
import type { StopFlag } from './stop-flag.ts'

export type JobEvent = PipelineEvent | { readonly type: 'paused'; readonly pause: Pause }

export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv
  readonly now: () => Date
  readonly report: (event: JobEvent) => void
  readonly stop: StopFlag
  /** Where this machine may vanish at any time: what keeps the state elsewhere. */
  readonly keep?: (store: Store, job: Job) => Keeping
  /** Called with the guide as it is planned, where the job stops for its approval. */
  readonly onPlanned?: (files: readonly GuideFile[]) => void
  /** Tests count commits of the store here, and kill the process at one of them. */
  readonly onCommit?: (count: number) => void
}

/** One job while a command works on it. */
export interface OpenJob {
  readonly store: Store
  readonly source: Source
  readonly ahead: ReadAhead | null
  readonly place: Place
  readonly job: Job
  readonly connections: readonly Connection[]
  readonly epoch: number
}

/** The cap a command states, in micro-dollars. */
export const statedCap = (request: JobRequest, place: Place): number | null => {
  const usd = request.capUsd ?? place.configuration.capUsd
  return usd === null ? null : microUsdFrom(usd)
}
