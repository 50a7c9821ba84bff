// Limits over time, and limits that look like one but never pass.
import { hasCode, says } from '../ask.ts'
import { findLongPeriod, findQuotaIds } from '../quotas.ts'
import type { Reading } from '../reading.ts'

export function isShortLimit(reading: Reading): boolean {
  return says(reading, /\b(RPM|TPM|QPS|RPS)\b|\bper[ _-]?(second|sec|min|minute)s?\b|\/ ?(second|sec|min|minute)\b/i)
}

export function isRateLimit(reading: Reading): boolean {
  return (
    reading.status === 429 ||
    hasCode(reading, /rate_?limit|too_?many_?requests|throttl|resource_exhausted|quota_?exceeded/) ||
    says(
      reading,
      /rate[- _]?limit|too many (concurrent )?requests|throttl|quota (has been )?exceeded|exceeded[^.]{0,30}\bquota|request limit (reached|exceeded)/i,
      /\bconcurren\w{1,9} .{0,30}(limit|exceed)/i,
    ) ||
    isShortLimit(reading)
  )
}

/** Counted by the day, week or month: waiting some minutes buys one request, if that. */
export function isLongQuota(reading: Reading): boolean {
  const status = reading.status ?? 429
  if (
    !isRateLimit(reading) &&
    !(status >= 400 && status < 500 && says(reading, /\b(limit|quota|allowance|allocation|限额|次数)/i))
  )
    return false
  const ids = findQuotaIds(reading.objects, reading.text)
  if (findLongPeriod(`${reading.text} ${ids.join(' ')} ${[...reading.codes].join(' ')}`) !== null) return true
  return reading.limits.some(
    // Groq's `requests` are counted by the day, its `tokens` by the minute.
    (limit) =>
      limit.isUsedUp && (/day|month|week/.test(limit.name) || (limit.name === 'requests' && reading.provider.includes('groq'))),
  )
}

const withoutCommas = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''))

/** `Limit 7000, Used 0, Requested ~12903`: waiting never makes room for it. */
export function isAboveLimit(reading: Reading): boolean {
  const found = /\blimit:?\s*(?:is )?([\d,]{1,15})\b.{0,80}?\brequested:?\s*~?\s*([\d,]{1,15})/i.exec(reading.text)
  return found !== null && withoutCommas(found[1]) > 0 && withoutCommas(found[2]) > withoutCommas(found[1])
}

/** A quota of nothing: the plan does not hold this model. */
export function isZeroLimit(reading: Reading): boolean {
  if (says(reading, /\blimit:? ?['"]?0\b(?![.,·]?\d)/i)) return true
  return reading.objects.some((fields) =>
    [fields.quotaValue, fields.quota_limit_value].some((value) => value === 0 || value === '0'),
  )
}
