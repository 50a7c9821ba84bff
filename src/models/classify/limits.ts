// Rate-limit headers, and the same names inside a body (OpenRouter repeats its upstream's headers there).
import { parseInstant, parseReset } from './delays.ts'
import { type Fields, isFields, toNumber } from './read-body.ts'

/** One limit that the server counts, as `x-ratelimit-*` tells it. */
export interface CountedLimit {
  /** The header's name without its prefix and the word `reset`, such as `requests` or `tokens-minute`; may be empty. */
  readonly name: string
  readonly isUsedUp: boolean
  /** From now; null where it is past or nothing that can be read. */
  readonly resetMs: number | null
  readonly resetAt: Date | null
}

const RESET_NAME = /^(?:x-|anthropic-|ai-)?rate-?limit.*reset/i

function readNamedValues(fields: Fields, now: Date): CountedLimit[] {
  const byName = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
  const limits: CountedLimit[] = []
  for (const [name, value] of byName) {
    if (!RESET_NAME.test(name)) continue
    const remaining = byName.get(name.replace('reset', 'remaining'))
    const resetMs = parseReset(value, now)
    limits.push({
      name: name.replace(/^(?:x-|anthropic-|ai-)?rate-?limit-?/, '').replace(/-?reset-?(after)?/, ''),
      isUsedUp: toNumber(remaining) <= 0,
      resetMs,
      resetAt: parseInstant(value) ?? (resetMs === null ? null : new Date(now.getTime() + resetMs)),
    })
  }
  return limits
}

/** Every limit in the headers and in `headers` objects of the body. */
export function readLimits(headers: Fields, objects: readonly Fields[], now: Date): CountedLimit[] {
  const inBody = objects.map((fields) => fields.headers).filter(isFields)
  return [headers, ...inBody].flatMap((fields) => readNamedValues(fields, now))
}
