// The order in which the subjects are asked. The first that applies decides.
import type { FailureKind } from '../../vocabulary.ts'
import type { Reading } from './reading.ts'
import { isDataPolicy, isKey, isWrongAddress } from './subjects/account.ts'
import { isCapacity, isOutOfMemory, isServerError } from './subjects/capacity.ts'
import { isContentPolicy } from './subjects/content-policy.ts'
import { isGone } from './subjects/gone.ts'
import { isInFlightBudget, isMoney } from './subjects/money.ts'
import { isOutputLimit, isParameter, isUnsupportedByEveryHost } from './subjects/parameter.ts'
import { isAboveLimit, isLongQuota, isRateLimit, isShortLimit, isZeroLimit } from './subjects/rate-limit.ts'
import { isTooLargeForLimit, isTooLong } from './subjects/too-long.ts'

type Rule = readonly [when: (reading: Reading) => boolean, kind: FailureKind]

const isBusyStatus = (status: number | null): boolean => status === null || status === 429 || status === 498 || status >= 500

const isTimeout = (status: number | null): boolean => status === 504 || status === 524

const RULES: readonly Rule[] = [
  [isDataPolicy, 'key'],
  [isContentPolicy, 'refused'],
  [(reading) => reading.status === 402 && isInFlightBudget(reading), 'wait'],
  [isMoney, 'swap'],
  // What can never pass looks like a limit that resets.
  [isZeroLimit, 'swap'],
  [isAboveLimit, 'too-long'],
  [(reading) => isRateLimit(reading) && isTooLargeForLimit(reading), 'too-long'],
  [isWrongAddress, 'key'],
  [isUnsupportedByEveryHost, 'request'],
  // `does not exist or you do not have access` is about the model, not the key.
  [
    (reading) => isGone(reading) && (reading.status === 404 || /(exist|found) or\b|not found, inaccessible/i.test(reading.text)),
    'gone',
  ],
  [(reading) => reading.status !== 429 && isKey(reading), 'key'],
  [isLongQuota, 'swap'],
  [(reading) => reading.status === 429 && isCapacity(reading) && !isShortLimit(reading), 'retry'],
  // Before the prompt: `max_tokens > 8192, the maximum number of output tokens` is no long prompt.
  [isOutputLimit, 'request'],
  [(reading) => reading.status !== 429 && isTooLong(reading), 'too-long'],
  [isOutOfMemory, 'swap'],
  [(reading) => reading.status === 413, 'too-long'],
  [(reading) => !isBusyStatus(reading.status) && isParameter(reading), 'request'],
  [(reading) => reading.status !== 429 && isGone(reading), 'gone'],
  [(reading) => (reading.status ?? 0) >= 500 && !isTimeout(reading.status) && isCapacity(reading), 'retry'],
  [isRateLimit, 'wait'],
  [
    (reading) => isBusyStatus(reading.status) && !isTimeout(reading.status) && (isCapacity(reading) || isServerError(reading)),
    'retry',
  ],
]

/** What a status means when nothing else is said. */
export function kindOfStatus(status: number): FailureKind {
  if ([401, 403, 405, 407, 451].includes(status)) return 'key'
  if ([404, 410].includes(status)) return 'gone'
  if ([408, 409, 424, 425, 498].includes(status)) return 'retry'
  // The server's client went away or gave up: the model may have run.
  if ([499, 504, 524].includes(status)) return 'unknown'
  if (status === 402) return 'swap'
  if (status === 413) return 'too-long'
  if (status === 429) return 'wait'
  if (status >= 500) return 'retry'
  return status >= 400 ? 'request' : 'key'
}

/** The kind of a failure whose words were read; null where neither words nor status say anything. */
export function decideKind(reading: Reading): FailureKind | null {
  const rule = RULES.find(([when]) => when(reading))
  if (rule !== undefined) return rule[1]
  return reading.status === null ? null : kindOfStatus(reading.status)
}
