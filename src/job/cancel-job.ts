import { Refusal } from '../refusal.ts'
import { updateJob } from '../store/jobs.ts'
import { acquireLease, leaseHolder, releaseLease } from '../store/lease.ts'
import { openStore } from '../store/open.ts'
import { thisProcess } from '../store/this-process.ts'
import { existingJob } from './find-job.ts'
import { findPlace } from './place.ts'
import { type JobResult, jobResult } from './result.ts'

interface Asked {
  readonly job: string | null
  readonly directory: string
  readonly state: string | null
}

/** Stops a job between calls: by a flag where another process runs it, at once where none does. What is finished stays. */
export async function cancelJob(
  asked: Asked,
  environment: NodeJS.ProcessEnv,
  now: Date,
): Promise<{ result: JobResult; isFlagged: boolean }> {
  const place = await findPlace({ ...asked, out: null, config: null }, environment)
  const store = openStore(place.stateDirectory, { mustExist: true })
  try {
    const job = existingJob(store, asked.job)
    if (job.status === 'completed')
      throw new Refusal(`Job ${job.id} is completed: there is nothing to cancel.`, 'nehemvix status')
    const lease = acquireLease(store, thisProcess(), now)
    if (lease.kind === 'held') {
      updateJob(store, job.id, { cancelRequested: true }, now)
      return { result: jobResult(store, job.id), isFlagged: true }
    }
    try {
      updateJob(store, job.id, { status: 'cancelled', paused: null, cancelRequested: false }, now)
      return { result: jobResult(store, job.id), isFlagged: false }
    } finally {
      releaseLease(store, lease.epoch)
    }
  } finally {
    store.close()
  }
}

/** Where a job stands, and which process works on it. Reads only. */
export async function jobStatus(
  asked: Asked,
  environment: NodeJS.ProcessEnv,
  now: Date,
): Promise<{ result: JobResult; isRunning: boolean }> {
  const place = await findPlace({ ...asked, out: null, config: null }, environment)
  const store = openStore(place.stateDirectory, { readOnly: true })
  try {
    const job = existingJob(store, asked.job)
    const holder = leaseHolder(store, thisProcess(), now)
    return { result: jobResult(store, job.id), isRunning: holder?.job === job.id }
  } finally {
    store.close()
  }
}
