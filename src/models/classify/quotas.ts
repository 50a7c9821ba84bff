// Which quota is spent, for how long it is counted, and when it is filled again.
import { MAX_DELAY_MS, parseDuration, parseInstant } from './delays.ts'
import type { Fields } from './read-body.ts'

export type Period = 'minute' | 'day' | 'week' | 'month'

const PERIOD_WORDS: readonly (readonly [Period, RegExp])[] = [
  ['month', /per[ _-]?month|month (?:allocated )?quota|每月|monthly|\/ ?month\b|this month|every month|calendar month/i],
  ['week', /per[ _-]?week|week (?:allocated )?quota|每周|weekly|\/ ?week\b|this week|7[- ]day|seven[- ]day/i],
  [
    'day',
    /(?:per|by)[ _-]?day|per 86400 ?s|\b(?:RPD|TPD|ASD|IPD)\b|daily|\/ ?day\b|for today|today's|per[ _-]?(?:\d+ ?)?hour|hourly|\b(?:day|hour) (?:allocated )?quota|\d+[- ]?hour (?:limit|window|quota|usage)|session (?:usage )?limit|每日|今日/i,
  ],
]

/** A quota that waiting a few minutes does not fill; an hourly one counts as a day's. */
export function findLongPeriod(text: string): Exclude<Period, 'minute'> | null {
  for (const [period, words] of PERIOD_WORDS) if (period !== 'minute' && words.test(text)) return period
  return null
}

const PERIOD_NAME = '(?:second|minute|min|hour|day|week|month)'
/** A name that tells its period, as one word of at least three parts: `UserByModelByDay`, `free-models-per-day`. */
const NAMED_QUOTA = new RegExp(
  [
    String.raw`\b[A-Z]\w{2,60}(?:Per|By)${PERIOD_NAME.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}\w{0,60}(?:-\w{2,40})?`,
    String.raw`\b[a-z]+(?:_[a-z]+){1,8}_per_${PERIOD_NAME}(?:_\w{1,60})?`,
    String.raw`\b[a-z]+(?:-[a-z]+){1,8}-per-${PERIOD_NAME}(?:-[\w-]{1,60})?`,
  ].join('|'),
  'g',
)

/** The ids of the quotas that were exceeded, in the server's order (Google's QuotaFailure). */
export function findQuotaIds(objects: readonly Fields[], text: string): string[] {
  const ids = objects
    .map((fields) => fields.quotaId ?? fields.quota_id ?? fields.quota_limit)
    .filter((id) => typeof id === 'string')
  if (ids.length > 0) return ids
  const written = [...text.matchAll(/quota_?Id\\?['"]?\s*[:=]\s*\\?['"]?([\w-]{4,120})/gi)].map(([, id]) => id ?? '')
  return written.length > 0 ? written : [...text.matchAll(NAMED_QUOTA)].map(([id]) => id)
}

/** The quota that keeps one waiting longest. */
export function pickQuotaId(ids: readonly string[]): string | null {
  const id = ids.find((one) => findLongPeriod(one) !== null) ?? ids[0]
  return id === undefined ? null : id.replace(/[^\w.:/ -]/g, '').slice(0, 120)
}

const SAID_DATE = new RegExp(
  String.raw`(?:regain|\breset|renew|refresh|refill|available|again|until|resume|retry)(?:(?!version)\D){0,40}?` +
    String.raw`(\d{4}-\d{2}-\d{2})(?:(?:T| at |,? )(\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`,
  'i',
)
const SAID_EPOCH = /(?:reset|again|until|limit reached)\D{0,30}(\d{13}|\d{10})\b/i

/** The years in which a reset can lie; recorded failures are explained long after. */
export function isPlausible(date: Date | null, now: Date): date is Date {
  return date !== null && date.getTime() > Date.UTC(2020, 0) && date.getTime() < now.getTime() + 400 * 86_400_000
}

function* resetFields(objects: readonly Fields[]): Generator<readonly [string, unknown]> {
  for (const fields of objects) {
    for (const entry of Object.entries(fields)) if (/reset|regain|available_?at|retry_?at/i.test(entry[0])) yield entry
  }
}

function findWrittenDate(text: string): Date | null {
  const said = SAID_DATE.exec(text)
  if (said === null) return parseInstant(SAID_EPOCH.exec(text)?.[1])
  const [, day, time = '00:00', zone = 'Z'] = said
  return new Date(`${day}T${time}${/utc|gmt/i.test(zone) ? 'Z' : zone}`)
}

/** When the server says the quota is filled again: a date in a field or in words, else a field with a time from now. */
export function findSaidReset(objects: readonly Fields[], text: string, now: Date): Date | null {
  for (const [, value] of resetFields(objects)) {
    const instant = parseInstant(value)
    if (isPlausible(instant, now)) return instant
  }
  const written = findWrittenDate(text)
  if (written !== null && isPlausible(written, now)) return written
  for (const [name, value] of resetFields(objects)) {
    if (!/seconds|in$|after|delay/i.test(name)) continue
    const delayMs = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? parseDuration(value) : null
    if (delayMs !== null && delayMs >= 0 && delayMs <= MAX_DELAY_MS) return new Date(now.getTime() + delayMs)
  }
  return null
}

/** Midnight at the end of today in a time zone, daylight saving time included. */
export function nextMidnight(timeZone: string, now: Date): Date {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const clock = (at: Date): number => {
    const part = (type: string): number => Number(format.formatToParts(at).find((found) => found.type === type)?.value)
    return ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000
  }
  const whole = Math.floor(now.getTime() / 1000) * 1000
  const guess = new Date(whole + 86_400_000 - clock(now))
  // On the two days a year that have 23 or 25 hours the guess is off by an hour.
  const off = clock(guess)
  return new Date(guess.getTime() + (off > 43_200_000 ? 86_400_000 - off : -off))
}

const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))

/** Documented resets. A rolling day is full again 24 hours after its last use. */
const KNOWN_RESETS: readonly { provider: RegExp; period: Period; next: (now: Date) => Date }[] = [
  { provider: /gemini|google|vertex/, period: 'day', next: (now) => nextMidnight('America/Los_Angeles', now) },
  { provider: /openrouter|cloudflare/, period: 'day', next: (now) => nextMidnight('UTC', now) },
  { provider: /openrouter|hugging/, period: 'month', next: nextMonth },
  { provider: /openai|groq/, period: 'day', next: (now) => new Date(now.getTime() + 86_400_000) },
]

/** When a provider fills this quota again by its own documentation; null where nothing is known. */
export function knownReset(provider: string, period: Period, text: string, now: Date): Date | null {
  if (period === 'day' && /midnight (?:UTC|GMT)|00:00 (?:UTC|GMT)/i.test(text)) return nextMidnight('UTC', now)
  if (period === 'day' && /midnight (?:Pacific|PT|PST|PDT)/i.test(text)) return nextMidnight('America/Los_Angeles', now)
  return KNOWN_RESETS.find((known) => known.period === period && known.provider.test(provider))?.next(now) ?? null
}
