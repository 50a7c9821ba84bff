// People's text on stderr, JSON lines on stdout.

import type { JobEvent } from '../job/open-job.ts'
import type { JobResult } from '../job/result.ts'
import type { Progress, Reading } from '../pipeline/context.ts'
import { createLiveLine } from './live-line.ts'
import { countsUnits, createProgressLine, READING, readingLine } from './progress-line.ts'
import { estimateLines, resultLines } from './result-lines.ts'
import { HERE, type TypedHere } from './type-next.ts'
import { wrapText } from './wrap.ts'

export interface Printer {
  /** Something is being read, and it may take a while until there is an event. */
  begin(): void
  event(event: JobEvent): void
  say(text: string): void
  /** The last word of a command. `isEstimate`: the estimate is what was asked for, however the job stands. */
  result(result: JobResult, here?: TypedHere, isEstimate?: boolean): void
  /** The last word of a command that has no result. */
  ending(message: string, next: string | null): void
}

/** `terminal`: progress stays on one line; elsewhere each change of stage, and each tenth of the units, is a line. */
export function createPrinter(options: {
  json: boolean
  terminal: boolean
  /** How wide lines may be now; Infinity where no terminal is. */
  columns: () => number
  now: () => number
  out: (line: string) => void
  err: (text: string) => void
}): Printer {
  const { json, terminal, columns, now, out, err } = options
  const progressLine = createProgressLine(now)
  const live = createLiveLine({ columns, now, err })
  let lastStep = ''
  const write = (lines: readonly string[]) => live.above(lines.map((line) => `${line}\n`).join(''))
  const say = (text: string) => write(wrapText(text, columns()))
  const progress = (event: Progress) => {
    const line = progressLine(event)
    if (terminal) {
      live.show(line)
      return
    }
    const tenth = countsUnits(event.stage) ? Math.floor((event.units.done * 10) / Math.max(1, event.units.total)) : 0
    const step = `${event.stage} ${tenth}`
    if (step !== lastStep) write([line(0)])
    lastStep = step
  }
  const reading = (event: Reading) => {
    const line = readingLine(event)
    if (terminal) live.show(line)
    else write([line(0)])
  }
  return {
    begin() {
      if (terminal) live.show(READING)
    },
    event(event) {
      if (json) out(JSON.stringify(event))
      if (event.type === 'progress') progress(event)
      else if (event.type === 'notice') say(event.message)
      else if (event.type === 'reading') reading(event)
      else {
        live.end()
        say(`\nPaused (${event.pause.kind}): ${event.pause.message}`)
        write([`Next: ${event.pause.next}`])
      }
    },
    say,
    result(result, here = HERE, isEstimate = false) {
      live.end()
      write(isEstimate ? ['', ...estimateLines(result, here, columns())] : resultLines(result, here, columns()))
      if (json) out(JSON.stringify(result))
    },
    ending(message, next) {
      live.end()
      say(message)
      if (next) write([`Next: ${next}`])
    },
  }
}
