// People's text on stderr, JSON lines on stdout.

import type { JobEvent } from '../job/open-job.ts'
import type { JobResult } from '../job/result.ts'
import type { Progress } from '../pipeline/context.ts'
import { estimateTable, usd } from './estimate-table.ts'
import { createProgressLine, fitLine } from './progress-line.ts'

export interface Printer {
  event(event: JobEvent): void
  /** The last word of a command. `state` is the folder that was named, to be named again in what is to be typed next. */
  result(result: JobResult, state?: string | null): void
  refusal(message: string, next: string | null): void
}

/** `terminal`: progress stays on one line; elsewhere each change of stage, and each tenth of the units, is a line. */
export function createPrinter(options: {
  json: boolean
  terminal: boolean
  /** How wide the terminal is now. */
  columns: () => number
  now: () => number
  out: (line: string) => void
  err: (text: string) => void
}): Printer {
  const { json, terminal, columns, now, out, err } = options
  const progressLine = createProgressLine(now)
  let shown = ''
  let lastLine = ''
  const clear = () => {
    if (terminal && shown !== '') err('\r\u001b[2K')
    shown = ''
  }
  const say = (line: string) => {
    clear()
    err(`${line}\n`)
  }
  const progress = (event: Progress) => {
    const line = progressLine(event)
    if (terminal) {
      clear()
      shown = fitLine(line, columns())
      err(shown)
      return
    }
    const tenth = Math.floor((event.units.done * 10) / Math.max(1, event.units.total))
    const key = `${event.stage} ${tenth}`
    if (key !== lastLine) say(line)
    lastLine = key
  }
  return {
    event(event) {
      if (json) out(JSON.stringify(event))
      if (event.type === 'progress') progress(event)
      else if (event.type === 'notice') say(event.message)
      else say(`\nPaused (${event.pause.kind}): ${event.pause.message}\nNext: ${event.pause.next}`)
    },
    result(result, state = null) {
      clear()
      for (const line of resultLines(result, state)) err(`${line}\n`)
      if (json) out(JSON.stringify(result))
    },
    refusal(message, next) {
      say(`${message}${next ? `\nNext: ${next}` : ''}`)
    },
  }
}

function resultLines(result: JobResult, state: string | null): string[] {
  if (result.error !== null) return ['', result.error.message, ...(result.error.next ? [`Next: ${result.error.next}`] : [])]
  switch (result.status) {
    case 'completed':
      return ['', ...completedLines(result)]
    case 'awaiting_approval':
      return ['', ...estimateLines(result, state)]
    case 'cancelled':
      return ['', `Cancelled. ${standing(result)}`, `Next: ${namingState(`nehemvix resume ${result.job}`, state)}`]
    case 'interrupted':
      return ['', `Interrupted. ${standing(result)} What is finished is kept.`, `Next: ${namingState('nehemvix resume', state)}`]
    default:
      return ['', standing(result)]
  }
}

function completedLines(result: JobResult): string[] {
  const { grounding, guide } = result
  return [
    `The guide is written: ${guide.join(', ')}`,
    ...(grounding
      ? [
          `Grounding ${grounding.score}: ${grounding.grounded} of ${grounding.references} references exist; ${grounding.sections_written} of ${grounding.sections_planned} sections are written.`,
        ]
      : []),
    `${result.models.join() === 'offline' ? 'Extracted from the repository: no model wrote it.' : `Written by ${result.provenance}.`} ${standing(result)}`,
  ]
}

export function estimateLines(result: JobResult, state: string | null = null): string[] {
  const { estimate } = result
  if (estimate === null) return []
  const range =
    estimate.calls_low === estimate.calls_high ? `${estimate.calls_low}` : `${estimate.calls_low} to ${estimate.calls_high}`
  return [
    `Estimate ${estimate.id}: ${usd(estimate.low_usd)} to ${usd(estimate.high_usd)}, ${range} calls. ${standing(result)}`,
    '',
    ...estimateTable(estimate),
    '',
    ...estimate.assumptions.map((line) => `  ${line}`),
    '',
    ...approvalLines(result, estimate.high_usd, state),
  ]
}

function approvalLines(result: JobResult, highUsd: number, state: string | null): string[] {
  if (highUsd === 0) return ['It costs nothing, and needs no approval. Next: nehemvix run']
  const cap =
    result.stated_cap_usd === null
      ? `the cap is then ${usd(highUsd)} for what is left; --cap USD sets another for the whole job`
      : `with the cap of ${usd(result.stated_cap_usd)} that you gave`
  return [
    'Nothing is sent before you approve. To approve, and let the providers named above see the code:',
    `  ${namingState(`nehemvix approve ${result.job}`, state)}   (${cap})`,
  ]
}

/** What is to be typed next must name the same state as this command did: job ids are alike in all of them. */
export function namingState(next: string, state: string | null): string {
  return state === null || !next.startsWith('nehemvix ') || next.includes('--state') ? next : `${next} --state ${state}`
}

/** Units, calls and money in one line. */
export function standing({ units, calls, spent_usd, unknown_usd, unusable_usd }: JobResult): string {
  const sent = calls ? calls.succeeded + calls.failed + calls.unknown + calls.in_flight : 0
  const unknown =
    calls && calls.unknown > 0
      ? ` ${calls.unknown} of unknown outcome (at most ${usd(unknown_usd ?? 0)}, counted against the cap).`
      : ''
  const unusable = calls && calls.unusable > 0 ? ` Paid, unusable: ${calls.unusable}, ${usd(unusable_usd ?? 0)}.` : ''
  return `${units?.done ?? 0} of ${units?.total ?? 0} units done, ${sent} calls, ${usd(spent_usd ?? 0)} spent.${unknown}${unusable}`
}
