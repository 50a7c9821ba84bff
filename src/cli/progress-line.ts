// One line that says how far a job is, at what rate, and how long it may take.
import { printUsd } from '../money/usd.ts'
import type { Progress } from '../pipeline/context.ts'

/** Before so many units and so much time a rate says nothing. */
const LEAST_UNITS = 5
const LEAST_MS = 10_000
const MINUTE_MS = 60_000

/** Remembers where a job stood when this process first heard of it: what was there before says nothing about the rate. */
export function createProgressLine(now: () => number): (event: Progress) => string {
  let start: { readonly done: number; readonly at: number } | null = null
  return (event) => {
    const { stage, units, inFlight, spentMicroUsd, capMicroUsd } = event
    // What costs nothing, and what is not sent yet, has no rate.
    if (inFlight > 0) start ??= { done: units.done, at: now() }
    const parts = [`${stage}: ${units.done} of ${units.total} units`]
    if (inFlight > 0) parts.push(`${inFlight} ${inFlight === 1 ? 'call' : 'calls'} in flight`)
    if (capMicroUsd !== null && capMicroUsd + spentMicroUsd > 0)
      parts.push(`${printUsd(spentMicroUsd)} of ${printUsd(capMicroUsd)}`)
    if (start !== null) parts.push(...rateOf(units, start, now()))
    return parts.join(', ')
  }
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

/** Cut to the width of a terminal: a line that wraps can't be wiped. Columns. */
export function fitLine(line: string, columns: number): string {
  const room = Math.max(10, columns - 1)
  return line.length <= room ? line : `${line.slice(0, room - 1)}…`
}
