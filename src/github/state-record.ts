// What the record on `refs/nehemvix/state` says: the truth about what must exist. It is small, public to whoever can read the repository,
// and holds no key. Read and moved in `move-record.ts`.
import { z } from 'zod'

export const RECORD_REF = 'refs/nehemvix/state'

const count = z.number().int().nonnegative()
const microUsd = count
const text = z.string().max(2_000)
const moment = z.string().max(40)

/** A snapshot of the state file that was verified after it was saved. */
const snapshot = z.object({
  /** Of the bytes of the database, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: count,
  /** The exact key of its entry in the Actions cache; null where the cache did not take it. */
  cacheKey: text.nullable(),
  /** Its second home; null where the artifact did not take it. */
  artifact: z.object({ runId: count, name: text }).nullable(),
  savedAt: moment,
})

/** The workflow run that may spend. */
const holder = z.object({ runId: count, attempt: count, since: moment })

/** From `sequence` on this run may spend up to `upToMicroUsd` that no snapshot knows of yet. */
const interval = z.object({
  runId: count,
  job: text,
  sequence: count,
  upToMicroUsd: microUsd,
  openedAt: moment,
})

const estimate = z.object({
  id: text,
  lowMicroUsd: microUsd,
  highMicroUsd: microUsd,
  callsLow: count,
  callsHigh: count,
})

/** One job, as far as commands need to know it without the state file. */
const recordedJob = z.object({
  job: text,
  run: count,
  /** A status of the contract, or `consent_required`. */
  status: text,
  stage: text.nullable(),
  sourceCommit: text,
  /** The branch the guide's pull request targets. */
  targetBranch: text,
  /** Where it talks to people: a pull request's number. */
  talksOn: count.nullable(),
  guidePullRequest: count.nullable(),
  /** A digest of the configuration it was estimated under: another one voids the approval. */
  configuration: text,
  /** The newest estimate; null before there is one. */
  estimate: estimate.nullable(),
  /** When that estimate was first told of: a word that is older can't mean it. */
  estimatedAt: moment.nullish(),
  /** Whether the guide of its last run stands where it belongs. */
  isPublished: z.boolean().optional(),
  approvedEstimate: text.nullable(),
  capMicroUsd: microUsd.nullable(),
  spentMicroUsd: microUsd,
  /** May have been billed, counts against the cap. */
  unknownMicroUsd: microUsd,
  units: z.object({ done: count, total: count }),
  models: z.array(text),
  pausedMessage: text.nullable(),
  resetAt: moment.nullable(),
  next: text.nullable(),
  /** The newest workflow run that worked on it. */
  runId: count.nullable(),
  updatedAt: moment,
})

/** A command that a run has carried out, so that a second dispatch of the same comment does nothing. */
const handled = z.object({ commentId: count, job: text.nullable(), what: text, by: text, at: moment })

const record = z.object({
  version: z.literal(1),
  /** Rises with every verified snapshot; 0: nothing was saved yet. */
  sequence: count,
  snapshot: snapshot.nullable(),
  holder: holder.nullable(),
  interval: interval.nullable(),
  /** Newest first. */
  jobs: z.array(recordedJob),
  handled: z.array(handled),
  /** A person's wish that the job stops, until the run that works on it has seen it. */
  cancel: z.object({ job: text, commentId: count.nullable(), by: text, at: moment }).nullable(),
  /** A dispatch that the run itself has sent for a job: only such a one may come from a bot. */
  continuation: z.object({ job: text, hop: count, fromRunId: count }).nullable(),
  /** The head of the guide branch as we last pushed it, by branch: whatever else stands there is a person's. */
  guideHeads: z.record(z.string().max(300), z.string().regex(/^[0-9a-f]{40,64}$/)),
})

export type StateRecord = Readonly<z.infer<typeof record>>
export type Snapshot = z.infer<typeof snapshot>
export type SpendingInterval = z.infer<typeof interval>
export type RecordedJob = z.infer<typeof recordedJob>

/** How many of the past are kept. */
export const MOST_JOBS = 30
export const MOST_HANDLED = 200

export const EMPTY_RECORD: StateRecord = {
  version: 1,
  sequence: 0,
  snapshot: null,
  holder: null,
  interval: null,
  jobs: [],
  handled: [],
  cancel: null,
  continuation: null,
  guideHeads: {},
}

/** null: no record of ours, or one of a newer Nehemvix. */
export function parseRecord(json: string): StateRecord | null {
  try {
    const read = record.safeParse(JSON.parse(json))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
