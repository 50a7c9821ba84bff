import { expect, test } from 'vitest'
import { readChatReply } from '../../src/models/chat-reply.ts'

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

const plain = (choice: Record<string, unknown> | null, more: Record<string, unknown> = { usage: USAGE }): string =>
  JSON.stringify({ id: 'c-1', object: 'chat.completion', choices: choice ? [{ index: 0, ...choice }] : [], ...more })

const message = (content: unknown, finish_reason: unknown = 'stop', more = {}) => ({
  finish_reason,
  message: { role: 'assistant', content, ...more },
})

const stream = (...chunks: unknown[]): string =>
  `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`
const delta = (content: string | null, finish_reason: string | null = null) => ({
  id: 'c-1',
  choices: [{ index: 0, delta: { content }, finish_reason }],
})

test('a plain answer, with its usage', () => {
  expect(readChatReply(plain(message('Text.')))).toEqual({
    id: 'c-1',
    text: 'Text.',
    finish: 'stop',
    usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens: 20, reasoningTokens: 0 },
  })
})

test('a stream is put together; its usage comes in a chunk without choices', () => {
  const raw = stream(delta('One '), delta('two.'), delta(null, 'stop'), { id: 'c-1', choices: [], usage: USAGE })
  expect(readChatReply(raw)).toMatchObject({ text: 'One two.', finish: 'stop', usage: { inputTokens: 100, outputTokens: 20 } })
})

test('a stream may hold comments, event names and Windows line ends, and may end without [DONE]', () => {
  const lines = [
    ': keep-alive',
    '',
    'event: message',
    `data: ${JSON.stringify(delta('Text.'))}`,
    '',
    `data:${JSON.stringify(delta(null, 'stop'))}`,
    '',
  ]
  expect(readChatReply(lines.join('\r\n'))).toMatchObject({ text: 'Text.', finish: 'stop', usage: null })
})

test('content in parts is joined', () => {
  expect(readChatReply(plain(message([{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }, { type: 'other' }])))?.text).toBe(
    'ab',
  )
})

test.each([
  ['stop', 'stop'],
  ['tool_calls', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['MAX_TOKENS', 'length'],
  ['content_filter', 'refused'],
  ['SAFETY', 'refused'],
  ['RECITATION', 'refused'],
])('finish reason %s is %s', (reason, finish) => {
  expect(readChatReply(plain(message('Text.', reason)))?.finish).toBe(finish)
})

test('a refusal of the model’s own is one; beside a text it is none', () => {
  expect(readChatReply(plain(message(null, 'stop', { refusal: 'No.' })))?.finish).toBe('refused')
  expect(readChatReply(plain(message('Text.', 'stop', { refusal: 'Partly no.' })))?.finish).toBe('stop')
})

test('a refusal that counts nothing was no answer; an empty answer that counts was billed', () => {
  expect(readChatReply(plain(message('', 'content_filter'), {}))).toBe(null)
  expect(readChatReply(plain(message('', 'stop')))).toMatchObject({ text: '', finish: 'stop', usage: { outputTokens: 20 } })
})

test.each([
  ['an error object', '{"error":{"message":"no"}}'],
  ['an error beside half an answer that nobody counted', plain(message('Text.', null), { error: { message: 'no' } })],
  ['an array', '[{"error":{"code":429}}]'],
  ['a page', '<!doctype html><html>Bad gateway</html>'],
  ['an empty body', ''],
  ['broken JSON', '{"choices":['],
  ['no choices', plain(null)],
  ['choices that are null', JSON.stringify({ choices: null, usage: USAGE })],
  ['no finish reason', plain(message('Text.', null))],
  ['a stream that broke off', stream(delta('Half of ')).replace('data: [DONE]\n\n', '')],
  ['a stream that was cut inside a chunk', stream(delta('Half.'), delta(null, 'stop')).slice(0, -40)],
  ['a stream with an error object', `data: ${JSON.stringify(delta('a'))}\n\ndata: {"error":{"message":"overloaded"}}\n\n`],
  ['a stream with an array of errors', 'data: [{"error":{"code":503}}]\n\n'],
  ['a stream with nothing in it', 'data: [DONE]\n\n'],
  ['a number', '7'],
])('%s is no answer', (_, raw) => expect(readChatReply(raw)).toBe(null))

const usageOf = (usage: unknown) => readChatReply(plain(message('Text.'), { usage }))?.usage

test('cached and reasoning tokens are parts of input and output', () => {
  const usage = {
    ...USAGE,
    prompt_tokens_details: { cached_tokens: 64 },
    completion_tokens_details: { reasoning_tokens: 15 },
  }
  expect(usageOf(usage)).toEqual({ inputTokens: 100, cachedInputTokens: 64, outputTokens: 20, reasoningTokens: 15 })
})

test('thinking that only the total counts is output as well', () => {
  expect(usageOf({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 500 })).toEqual({
    inputTokens: 100,
    cachedInputTokens: 0,
    outputTokens: 400,
    reasoningTokens: 380,
  })
})

test('a total that is too small, or cached tokens above all input, do not make it cheaper', () => {
  expect(usageOf({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 90 })?.outputTokens).toBe(20)
  expect(usageOf({ ...USAGE, prompt_tokens_details: { cached_tokens: 900 } })?.cachedInputTokens).toBe(100)
})

test.each([
  ['missing', undefined],
  ['null', null],
  ['empty', {}],
  ['without input', { completion_tokens: 3 }],
  ['no number', { prompt_tokens: '100', completion_tokens: 20 }],
  ['negative', { prompt_tokens: -1, completion_tokens: 20 }],
  ['a fraction', { prompt_tokens: 1.5, completion_tokens: 20 }],
])('usage that is %s is none: the call is booked at its whole reservation', (_, usage) => expect(usageOf(usage)).toBe(null))

test('usage of which only one half came is none', () => {
  expect(usageOf({ prompt_tokens: 100 })).toBe(null)
})
