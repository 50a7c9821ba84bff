// What surrounds a job on a runner: its end comes by a signal within seconds, or by the clock after hours.
import { endGroup, info, startGroup } from '@actions/core'
import type { JobEvent, Surroundings } from '../job/open-job.ts'
import { createStopFlag, type StopFlag } from '../job/stop-flag.ts'
import type { Progress } from '../pipeline/context.ts'

const MINUTE_MS = 60_000
/** Of the six hours that a hosted runner gives a job, what is needed to save and to hand over. */
const DEFAULT_BUDGET_MINUTES = 330
/** What a timer of Node.js can hold. */
const MOST_BUDGET_MINUTES = 30_000
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
  const log = stageLog(hooks.onProgress)
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
    Math.max(1, Math.min(minutes ?? DEFAULT_BUDGET_MINUTES, MOST_BUDGET_MINUTES) * MINUTE_MS - process.uptime() * 1000),
  )
  return {
    now: () => new Date(),
    report: log.tell,
    stop,
    isOutOfTime: () => isOver,
    end: () => {
      log.close()
      clearTimeout(clock)
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}

/** A line of a provider's own text must not be one that the runner obeys. */
const say = (text: string): void => info(text.replace(/^\s*(?=::)/gm, '> '))

/** One group of the log for each stage; a line where something has moved. */
function stageLog(onProgress: (progress: Progress) => void): { tell: (event: JobEvent) => void; close: () => void } {
  let stage = ''
  let last = ''
  const close = () => {
    if (stage !== '') endGroup()
    stage = ''
  }
  const tell = (event: JobEvent) => {
    if (event.type === 'notice') return say(event.message)
    if (event.type === 'reading') return info(`${event.files.done} of ${event.files.total} files read`)
    if (event.type === 'paused') {
      close()
      return say(event.pause.message)
    }
    if (event.stage !== stage) {
      close()
      startGroup(event.stage)
      stage = event.stage
    }
    const line = `${event.units.done} of ${event.units.total} units, $${(event.spentMicroUsd / 1e6).toFixed(4)} spent`
    if (line !== last) info(line)
    last = line
    onProgress(event)
  }
  return { tell, close }
}
