// What a stage is given. Passed anew at each start, never checkpointed.
import type { Model } from '../models/model.ts'
import type { Price } from '../money/price.ts'
import type { Source } from '../repository/source.ts'
import type { Job, Pause } from '../store/jobs.ts'
import type { Allowance } from '../store/ledger.ts'
import type { Store } from '../store/open.ts'
import type { Stage } from '../vocabulary.ts'
import type { ConnectionHealth } from './connection-health.ts'
import type { PlannedCall } from './planned-call.ts'
import type { ReadAhead } from './read-ahead.ts'
import type { Semaphore } from './semaphore.ts'

/** A model at a host, with a key, a price and limits. */
export interface Connection {
  /** Provider, host, model and fingerprint of the key: what exhaustion is keyed by. */
  readonly key: string
  readonly model: Model
  /** As the user wrote it. */
  readonly name: string
  readonly price: Price
  readonly window: number
  readonly maxOutput: number
  /** Tokens this provider counts for one that o200k counts, at the most. */
  readonly tokenMargin: number
  readonly dailyRequests: number | null
}

/** Why nothing new is sent any more. */
export type StopReason = 'interrupted' | 'cancelled' | 'fenced'

export interface Progress {
  readonly type: 'progress'
  readonly stage: Stage
  readonly units: { readonly done: number; readonly total: number }
  readonly inFlight: number
  readonly spentMicroUsd: number
  readonly capMicroUsd: number | null
}

/** While the repository is looked through, before there is a job: files of those whose content decides whether they are read. */
export interface Reading {
  readonly type: 'reading'
  readonly files: { readonly done: number; readonly total: number }
}

export type PipelineEvent = Progress | Reading | { readonly type: 'notice'; readonly message: string }

/** Keeps the state where it outlives this machine. On a machine of one's own the disk is enough, and there is none. */
export interface Keeping {
  /** What may leave before the state is saved again. */
  allowance(): Allowance
  /** Saves the state and renews the allowance, so that a call of `microUsd` fits in. Throws where that fails: nothing more may be spent then. */
  renew(microUsd: number): Promise<void>
  /** Saves the state as it is, where something has changed. A failure is kept, and stops the next spending. */
  save(): Promise<void>
}

export interface RunContext {
  readonly store: Store
  readonly job: Job
  readonly source: Source
  /** What was read while the repository was looked through. */
  readonly ahead: ReadAhead | null
  /** In order of preference. */
  readonly connections: readonly Connection[]
  readonly health: ReadonlyMap<string, ConnectionHealth>
  readonly epoch: number
  readonly keeping: Keeping | null
  readonly semaphore: Semaphore
  readonly state: RunState
  readonly now: () => Date
  /** Bytes that the disk of the state file still takes. */
  readonly freeBytes: () => number
  /** Resolves after `ms`, or at once when the run is stopped. */
  readonly sleep: (ms: number) => Promise<void>
  readonly report: (event: PipelineEvent) => void
  readonly writeGuide: (files: readonly { path: string; text: string }[]) => Promise<readonly string[]>
}

export function healthOf(context: Pick<RunContext, 'health'>, connection: Connection): ConnectionHealth {
  const health = context.health.get(connection.key)
  if (!health) throw new Error(`connection ${connection.name} has no health record`)
  return health
}

/** What the branches of this process tell each other. Lost with the process: the store is the truth. */
export interface RunState {
  stop: StopReason | null
  /** Holds for the whole job, not for one connection: cap, or answers that are all unusable. */
  pause: Pause | null
  /** A bug or a broken disk, kept until the gate: a branch that throws would lose its neighbours' answers. */
  crash: unknown
  /** Calls that were planned and have not run; a branch whose call is not here was planned by a process that is gone. */
  readonly calls: Map<string, PlannedCall>
  /** Units that `offline` was asked for in this run: what it could not say it never can. */
  readonly askedOffline: Set<string>
  /** Billed answers in a row that brought nothing. */
  uselessInARow: number
  /** Refused requests in a row that could not be mended. */
  badRequestsInARow: number
  /** Outcomes in a row that nobody knows. */
  unknownInARow: number
  inFlight: number
  /** When progress was told last, in ms. */
  reportedAt: number
  /** How long counting the units took then. */
  countingMs: number
  /** Requests sent and units done when the last gate was passed: a round that adds none has not moved. */
  rows: number
  /** In this process only: a person's commands, each of which finds no room under the cap, are no bug. */
  idleRounds: number
  /** The connection that calls were last planned for. */
  lastConnection: Connection | null
  /** Resolved and renewed whenever a call settles: a reservation may fit then. */
  settled: PromiseWithResolvers<void>
}

export const newRunState = (): RunState => ({
  stop: null,
  pause: null,
  crash: null,
  calls: new Map(),
  askedOffline: new Set(),
  uselessInARow: 0,
  badRequestsInARow: 0,
  unknownInARow: 0,
  inFlight: 0,
  reportedAt: 0,
  countingMs: 0,
  rows: 0,
  idleRounds: 0,
  lastConnection: null,
  settled: Promise.withResolvers(),
})
