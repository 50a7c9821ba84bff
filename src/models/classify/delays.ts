// How long a server asks to wait, in all the forms it is said in. Everything here is in milliseconds.
import type { Fields } from './read-body.ts'

/** A month and a few days: no limit resets later, so a longer delay is garbage. */
export const MAX_DELAY_MS = 35 * 86_400_000

const UNIT_MS: Readonly<Record<string, number>> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** A delay that can be obeyed, or null: not a number, negative, beyond MAX_DELAY_MS. */
function sane(delayMs: number): number | null {
  return Number.isFinite(delayMs) && delayMs >= 0 && delayMs <= MAX_DELAY_MS ? Math.round(delayMs) : null
}

const UNIT = '(?:milliseconds?|millis|ms|weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])'
const DURATION_PART = new RegExp(String.raw`(\d{1,12}(?:\.\d{1,12})?)\s?(${UNIT})`, 'gi')

const unitOf = (word: string): string => (/^(?:ms|milli)/i.test(word) ? 'ms' : word.slice(0, 1).toLowerCase())

/** `1m30s`, `14h13m47s`, `8.64s`, `6ms`, `2 minutes`, `1 hour and 5 minutes`; null for all else. */
export function parseDuration(text: string): number | null {
  const parts = [...text.slice(0, 80).matchAll(DURATION_PART)]
  if (parts.length === 0) return null
  return sane(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unitOf(unit ?? '')] ?? Number.NaN), 0))
}

/** An instant: ISO 8601, an HTTP date, or seconds or milliseconds since 1970. */
export function parseInstant(value: unknown): Date | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d{10,13}(\.\d+)?$/.test(value) ? Number(value) : null
  if (number !== null) {
    if (number < 1e9) return null
    const date = new Date(number < 1e11 ? number * 1000 : number)
    return Number.isNaN(date.getTime()) ? null : date
  }
  if (typeof value !== 'string' || value.length > 60 || !/\d{4}/.test(value) || !/[-:, ]/.test(value)) return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

const untilInstant = (instant: Date | null, now: Date): number | null =>
  instant === null ? null : sane(instant.getTime() - now.getTime())

/** Retry-After: seconds or a date; some servers send `30s`, a negative number or garbage. */
export function parseRetryAfter(value: string, now: Date): number | null {
  const text = value.trim()
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return sane(Number(text) * 1000)
  if (/^-/.test(text)) return null
  if (/^\d/.test(text) && /^[\d.\s]+[a-z]/i.test(text) && !/\d{4}/.test(text)) return parseDuration(text)
  return untilInstant(parseInstant(text), now)
}

/** One `x-ratelimit-reset…` value: a duration, an instant, or seconds from now. */
export function parseReset(value: unknown, now: Date): number | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()))) {
    const number = Number(value)
    return number < 1e9 ? sane(number * 1000) : untilInstant(parseInstant(number), now)
  }
  if (typeof value !== 'string') return null
  return (
    untilInstant(parseInstant(value.trim()), now) ??
    (/^\d/.test(value.trim()) && !/\d{4}-/.test(value) ? parseDuration(value) : null)
  )
}

const NUMBER_AND_UNITS = String.raw`((?:\d{1,12}(?:\.\d{1,12})?\s?${UNIT}[\s,and]{0,5}){1,5})`
const WORDED = new RegExp(
  String.raw`(?:(?:try|retry|again|wait|available|resets?|requests?|access)[a-z ]{0,30}\b(?:in|after|for)|\bwait|retry[-_ ]?(?:after|delay)|cooldown)["']?[:\s]{0,3}["']?(?:about |approximately |at least |another )?${NUMBER_AND_UNITS}`,
  'i',
)
const WORDED_SECONDS =
  /(?:retry[-_ ]?after(?:[-_ ](?:seconds|secs|s))?|retryafterseconds)["']?\s*[:=]\s*["']?(\d{1,9}(?:\.\d+)?)(?![\d.:-])/i

/** `Please try again in 1m30s`, `retry after 20 seconds`, `wait 5 minutes`. */
export function findWordedDelay(text: string): number | null {
  const worded = WORDED.exec(text)
  if (worded?.[1] !== undefined) return parseDuration(worded[1])
  const seconds = WORDED_SECONDS.exec(text)
  return seconds === null ? null : sane(Number(seconds[1]) * 1000)
}

/** Google's RetryInfo, and fields named after Retry-After in a body. */
export function findDelayField(objects: readonly Fields[]): number | null {
  for (const fields of objects) {
    for (const [name, value] of Object.entries(fields)) {
      const key = name.toLowerCase().replace(/[^a-z]/g, '')
      if (key === 'retrydelay' && typeof value === 'string') return parseDuration(value)
      if (key === 'retryafterms' && isNumeric(value)) return sane(Number(value))
      if (/^retryafter(seconds|secs|s)?$/.test(key) && isNumeric(value)) return sane(Number(value) * 1000)
    }
  }
  return null
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,12}(\.\d+)?$/.test(value))

/** Limits that are counted per second: a server that names no delay is asked again after this one. */
const KNOWN_DELAYS: readonly (readonly [provider: RegExp, delayMs: number])[] = [[/mistral/, 1000]]

export function knownDelay(provider: string): number | null {
  return KNOWN_DELAYS.find(([name]) => name.test(provider))?.[1] ?? null
}
