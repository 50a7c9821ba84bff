// A failed call becomes one Failure. Order: no response, a page, a stream or a 200 that is no answer, then the words, then the status.
import type { FailureKind } from '../vocabulary.ts'
import { knownDelay, MAX_DELAY_MS } from './classify/delays.ts'
import { findParameter } from './classify/find-parameter.ts'
import type { CountedLimit } from './classify/limits.ts'
import { pickWords, toMessage } from './classify/message.ts'
import { findLongPeriod, findQuotaIds, findSaidReset, isPlausible, knownReset, pickQuotaId } from './classify/quotas.ts'
import { kindOfAnswer, readAnswer } from './classify/read-answer.ts'
import { type Fields, isFields, readErrorWords } from './classify/read-body.ts'
import { kindOfPage, readPage } from './classify/read-html.ts'
import { readEvents } from './classify/read-stream.ts'
import { type Reading, readFailure } from './classify/reading.ts'
import { decideKind } from './classify/rules.ts'
import { kindOfThrown, readThrown } from './classify/thrown.ts'
import type { Failure } from './failure.ts'
import type { CallFailure } from './model.ts'

/** A limit that asks for this long is none of a minute, whatever it is called. */
const LONGEST_WAIT_MS = 15 * 60_000

/** Of the limits that are used up, the one that resets last. */
function lastToReset(limits: readonly CountedLimit[]): CountedLimit | undefined {
  const time = (limit: CountedLimit): number => limit.resetAt?.getTime() ?? 0
  return limits.filter((limit) => limit.isUsedUp).sort((one, other) => time(other) - time(one))[0]
}

/** What the server asks for; a rate-limit header only where waiting is the answer. */
function readRetryAfter(kind: FailureKind, reading: Reading, usedUp: CountedLimit | undefined, now: Date): number | null {
  if (reading.delayMs !== null || (kind !== 'wait' && kind !== 'retry')) return reading.delayMs
  if (usedUp?.resetMs != null) return usedUp.resetMs
  if (kind === 'retry') return null
  const untilReset = (findSaidReset(reading.objects, reading.text, now)?.getTime() ?? 0) - now.getTime()
  return untilReset > 0 && untilReset <= MAX_DELAY_MS ? untilReset : knownDelay(reading.provider)
}

function toFailure(said: FailureKind, reading: Reading, words: string, now: Date): Failure {
  const usedUp = lastToReset(reading.limits)
  const retryAfterMs = readRetryAfter(said, reading, usedUp, now)
  const kind = said === 'wait' && (retryAfterMs ?? 0) >= LONGEST_WAIT_MS ? 'swap' : said
  const quotaId = pickQuotaId(findQuotaIds(reading.objects, reading.text))
  return {
    kind,
    message: toMessage(words),
    retryAfterMs,
    resetAt: kind === 'swap' ? findReset(reading, quotaId, usedUp?.resetAt ?? null, now) : null,
    quotaId,
    parameter: kind === 'request' ? findParameter(reading.objects, reading.text) : null,
  }
}

/** Said by the server, else known of the provider, else the long delay that it asks for. */
function findReset(reading: Reading, quotaId: string | null, limitReset: Date | null, now: Date): Date | null {
  const said = findSaidReset(reading.objects, reading.text, now)
  if (said !== null) return said
  if (isPlausible(limitReset, now)) return limitReset
  const delayMs = reading.delayMs ?? 0
  if (delayMs >= LONGEST_WAIT_MS) return new Date(now.getTime() + delayMs)
  const period = findLongPeriod(`${reading.text} ${quotaId ?? ''}`)
  return period === null ? null : knownReset(reading.provider, period, reading.text, now)
}

const WITHOUT_WORDS = { objects: [], texts: [], codes: new Set<string>(), statuses: [] }

/** A 200's body without the answer's own text: a model may well write of errors. */
function withoutAnswer(body: unknown): unknown {
  if (!isFields(body)) return body
  const { choices, content, candidates, output, message, delta, ...rest } = body
  const errors = Array.isArray(choices) ? choices.filter(isFields).map((choice) => choice.error) : []
  const isAnswer = choices !== undefined || content !== undefined || candidates !== undefined
  return { ...rest, ...(isAnswer || isFields(message) ? {} : { message }), errors: errors.filter((error) => error !== undefined) }
}

const ERROR_NAMES = ['detail', 'message', 'code', 'errors', 'msg', 'success', 'error_code', 'error_msg', 'errorMessage']

const isError = (body: unknown): boolean => {
  if (Array.isArray(body)) return body.some(isError)
  if (!isFields(body)) return false
  if (body.error !== undefined && body.error !== null && body.error !== false && body.error !== '') return true
  if (body.object === 'error' || body.type === 'error') return true
  if (Array.isArray(body.choices) && body.choices.some((choice) => isFields(choice) && isFields(choice.error))) return true
  // MiniMax: `choices: null` and a `base_resp` with the error.
  if (isFields(body.base_resp) && body.base_resp.status_code !== 0) return true
  const hasAnswer = ['choices', 'content', 'candidates', 'output', 'response', 'stop_reason'].some(
    (name) => body[name] !== undefined,
  )
  return !hasAnswer && ERROR_NAMES.some((name) => body[name] !== undefined && !isFields(body[name]))
}

function classifySuccess(failure: CallFailure, contentType: string, now: Date): Failure {
  const { body } = failure
  const stream = typeof body === 'string' ? readEvents(body, contentType) : null
  const bodies: readonly Fields[] = stream ?? (Array.isArray(body) ? body : [body]).filter(isFields)
  const broken = bodies.filter(isError)
  const answer = readAnswer(bodies)
  if (broken.length > 0) {
    const words = readErrorWords(broken.map(withoutAnswer))
    const reading = readFailure(failure, words, null, now)
    const kind = decideKind(reading) ?? 'retry'
    // Text had come before the error: that much was worked on.
    const isBilled = stream !== null && answer.hasText && (kind === 'retry' || kind === 'wait')
    return toFailure(isBilled ? 'unknown' : kind, reading, pickWords(words.texts), now)
  }
  const reading = readFailure(failure, WITHOUT_WORDS, null, now)
  const isStream = stream !== null || typeof body === 'string'
  const kind = bodies.length === 0 ? 'unknown' : kindOfAnswer(answer, isStream)
  const words =
    bodies.length === 0
      ? 'The answer is empty or no JSON.'
      : `The answer cannot be used: finish ${answer.finish ?? 'missing'}, ${answer.hasText ? 'with' : 'without'} text.`
  return toFailure(kind, reading, words, now)
}

function classifyThrown(failure: CallFailure, now: Date): Failure {
  const thrown = isFields(failure.body) && 'thrown' in failure.body ? failure.body.thrown : failure.body
  const text = readThrown(thrown)
  const words = readErrorWords(failure.body)
  const reading = readFailure(failure, words, null, now)
  const kind = kindOfThrown(text) ?? (reading.text === '' ? null : decideKind(reading))
  const settled = failure.sent || kind === 'key' || kind === 'request' ? (kind ?? 'unknown') : 'retry'
  return toFailure(settled, reading, text, now)
}

/** A recorded body may still be the text of its JSON. */
function parseText(body: unknown): unknown {
  if (typeof body !== 'string' || !/^\s{0,1000}[[{]/.test(body)) return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Tells what a failed call means. Never throws, whatever the body is. */
export function classifyFailure(received: CallFailure, now: Date): Failure {
  const failure = { ...received, body: parseText(received.body) }
  const { status, body } = failure
  if (status === null) return classifyThrown(failure, now)
  const contentType = String(
    Object.entries(failure.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
  ).toLowerCase()
  const page = typeof body === 'string' ? readPage(body, contentType) : null
  if (page !== null) {
    const reading = readFailure(failure, WITHOUT_WORDS, status, now)
    return toFailure(kindOfPage(page, status), reading, page.title || page.text, now)
  }
  if (status < 400) return classifySuccess(failure, contentType, now)
  const words = readErrorWords(body)
  const reading = readFailure(failure, words, status, now)
  return toFailure(
    decideKind(reading) ?? 'request',
    reading,
    pickWords(words.texts) || `HTTP status ${status} without a body.`,
    now,
  )
}
