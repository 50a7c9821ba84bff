// The state of before, brought to this runner, or the reason why nothing may be paid without it.
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpendingInterval, StateRecord } from '../github/state-record.ts'
import { openStore } from '../store/open.ts'
import { dropForeignLease } from '../store/snapshot.ts'
import { recordLostInterval } from '../store/unknown-calls.ts'
import { type Carrier, fetchSnapshot } from './carry.ts'

export type Restored =
  | { readonly kind: 'restored'; readonly from: 'cache' | 'artifact' }
  /** Nothing was ever saved: this is the first run. */
  | { readonly kind: 'first' }
  | { readonly kind: 'missing'; readonly why: string; readonly mayPass: boolean }

/** `left`: what a run that vanished may have spent after this state was saved. It is written down before anything else happens. */
export async function restoreState(
  carrier: Carrier,
  record: StateRecord,
  stateDirectory: string,
  left: SpendingInterval | null,
): Promise<Restored> {
  if (record.snapshot === null) return { kind: 'first' }
  const fetched = await fetchSnapshot(carrier, record.snapshot)
  if (fetched.kind !== 'found') return { kind: 'missing', why: fetched.why, mayPass: fetched.kind === 'denied' }
  await mkdir(stateDirectory, { recursive: true })
  // Whole or not at all: the post step saves what it finds there, so what was lost is written down before it comes to its place.
  const part = `${stateDirectory}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true })
  await copyFile(fetched.file, join(part, 'nehemvix.db'))
  const store = openStore(part, { mustExist: true })
  try {
    dropForeignLease(store)
    if (left !== null) {
      const { job: jobId, runId: workflowRun, sequence, upToMicroUsd: atMostMicroUsd } = left
      recordLostInterval(store, { jobId, workflowRun, sequence, atMostMicroUsd })
    }
  } finally {
    store.close()
  }
  await rename(join(part, 'nehemvix.db'), join(stateDirectory, 'nehemvix.db'))
  return { kind: 'restored', from: fetched.from }
}
