import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_DELAY_MS } from '../../src/models/classify/delays.ts'
import { classifyFailure } from '../../src/models/classify.ts'
import type { CallFailure } from '../../src/models/model.ts'
import { FAILURE_KINDS } from '../../src/vocabulary.ts'

const NOW = new Date('2026-08-10T12:00:00Z')

function failed(status: number | null, body: unknown, more: Partial<CallFailure> = {}): CallFailure {
  return { provider: 'openai', via: 'openai', status, headers: {}, body, sent: true, requestId: null, ...more }
}

const kindOf = (call: CallFailure) => classifyFailure(call, NOW).kind

describe('a status that nothing explains', () => {
  test.each([
    [400, 'request'],
    [401, 'key'],
    [402, 'swap'],
    [403, 'key'],
    [408, 'retry'],
    [409, 'retry'],
    [410, 'gone'],
    [413, 'too-long'],
    [418, 'request'],
    [422, 'request'],
    [429, 'wait'],
    [500, 'retry'],
    [502, 'retry'],
    [503, 'retry'],
    [504, 'unknown'],
    [520, 'retry'],
    [524, 'unknown'],
    [529, 'retry'],
  ])('%i is %s', (status, kind) => {
    expect(kindOf(failed(status, ''))).toBe(kind)
    expect(kindOf(failed(status, { error: { message: 'Something.' } }))).toBe(kind)
  })
})

describe('no response', () => {
  test('what was never sent is tried again, unless a person must act', () => {
    expect(kindOf(failed(null, { thrown: 'whatever' }, { sent: false }))).toBe('retry')
    expect(kindOf(failed(null, { thrown: { code: 'ECONNRESET' } }, { sent: false }))).toBe('retry')
    expect(kindOf(failed(null, { thrown: { cause: { code: 'ENOTFOUND' } } }, { sent: false }))).toBe('key')
    expect(kindOf(failed(null, { thrown: { cause: { code: 'SELF_SIGNED_CERT_IN_CHAIN' } } }, { sent: false }))).toBe('key')
  })
  test('what was sent is of unknown outcome, unless it says that it never connected', () => {
    expect(kindOf(failed(null, { thrown: 'whatever' }))).toBe('unknown')
    expect(kindOf(failed(null, { thrown: { name: 'TypeError', message: 'terminated' } }))).toBe('unknown')
    expect(kindOf(failed(null, { thrown: { message: 'connect ECONNREFUSED 127.0.0.1:1' } }))).toBe('retry')
  })
})

describe('a stream', () => {
  const stream = (...lines: string[]) =>
    failed(200, lines.map((line) => `data: ${line}\n\n`).join(''), { headers: { 'Content-Type': 'text/event-stream' } })
  const text = '{"choices":[{"delta":{"content":"The rate limit of this model is not found"}}]}'
  test('an error before any text can be tried again; after text it may be billed', () => {
    expect(kindOf(stream('{"error":{"message":"Overloaded","code":503}}'))).toBe('retry')
    expect(kindOf(stream(text, '{"error":{"message":"Overloaded","code":503}}'))).toBe('unknown')
  })
  test("the model's own words are no error", () => {
    expect(kindOf(stream(text))).toBe('unknown')
    expect(kindOf(stream(text, '{"choices":[{"delta":{},"finish_reason":"length"}]}'))).toBe('cut-off')
  })
})

describe('a page', () => {
  test('HTML inside a stream or JSON is no page', () => {
    const delta = '{"choices":[{"delta":{"content":"<html><title>502</title>"}}]}'
    expect(kindOf(failed(200, `data: ${delta}\n\n`))).toBe('unknown')
    expect(kindOf(failed(401, { error: { message: '<html><title>502</title>' } }))).toBe('key')
  })
  test('a body that is still text is read as what it is', () => {
    expect(kindOf(failed(200, ' {"error":{"message":"Insufficient Balance"}}'))).toBe('swap')
    expect(kindOf(failed(200, '<html><title>Log in</title>'))).toBe('key')
  })
})

describe('details', () => {
  test('a long wait without a word about days is no limit of a minute', () => {
    const failure = classifyFailure(failed(429, '', { headers: { 'Retry-After': '3600' } }), NOW)
    expect(failure).toMatchObject({ kind: 'swap', retryAfterMs: 3_600_000, resetAt: new Date('2026-08-10T13:00:00Z') })
  })
  test('a limit that is used up says when it resets; one with room does not', () => {
    const headers = {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '12s',
      'x-ratelimit-remaining-tokens': '5000',
      'x-ratelimit-reset-tokens': '6m0s',
    }
    expect(classifyFailure(failed(429, '', { headers }), NOW)).toMatchObject({ kind: 'wait', retryAfterMs: 12_000 })
  })
  test("Groq's requests are counted by the day", () => {
    const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '7h12m' }
    expect(classifyFailure(failed(429, '', { provider: 'groq', headers }), NOW)).toMatchObject({
      kind: 'swap',
      resetAt: new Date('2026-08-10T19:12:00Z'),
    })
  })
  test.each([
    [{ error: { message: 'No.', param: 'seed' } }, 'seed'],
    [{ detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }, 'stream_options'],
    [{ error: { message: 'Unknown name "reasoning": Cannot find field.' } }, 'reasoning'],
    [{ error: { message: 'Something is wrong.' } }, null],
  ])('the parameter of %j is %s', (body, parameter) => {
    expect(classifyFailure(failed(400, body), NOW)).toMatchObject({ kind: 'request', parameter })
  })
  test('no key gets into the message', () => {
    const keys = [
      'sk-proj-abcDEF123456',
      `AIza${'Sy0aB'.repeat(7)}`,
      'gsk_abcdef123456',
      'Bearer abcdef.ghijkl',
      `hf_${'aB3'.repeat(9)}`,
      'c0ffee'.repeat(7),
    ]
    for (const key of keys) {
      const { message } = classifyFailure(
        failed(401, { error: { message: `Incorrect API key provided: ${key}, see there.` } }),
        NOW,
      )
      expect(message).toContain('see there')
      expect(message).not.toContain(key.replace('Bearer ', ''))
    }
  })
})

const words = fc.constantFrom(
  'rate limit',
  'per day',
  'quota',
  'try again in 3.5s',
  'Limit 5, Requested 9',
  'context length',
  'api key',
  'model not found',
  'content policy',
  'credit',
  '<html>',
  'data: {"error":1}',
  '{"error":{"code":429}}',
  'resets at 2026-10-01',
  'retry after -5 seconds',
  '\u202e\n',
  '99999999999999 hours',
)
const noise = fc.array(fc.oneof(words, fc.string({ maxLength: 30 })), { maxLength: 8 }).map((parts) => parts.join(' '))
const fields = fc.constantFrom(
  'error',
  'message',
  'code',
  'type',
  'status',
  'details',
  'choices',
  'content',
  'finish_reason',
  'retryDelay',
  'quotaId',
  'headers',
  'toString',
  'resets_at',
  'usage',
  'delta',
)
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    noise,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fields, fc.string({ maxLength: 8 })), tie('value'), { maxKeys: 5 }),
  ),
})).value
const headerNames = fc.constantFrom(
  'retry-after',
  'retry-after-ms',
  'content-type',
  'x-ratelimit-reset',
  'x-ratelimit-reset-tokens',
  'x-ratelimit-remaining-tokens',
)
const headers = fc.dictionary(
  headerNames,
  fc.oneof(
    noise,
    fc.integer().map(String),
    fc.constantFrom('text/html', 'text/event-stream', '0', 'Wed, 21 Oct 2026 07:28:00 GMT'),
  ),
)

test('every failure has a kind, a message of one short line, and a delay that can be obeyed', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 100, max: 599 })), json, headers, fc.boolean(), (status, body, headers, sent) => {
      const failure = classifyFailure(failed(status, body, { headers, sent, provider: 'gemini' }), NOW)
      expect(FAILURE_KINDS).toContain(failure.kind)
      expect(failure.message).toMatch(/^[^\n\r\p{Cc}\u2028\u2029]{0,300}$/u)
      expect(failure.resetAt === null || Number.isFinite(failure.resetAt.getTime())).toBe(true)
      if (failure.retryAfterMs !== null) {
        expect(failure.retryAfterMs).toBeGreaterThanOrEqual(0)
        expect(failure.retryAfterMs).toBeLessThanOrEqual(MAX_DELAY_MS)
      }
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['a page', `<html><body>${'<p>rate limit per day '.repeat(250_000)}`],
  ['a text without an end', 'violat'.repeat(900_000)],
  ['brackets', '{['.repeat(2_500_000)],
  ['numbers', '1'.repeat(5_000_000)],
  ['white space', ' '.repeat(5_000_000)],
  ['a stream', 'data: {"choices":[{"delta":{"content":"x"}}]}\n\n'.repeat(110_000)],
  ['a message', { error: { message: 'limit requested token exceeds '.repeat(170_000) } }],
])('5 MB of %s are read in no time', (_name, body) => {
  for (const status of [200, 400, 429, 503]) {
    const before = performance.now()
    classifyFailure(failed(status, body), NOW)
    expect(performance.now() - before).toBeLessThan(1000)
  }
})
