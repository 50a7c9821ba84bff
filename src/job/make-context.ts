import { statfsSync } from 'node:fs'
import { hasHandEdits } from '../guide/digest.ts'
import { identityOf } from '../pipeline/choose-connection.ts'
import { type ConnectionHealth, newHealth } from '../pipeline/connection-health.ts'
import { type Connection, newRunState, type RunContext } from '../pipeline/context.ts'
import { createSemaphore } from '../pipeline/semaphore.ts'
import { writeGuide } from '../repository/write-guide.ts'
import { findModelLimits } from '../store/model-limits.ts'
import type { Store } from '../store/open.ts'
import type { OpenJob, Surroundings } from './open-job.ts'
import { guideDirectory } from './place.ts'
import type { JobRequest } from './request.ts'

/** What the pipeline works with, wired by hand. */
export function makeContext(open: OpenJob, request: JobRequest, surroundings: Surroundings): RunContext {
  const { store, job, source, ahead, connections, epoch, place } = open
  const { now, report, stop } = surroundings
  const state = newRunState()
  stop.onStop((reason) => {
    state.stop ??= reason
  })
  return {
    store,
    job,
    source,
    ahead,
    connections,
    health: new Map(connections.map((connection) => [connection.key, learnedHealth(store, connection)])),
    epoch,
    keeping: surroundings.keep?.(store, job) ?? null,
    semaphore: createSemaphore(request.concurrency),
    state,
    now,
    freeBytes: () => freeBytesAt(place.stateDirectory),
    sleep: (ms) => sleepUntilStopped(ms, stop),
    report,
    writeGuide: async (files) => {
      const directory = guideDirectory(place.root, job.settings.guidePath)
      await writeGuide(directory, files, { force: request.force, root: place.root, hasHandEdits })
      return files.map((file) => `${job.settings.guidePath}/${file.path}`)
    },
  }
}

/** A connection with what earlier runs found out about its model. */
function learnedHealth(store: Store, connection: Connection): ConnectionHealth {
  const { refusedParameters, maxOutput } = findModelLimits(store, identityOf(connection))
  for (const parameter of refusedParameters) connection.model.adapt(parameter)
  return { ...newHealth(), outputLimit: maxOutput }
}

function freeBytesAt(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

function sleepUntilStopped(ms: number, stop: Surroundings['stop']): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      forget()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const forget = stop.onStop(() => queueMicrotask(end))
  })
}
