// Moments and durations, in a reader's words and in UTC: a comment is read in every time zone, and days later.

/** `in about 14 hours (2026-11-30 08:31 UTC)`; `since 2026-11-30 08:31 UTC` once it is over; null for what is no moment. */
export function sayMoment(moment: string, now: Date): string | null {
  const utc = sayUtc(moment)
  if (utc === null) return null
  const minutes = Math.round((Date.parse(moment) - now.getTime()) / 60_000)
  if (minutes <= 0) return `since ${utc}`
  return `in about ${sayMinutes(minutes)} (${utc})`
}

/** `2026-11-30 08:31 UTC`; null for what is no moment. */
export function sayUtc(moment: string): string | null {
  const time = Date.parse(moment)
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function sayMinutes(minutes: number): string {
  const [amount, unit] =
    minutes < 90 ? [minutes, 'minute'] : minutes < 2880 ? [Math.round(minutes / 60), 'hour'] : [Math.round(minutes / 1440), 'day']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
