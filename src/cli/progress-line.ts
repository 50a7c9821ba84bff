// One line that says how far a job is, at what rate, and how long it may take.
import { printUsd } from '../money/usd.ts'
import type { Progress, Reading } from '../pipeline/context.ts'
import { PAID_STAGES, type Stage } from '../vocabulary.ts'

/** Before so many units and so much time a rate says nothing. */
const LEAST_UNITS = 5
const LEAST_MS = 10_000
const MINUTE_MS = 60_000

/** What goes on in a stage that has no units of its own to count. */
const AT_WORK: Partial<Readonly<Record<Stage, string>>> = {
  scan: 'reading the repository',
  grounding: 'looking up what the guide refers to',
  guide: 'writing the guide',
  publish: 'publishing the guide',
}

/** Longer than this, and people wonder whether it lives. */
const SILENT_MS = 2_000

/** A line of progress, and how long it has been the same. */
export type ProgressLine = (sinceMs: number) => string

/** Before the first event as well: the repository is listed and read. */
export const READING: ProgressLine = (sinceMs) => `scan: ${AT_WORK.scan}${silence(sinceMs)}`

export const readingLine =
  ({ files }: Reading): ProgressLine =>
  (sinceMs) =>
    `scan: ${files.done.toLocaleString('en')} of ${files.total.toLocaleString('en')} files read${silence(sinceMs)}`

export const countsUnits = (stage: Stage): boolean => PAID_STAGES.some((one) => one === stage)

/** Remembers where a job stood when this process first heard of it: what was there before says nothing about the rate. */
export function createProgressLine(now: () => number): (event: Progress) => ProgressLine {
  let start: { readonly done: number; readonly at: number } | null = null
  return ({ stage, units, inFlight, spentMicroUsd, capMicroUsd }) => {
    // What costs nothing, and what is not sent yet, has no rate.
    if (inFlight > 0) start ??= { done: units.done, at: now() }
    const parts: string[] = []
    if (inFlight > 0) parts.push(`${inFlight} ${inFlight === 1 ? 'call' : 'calls'} in flight`)
    if (countsUnits(stage) && capMicroUsd !== null && capMicroUsd + spentMicroUsd > 0)
      parts.push(`${printUsd(spentMicroUsd)} of ${printUsd(capMicroUsd)}`)
    if (start !== null && countsUnits(stage)) parts.push(...rateOf(units, start, now()))
    return (sinceMs) => [`${stage}: ${workOf(stage, units)}${silence(sinceMs)}`, ...parts].join(', ')
  }
}

function workOf(stage: Stage, { done, total }: Progress['units']): string {
  if (stage === 'estimate') return `planning ${total} units${done === 0 ? '' : `, of which ${done} are there`}`
  return AT_WORK[stage] ?? `${done} of ${total} units`
}

function silence(ms: number): string {
  return ms < SILENT_MS ? '' : ` for ${Math.round(ms / 1_000)} s`
}

function rateOf(units: Progress['units'], start: { done: number; at: number }, at: number): string[] {
  const done = units.done - start.done
  const elapsed = at - start.at
  if (done < LEAST_UNITS || elapsed < LEAST_MS || units.done >= units.total) return []
  const perMinute = (done * MINUTE_MS) / elapsed
  const minutes = (units.total - units.done) / perMinute
  return [`${perMinute < 10 ? perMinute.toFixed(1) : Math.round(perMinute)} a minute`, `about ${sayMinutes(minutes)} left`]
}

function sayMinutes(minutes: number): string {
  if (minutes < 1) return '1 min'
  if (minutes < 90) return `${Math.ceil(minutes)} min`
  return `${(minutes / 60).toFixed(1)} h`
}
