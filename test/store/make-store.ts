// A state file in a temporary folder with one job or two, removed when the test ends.
import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { insertJob, type Job, updateJob } from '../../src/store/jobs.ts'
import { acquireLease } from '../../src/store/lease.ts'
import { type Allowance, type NewCall, type Reservation, reserveCall } from '../../src/store/ledger.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { type ThisProcess, thisProcess } from '../../src/store/this-process.ts'
import { type PlannedUnit, planUnits } from '../../src/store/units.ts'
import type { PaidStage } from '../../src/vocabulary.ts'
import { makeFolder } from '../repository/make-repository.ts'

export const NOW = new Date('2026-11-29T12:00:00.000Z')

export const later = (ms: number): Date => new Date(NOW.getTime() + ms)

export function makeStore(): Store {
  const folder = makeFolder()
  const store = openStore(folder)
  onTestFinished(() => {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return store
}

export function makeJob(store: Store, identity: string, capMicroUsd: number | null = null): Job {
  const settings = {
    audiences: ['beginner' as const],
    language: 'en',
    detail: 'standard',
    include: [],
    exclude: [],
    guidePath: 'docs/guide',
    promptVersions: { 'file-summaries': 'file-1' },
  }
  const job = insertJob(
    store,
    { identity, sourceCommit: 'c0ffee', isWorktree: false, mode: 'model', settings, connections: [{ model: 'gpt-6-luna' }] },
    NOW,
  )
  updateJob(store, job.id, { capMicroUsd }, NOW)
  return job
}

export function takeLease(store: Store, me: ThisProcess = thisProcess(), now: Date = NOW): number {
  const lease = acquireLease(store, me, now)
  if (lease.kind === 'held') throw new Error('the lease is held')
  return lease.epoch
}

/** A process of this host that is no more. */
export const deadProcess = (): ThisProcess => ({ ...thisProcess(), started: '1' })

export function unit(stage: PaidStage, unitKey: string, more: Partial<PlannedUnit> = {}): PlannedUnit {
  const kind = stage === 'file-summaries' ? 'file' : stage === 'folder-summaries' ? 'folder' : 'section'
  return { stage, unitKey, kind, label: `label of ${unitKey}`, ordinal: 0, contentHash: null, evidence: [], ...more }
}

export function planSections(store: Store, job: Job, ...keys: string[]): void {
  planUnits(
    store,
    job.id,
    keys.map((key, ordinal) => unit('sections', key, { ordinal })),
  )
}

export function reserve(
  store: Store,
  job: Job,
  epoch: number,
  units: string[],
  reservedMicroUsd = 100,
  allowance: Allowance | null = null,
): Reservation {
  const call: NewCall = {
    jobId: job.id,
    run: 1,
    stage: 'sections',
    provider: 'openai',
    host: 'api.openai.com',
    model: 'gpt-6-luna',
    epoch,
    unitKeys: units,
    reservedMicroUsd,
  }
  return reserveCall(store, call, allowance, NOW)
}

/** Reserves, and fails the test where that is not possible. */
export function mustReserve(store: Store, job: Job, epoch: number, units: string[], reservedMicroUsd = 100): number {
  const reservation = reserve(store, job, epoch, units, reservedMicroUsd)
  if (reservation.kind !== 'reserved') throw new Error(reservation.kind)
  return reservation.ledgerId
}

export const bill = (costMicroUsd: number) => ({
  costMicroUsd,
  inputTokens: 10,
  cachedInputTokens: 0,
  outputTokens: 5,
  reasoningTokens: 0,
  requestId: 'req-1',
})
