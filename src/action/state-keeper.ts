// Keeps the state where it outlives the runner. Before money can leave, the record says up to how much; saving a verified snapshot closes that.
import { messageOf } from '../github/client.ts'
import { moveRecord } from '../github/move-record.ts'
import type { SpendingInterval, StateRecord } from '../github/state-record.ts'
import { type JobResult, jobResult } from '../job/result.ts'
import type { Keeping } from '../pipeline/context.ts'
import { type Allowance, jobCap, jobTotals, lastLedgerId, leftSince } from '../store/ledger.ts'
import type { Store } from '../store/open.ts'
import { contentMark, takeSnapshot } from '../store/snapshot.ts'
import { countUnits } from '../store/units.ts'
import { isLostIntervalKnown } from '../store/unknown-calls.ts'
import { type Carrier, forgetSnapshot, sendSnapshot, snapshotFile } from './carry.ts'
import { isHeldBy } from './hold.ts'

/** At most a twentieth of the cap, or so much where that is more. */
const LEAST_INTERVAL_MICRO_USD = 250_000
const CAP_SHARE = 20
/** Nothing may leave. */
const CLOSED: Allowance = { afterLedgerId: Number.MAX_SAFE_INTEGER, upToMicroUsd: -1 }

export interface StateKeeper extends Keeping {
  /** The store to save from now on, and the job that spends. */
  attach(store: Store, jobId: string): void
  /** What this run has spent, or may have, that no saved state knows of. */
  unsavedMicroUsd(): number
  /** The job as it stands in the store; null before `attach`. */
  result(): JobResult | null
  /** Saves the state as it is, also with an artifact, and writes `change` into the record with it. Throws where that fails. */
  finish(change: (record: StateRecord) => StateRecord): Promise<StateRecord>
}

export interface KeeperParts {
  readonly carrier: Carrier
  readonly record: StateRecord
  readonly now: () => Date
  /** The record with the job as it stands, written with every snapshot. */
  readonly describe: (record: StateRecord, result: JobResult) => StateRecord
  /** Another run has taken over. */
  readonly onFenced: () => void
  /** Nothing new is sent any more. */
  readonly isStopping: () => boolean
  readonly say: (message: string) => void
}

interface Attached {
  readonly store: Store
  readonly jobId: string
}

export function createStateKeeper(parts: KeeperParts): StateKeeper {
  const { carrier, now } = parts
  const { github, repository, runId } = carrier
  let attached: Attached | null = null
  /** Names that were begun are burnt, whatever became of them. */
  let lastNumber = parts.record.sequence
  let savedMark = ''
  let refusedMark = ''
  let savedLedgerId = 0
  let allowed = CLOSED
  let queue: Promise<unknown> = Promise.resolve()

  const at = (): Attached => {
    if (attached === null) throw new Error('there is no state to save yet')
    return attached
  }
  const describe = (record: StateRecord): StateRecord => parts.describe(record, jobResult(at().store, at().jobId))

  /** One after the other: two snapshots under one sequence would hide each other. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work, work)
    queue = turn.catch(() => undefined)
    return turn
  }

  const move = async (change: (record: StateRecord) => StateRecord): Promise<StateRecord> => {
    const moved = await moveRecord(github, repository, (record) => (isHeldBy(record, carrier) ? change(record) : null))
    if (moved.kind === 'moved') return moved.record
    if (moved.kind === 'lost') throw new Error(moved.why)
    if (isHeldBy(moved.record, carrier)) return moved.record
    parts.onFenced()
    throw new Error('another run has taken this repository over')
  }

  /** An interval of another run is closed only by a state that says what that run may have spent. */
  const stillOpen = ({ interval }: StateRecord): StateRecord['interval'] =>
    interval === null || knowsInterval(at().store, interval, runId) ? null : interval

  /** Saves where something has changed since the last time; `change` goes into the record in the same move. */
  const saveNow = async (withArtifact: boolean, change: (record: StateRecord) => StateRecord): Promise<StateRecord> => {
    const { store } = at()
    const mark = contentMark(store)
    if (mark === savedMark && !withArtifact) return await move((record) => change(describe(record)))
    const taken = await takeSnapshot(store, snapshotFile(carrier.workspace))
    lastNumber += 1
    const next = lastNumber
    const sent = await sendSnapshot(carrier, next, withArtifact)
    if (sent.kind === 'refused') {
      refusedMark = mark
      throw new Error(sent.why)
    }
    const { cacheKey, artifact } = sent
    let replaced: StateRecord['snapshot'] = null
    const record = await move((before) => {
      replaced = before.snapshot
      const snapshot = { sha256: taken.sha256, bytes: taken.bytes, cacheKey, artifact, savedAt: now().toISOString() }
      return change(describe({ ...before, sequence: next, snapshot, interval: stillOpen(before) }))
    })
    savedMark = mark
    allowed = CLOSED
    savedLedgerId = taken.lastLedgerId
    parts.say(`State saved (${next}, ${Math.ceil(taken.bytes / 1024)} kB).`)
    if (replaced !== null && cacheKey !== null) await forgetSnapshot(carrier, replaced)
    return record
  }

  const open = async (microUsd: number): Promise<void> => {
    const { store, jobId } = at()
    const upToMicroUsd = intervalFor(store, jobId, microUsd)
    await saveNow(false, (record) => ({
      ...record,
      interval: { runId, job: jobId, sequence: record.sequence, upToMicroUsd, openedAt: now().toISOString() },
    }))
    allowed = { afterLedgerId: savedLedgerId, upToMicroUsd }
  }

  return {
    attach: (store, jobId) => {
      if (attached === null) savedLedgerId = lastLedgerId(store)
      attached = { store, jobId }
    },
    result: () => attached && jobResult(attached.store, attached.jobId),
    unsavedMicroUsd: () => (attached === null ? 0 : leftSince(attached.store, savedLedgerId)),
    allowance: () => allowed,
    renew: (microUsd) =>
      inTurn(async () => {
        // Another branch may have renewed it in the meantime.
        if (allowed.upToMicroUsd - leftSince(at().store, allowed.afterLedgerId) >= microUsd) return
        await open(microUsd)
      }),
    save: () =>
      inTurn(async () => {
        if (attached === null || [savedMark, refusedMark].includes(contentMark(attached.store))) return
        try {
          // Where more is to be paid for, the next call would open the next interval at once: one move of the record does both.
          const isOver = allowed === CLOSED || parts.isStopping() || !isMoreToPay(attached)
          await (isOver ? saveNow(false, (record) => record) : open(0))
        } catch (error) {
          // Kept: the next spending asks again, and is refused if that fails too.
          allowed = CLOSED
          parts.say(`The state could not be saved: ${messageOf(error)}`)
        }
      }),
    finish: (change) => inTurn(() => saveNow(true, change)),
  }
}

/** What may leave unsaved: not more than the cap has room for, and never less than the call that needs it. */
function intervalFor(store: Store, jobId: string, microUsd: number): number {
  const cap = jobCap(store, jobId) ?? 0
  const { spentMicroUsd, unknownMicroUsd, reservedMicroUsd } = jobTotals(store, jobId)
  const room = cap - spentMicroUsd - unknownMicroUsd - reservedMicroUsd
  return Math.max(microUsd, Math.min(Math.max(Math.ceil(cap / CAP_SHARE), LEAST_INTERVAL_MICRO_USD), room))
}

function isMoreToPay({ store, jobId }: Attached): boolean {
  const { done, total } = countUnits(store, jobId, null)
  return done < total
}

/** Whether the state says what was spent in it: this run's own calls, or what was written down as lost. */
function knowsInterval(store: Store, interval: SpendingInterval, runId: number): boolean {
  return interval.runId === runId || isLostIntervalKnown(store, interval.runId, interval.sequence)
}
