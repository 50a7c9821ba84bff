// A failure as the rules see it.
import type { CallFailure } from '../model.ts'
import { findDelayField, findWordedDelay, parseRetryAfter } from './delays.ts'
import { type CountedLimit, readLimits } from './limits.ts'
import { type ErrorWords, type Fields, shorten } from './read-body.ts'

export interface Reading {
  readonly provider: string
  /** The failure's own status where it is one, else what the body says it would have been; null: nobody says. */
  readonly status: number | null
  readonly objects: readonly Fields[]
  /** All sentences of the error on one line. */
  readonly text: string
  /** The same with the dots inside names and numbers masked, so that a dot ends a sentence. */
  readonly sentences: string
  readonly codes: ReadonlySet<string>
  readonly limits: readonly CountedLimit[]
  /** What the server asks to wait, in words, fields or Retry-After. */
  readonly delayMs: number | null
}

/** Every way in which a server asks to wait; of two that say the same, the finer; else the longer. */
function readDelay(headers: Readonly<Record<string, string>>, words: ErrorWords, text: string, now: Date): number | null {
  const milliseconds = headers['retry-after-ms']
  if (milliseconds !== undefined && /^\d{1,10}(\.\d+)?$/.test(milliseconds))
    return parseRetryAfter(String(Number(milliseconds) / 1000), now)
  const header = headers['retry-after']
  const found = [
    findWordedDelay(text),
    findDelayField(words.objects),
    header === undefined ? null : parseRetryAfter(header, now),
  ].filter((delay) => delay !== null)
  const longest = found.length === 0 ? null : Math.max(...found)
  return longest === null ? null : (found.find((delay) => longest - delay < 1500 && delay % 1000 !== 0) ?? longest)
}

/** One line without addresses (they are full of words that mean nothing here), with straight quotes. */
const toPlainText = (text: string): string =>
  text
    .replace(/https?:\/\/[^\s"'<>)]{1,500}/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

/** Puts together what headers and body say. `status` null: taken from the body. */
export function readFailure(failure: CallFailure, words: ErrorWords, status: number | null, now: Date): Reading {
  const headers = Object.fromEntries(Object.entries(failure.headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const text = shorten(toPlainText(words.texts.join(' ')))
  return {
    provider: failure.provider.toLowerCase(),
    status: status ?? words.statuses.at(-1) ?? null,
    objects: words.objects,
    text,
    sentences: text.replace(/\.(?=\S)/g, '·'),
    codes: words.codes,
    limits: readLimits(headers, words.objects, now),
    delayMs: readDelay(headers, words, text, now),
  }
}
