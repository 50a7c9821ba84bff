// What surrounds a job on a runner: its end comes by a signal within seconds, or by the clock after hours.
import { info } from '@actions/core'
import type { JobEvent, Surroundings } from '../job/open-job.ts'
import { createStopFlag, type StopFlag } from '../job/stop-flag.ts'
import type { Progress } from '../pipeline/context.ts'

const MINUTE_MS = 60_000
/** Of the six hours that a hosted runner gives a job, what is needed to save and to hand over. */
const DEFAULT_BUDGET_MINUTES = 330
const INTERRUPTED = 130

export interface RunnerSurroundings extends Pick<Surroundings, 'now' | 'report' | 'stop'> {
  readonly stop: StopFlag
  /** Set once the time is over. */
  readonly isOutOfTime: () => boolean
  end(): void
}

/** `onSignal` saves the state as it is: the runner kills 10 s after the first signal, whatever is still in flight. */
export function surround(
  minutes: number | null,
  hooks: { readonly onSignal: () => void; readonly onProgress: (progress: Progress) => void },
): RunnerSurroundings {
  const stop = createStopFlag()
  let isOver = false
  let signals = 0
  const onSignal = () => {
    signals += 1
    // The runner says it twice before it kills. What is saved by now is what there is, and the post step saves once more.
    if (signals > 1) process.exit(INTERRUPTED)
    stop.stop('interrupted')
    info('Stopping: nothing new is sent. The state is saved as it is, with the calls that are in flight.')
    hooks.onSignal()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  const clock = setTimeout(
    () => {
      isOver = true
      info('The time of this run is used up: it saves what is done, and another run goes on.')
      stop.stop('interrupted')
    },
    Math.max(1, (minutes ?? DEFAULT_BUDGET_MINUTES) * MINUTE_MS - process.uptime() * 1000),
  )
  return {
    now: () => new Date(),
    report: stageLog(hooks.onProgress),
    stop,
    isOutOfTime: () => isOver,
    end: () => {
      clearTimeout(clock)
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}

/** One group of the log for each stage; a line where something has moved. */
function stageLog(onProgress: (progress: Progress) => void): (event: JobEvent) => void {
  let stage = ''
  let last = ''
  return (event) => {
    if (event.type === 'notice') return info(event.message)
    if (event.type === 'paused') return info(`${stage === '' ? '' : '::endgroup::\n'}${event.pause.message}`)
    if (event.stage !== stage) {
      info(`${stage === '' ? '' : '::endgroup::\n'}::group::${event.stage}`)
      stage = event.stage
    }
    const line = `${event.units.done} of ${event.units.total} units, $${(event.spentMicroUsd / 1e6).toFixed(4)} spent`
    if (line !== last) info(line)
    last = line
    onProgress(event)
  }
}
