import { hasHandEdits } from '../guide/digest.ts'
import { newHealth } from '../pipeline/connection-health.ts'
import { newRunState, type RunContext } from '../pipeline/context.ts'
import { createSemaphore } from '../pipeline/semaphore.ts'
import { writeGuide } from '../repository/write-guide.ts'
import type { OpenJob, Surroundings } from './open-job.ts'
import { guideDirectory } from './place.ts'
import type { JobRequest } from './request.ts'

/** What the pipeline works with, wired by hand. */
export function makeContext(open: OpenJob, request: JobRequest, surroundings: Surroundings): RunContext {
  const { store, job, source, connections, epoch, place } = open
  const { now, report, stop } = surroundings
  const state = newRunState()
  stop.onStop((reason) => {
    state.stop ??= reason
  })
  return {
    store,
    job,
    source,
    connections,
    health: new Map(connections.map((connection) => [connection.key, newHealth()])),
    epoch,
    semaphore: createSemaphore(request.concurrency),
    state,
    now,
    sleep: (ms) => sleepUntilStopped(ms, stop),
    report,
    writeGuide: async (files) => {
      const directory = guideDirectory(place.root, job.settings.guidePath)
      await writeGuide(directory, files, { force: request.force, root: place.root, hasHandEdits })
      return files.map((file) => `${job.settings.guidePath}/${file.path}`)
    },
  }
}

function sleepUntilStopped(ms: number, stop: Surroundings['stop']): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop.onStop(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
