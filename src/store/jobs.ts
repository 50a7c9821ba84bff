// Rows of jobs. Identity never changes; status, connections and cap do.
import type { Audience, JobStatus, PauseKind, Stage } from '../vocabulary.ts'
import type { Store } from './open.ts'

export type Mode = 'offline' | 'model'

/** What a job asks for; part of its identity. */
export interface JobSettings {
  readonly audiences: readonly Audience[]
  readonly language: string
  readonly detail: string
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** The guide's folder: from the root, or absolute where it lies outside. */
  readonly guidePath: string
  /** Pinned when the job is made: an upgrade in mid-job changes no key of it. */
  readonly promptVersions: Readonly<Record<string, string>>
}

/** A connection as it was asked for. Never holds a key. */
export interface ConnectionSettings {
  readonly model: string
  readonly baseUrl?: string
  readonly keyEnv?: string
  /** USD per million tokens, in and out. */
  readonly price?: readonly [number, number]
  readonly window?: number
  readonly maxOutput?: number
  readonly dailyRequests?: number
}

export interface Switch {
  readonly from: string
  readonly to: string
  /** Such as `its quota ran out`. */
  readonly why: string
  /** Or the pipeline went on by itself, on the next connection that was agreed to. */
  readonly byPerson: boolean
}

export interface Pause {
  readonly kind: PauseKind
  readonly provider: string | null
  readonly model: string | null
  readonly quotaId: string | null
  readonly resetAt: string | null
  readonly message: string
  readonly next: string
  /** What the rest would cost on other models; empty where a switch would not help. */
  readonly others?: readonly { readonly model: string; readonly lowMicroUsd: number; readonly highMicroUsd: number }[]
}

export interface Job {
  readonly id: string
  readonly identity: string
  readonly sourceCommit: string
  readonly isWorktree: boolean
  readonly mode: Mode
  readonly settings: JobSettings
  readonly connections: readonly ConnectionSettings[]
  readonly switches: readonly Switch[]
  readonly status: JobStatus
  readonly stage: Stage
  readonly run: number
  readonly estimateId: string | null
  readonly approvedEstimateId: string | null
  readonly capMicroUsd: number | null
  /** Typed before there was an approval; the approval takes it over. */
  readonly statedCapMicroUsd: number | null
  /** A person's switch that has sent nothing yet: it is told of only when it does. */
  readonly pendingSwitch: Switch | null
  readonly paused: Pause | null
  readonly grounding: unknown
  readonly guide: readonly string[]
  readonly cancelRequested: boolean
}

/** Columns that change, by their name in `Job`. */
const COLUMNS = {
  settings: ['settings', JSON.stringify],
  connections: ['connections', JSON.stringify],
  switches: ['switches', JSON.stringify],
  status: ['status', String],
  stage: ['stage', String],
  run: ['run', Number],
  estimateId: ['estimate_id', orNull],
  approvedEstimateId: ['approved_estimate_id', orNull],
  capMicroUsd: ['cap_micro_usd', orNull],
  statedCapMicroUsd: ['stated_cap_micro_usd', orNull],
  pendingSwitch: ['pending_switch', (value: unknown) => (value === null ? null : JSON.stringify(value))],
  paused: ['paused', (value: unknown) => (value === null ? null : JSON.stringify(value))],
  grounding: ['grounding', JSON.stringify],
  guide: ['guide', JSON.stringify],
  cancelRequested: ['cancel_requested', Number],
} as const satisfies Partial<Record<keyof Job, readonly [string, (value: never) => unknown]>>

export type JobChange = { -readonly [K in keyof typeof COLUMNS]?: Job[K] }

function orNull(value: unknown): unknown {
  return value ?? null
}

/** Makes a job with an id that is new in this database: from its identity, counted on. */
export function insertJob(
  store: Store,
  job: Pick<Job, 'identity' | 'sourceCommit' | 'isWorktree' | 'mode' | 'settings' | 'connections'>,
  now: Date,
): Job {
  return store.write(() => {
    const { n } = store.sql('SELECT count(*) AS n FROM jobs WHERE identity = ?').get(job.identity) as { n: number }
    const id = `${job.identity.slice(0, 10)}${n === 0 ? '' : `-${n + 1}`}`
    store
      .sql(
        `INSERT INTO jobs (id, identity, source_commit, is_worktree, mode, settings, connections, status, stage, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'running', 'scan', ?, ?)`,
      )
      .run(
        id,
        job.identity,
        job.sourceCommit,
        job.isWorktree ? 1 : 0,
        job.mode,
        JSON.stringify(job.settings),
        JSON.stringify(job.connections),
        now.toISOString(),
        now.toISOString(),
      )
    return mustFindJob(store, id)
  })
}

export function updateJob(store: Store, id: string, change: JobChange, now: Date): void {
  const fields = (Object.keys(change) as (keyof typeof COLUMNS)[]).filter((key) => change[key] !== undefined)
  const set = fields.map((key) => `${COLUMNS[key][0]} = ?`).join(', ')
  const values = fields.map((key) => (COLUMNS[key][1] as (value: unknown) => unknown)(change[key]))
  store.write(() =>
    store.sql(`UPDATE jobs SET ${set}${set && ', '}updated_at = ? WHERE id = ?`).run(...values, now.toISOString(), id),
  )
}

export function findJob(store: Store, id: string): Job | null {
  return jobOf(store.sql('SELECT * FROM jobs WHERE id = ?').get(id))
}

export function mustFindJob(store: Store, id: string): Job {
  const job = findJob(store, id)
  if (!job) throw new Error(`job ${id} has no row`)
  return job
}

/** The job every command without one takes. */
export function newestJob(store: Store): Job | null {
  return jobOf(store.sql('SELECT * FROM jobs ORDER BY rowid DESC LIMIT 1').get())
}

/** The newest job of an identity that is neither completed nor cancelled. */
export function unfinishedJob(store: Store, identity: string): Job | null {
  const row = store.sql(
    `SELECT * FROM jobs WHERE identity = ? AND status NOT IN ('completed', 'cancelled') ORDER BY rowid DESC LIMIT 1`,
  )
  return jobOf(row.get(identity))
}

export function isCancelRequested(store: Store, id: string): boolean {
  return store.sql('SELECT 1 FROM jobs WHERE id = ? AND cancel_requested = 1').get(id) !== undefined
}

/** LangGraph's thread of a run. */
export function threadOf(job: Pick<Job, 'id' | 'run'>): string {
  return job.run === 1 ? job.id : `${job.id}:run${job.run}`
}

interface JobRow {
  readonly id: string
  readonly identity: string
  readonly source_commit: string
  readonly is_worktree: number
  readonly mode: Mode
  readonly settings: string
  readonly connections: string
  readonly switches: string
  readonly status: JobStatus
  readonly stage: Stage
  readonly run: number
  readonly estimate_id: string | null
  readonly approved_estimate_id: string | null
  readonly cap_micro_usd: number | null
  readonly stated_cap_micro_usd: number | null
  readonly pending_switch: string | null
  readonly paused: string | null
  readonly grounding: string | null
  readonly guide: string
  readonly cancel_requested: number
}

function jobOf(found: unknown): Job | null {
  if (!found) return null
  const row = found as JobRow
  const json = (text: string | null) => (text === null ? null : JSON.parse(text))
  return {
    id: row.id,
    identity: row.identity,
    sourceCommit: row.source_commit,
    isWorktree: row.is_worktree === 1,
    mode: row.mode,
    settings: json(row.settings),
    connections: json(row.connections),
    switches: json(row.switches),
    status: row.status,
    stage: row.stage,
    run: row.run,
    estimateId: row.estimate_id,
    approvedEstimateId: row.approved_estimate_id,
    capMicroUsd: row.cap_micro_usd,
    statedCapMicroUsd: row.stated_cap_micro_usd,
    pendingSwitch: json(row.pending_switch),
    paused: json(row.paused),
    grounding: json(row.grounding),
    guide: json(row.guide),
    cancelRequested: row.cancel_requested === 1,
  }
}
