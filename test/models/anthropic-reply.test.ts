import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAnthropicReply } from '../../src/models/anthropic-reply.ts'

const USAGE = { input_tokens: 10, output_tokens: 20, cache_creation_input_tokens: 2_000, cache_read_input_tokens: 3_000 }

const plain = (message: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'A signer.' }],
    stop_reason: 'end_turn',
    usage: USAGE,
    ...message,
  })

const event = (type: string, data: Record<string, unknown> = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
const text = (part: string) => event('content_block_delta', { index: 1, delta: { type: 'text_delta', text: part } })

const START = event('message_start', {
  message: { id: 'msg_2', type: 'message', content: [], stop_reason: null, usage: { ...USAGE, output_tokens: 1 } },
})
const THINKING = [
  event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
  event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Let me see.' } }),
  event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'abc' } }),
  event('content_block_stop', { index: 0 }),
].join('')
const BODY = [
  event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
  event('ping'),
  text('A sig'),
  text('ner.'),
  event('content_block_stop', { index: 1 }),
].join('')
const END = event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 20 } })
const STOP = event('message_stop')
const STREAM = START + THINKING + BODY + END + STOP

const COUNTED = {
  inputTokens: 5_010,
  cachedInputTokens: 3_000,
  cacheWriteInputTokens: 2_000,
  outputTokens: 20,
  reasoningTokens: 0,
}

describe('an answer', () => {
  test('plain: what the cache took part in belongs to the input', () => {
    expect(readAnthropicReply(plain())).toEqual({ id: 'msg_1', text: 'A signer.', finish: 'stop', usage: COUNTED })
  })

  test('streamed: the text of its parts, the usage of both ends, thinking left out', () => {
    expect(readAnthropicReply(STREAM)).toEqual({ id: 'msg_2', text: 'A signer.', finish: 'stop', usage: COUNTED })
    expect(readAnthropicReply(STREAM.replaceAll('\n', '\r\n'))?.text).toBe('A signer.')
    expect(readAnthropicReply(STREAM.replaceAll('data: ', 'data:'))?.text).toBe('A signer.')
  })

  test('thinking is no text, and is told from the rest of the output where the server does', () => {
    const content = [
      { type: 'thinking', thinking: 'Let me see.', signature: 'abc' },
      { type: 'redacted_thinking', data: 'xyz' },
      { type: 'text', text: 'One. ' },
      { type: 'text', text: 'Two.' },
    ]
    const reply = readAnthropicReply(plain({ content, usage: { ...USAGE, output_tokens_details: { thinking_tokens: 15 } } }))
    expect(reply?.text).toBe('One. Two.')
    expect(reply?.usage).toEqual({ ...COUNTED, reasoningTokens: 15 })
  })

  test.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'length'],
    ['refusal', 'refused'],
  ])('%s is %s, plain and streamed', (reason, finish) => {
    expect(readAnthropicReply(plain({ stop_reason: reason }))?.finish).toBe(finish)
    expect(readAnthropicReply(STREAM.replace('end_turn', reason))?.finish).toBe(finish)
  })

  test('counts at the end of a stream are totals: the higher one holds, wherever a server puts it', () => {
    const late = event('message_delta', {
      delta: { stop_reason: 'end_turn' },
      usage: { input_tokens: 700, output_tokens: 20, cache_read_input_tokens: 0 },
    })
    const early = START.replace('"input_tokens":10', '"input_tokens":0').replace('"cache_read_input_tokens":3000', '"x":0')
    expect(readAnthropicReply(early + BODY + late)?.usage).toMatchObject({ inputTokens: 2_700, cachedInputTokens: 0 })
    expect(readAnthropicReply(START + BODY + late)?.usage).toMatchObject({ inputTokens: 5_700, cachedInputTokens: 3_000 })
  })
})

describe('an answer that nobody counted has no usage', () => {
  test.each([
    ['none', undefined],
    ['nothing', {}],
    ['no input', { input_tokens: 0, output_tokens: 20 }],
    ['no output beside text', { input_tokens: 10, output_tokens: 0 }],
    ['words', { input_tokens: '10', output_tokens: 20 }],
    ['less than nothing', { input_tokens: -1, output_tokens: 20 }],
  ])('%s', (_, usage) => {
    expect(readAnthropicReply(plain({ usage }))).toMatchObject({ text: 'A signer.', usage: null })
    expect(readAnthropicReply(plain({ usage, stop_reason: 'refusal' }))).toBeNull()
  })

  test('a stream whose end has no count', () => {
    const end = event('message_delta', { delta: { stop_reason: 'end_turn' } })
    expect(readAnthropicReply(START + BODY + end + STOP)).toMatchObject({ text: 'A signer.', usage: null })
  })

  test('but no output is a count where there is no text', () => {
    const usage = { input_tokens: 10, output_tokens: 0 }
    expect(readAnthropicReply(plain({ content: [], usage }))?.usage).toMatchObject({ inputTokens: 10, outputTokens: 0 })
  })
})

describe('no answer', () => {
  test.each([
    ['an error', '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
    ['an error of another form', '{"error":{"message":"no"}}'],
    ['no content', plain({ content: null })],
    ['no stop reason', plain({ stop_reason: null })],
    ['a page', '<html></html>'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null events', 'data: null\n\n'],
    ['a chat completion', '{"choices":[{"finish_reason":"stop","message":{"content":"Hello"}}]}'],
    ['an error event', START + BODY + event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })],
    ['an error event after the end', STREAM + event('error', { error: { type: 'api_error', message: 'Internal' } })],
    ['only a ping', event('ping')],
  ])('%s', (_, raw) => {
    expect(readAnthropicReply(raw)).toBeNull()
  })

  test('any part of a plain answer, and any part of a stream that ends before its stop reason', () => {
    const whole = plain()
    fc.assert(fc.property(fc.nat(whole.length - 1), (length) => readAnthropicReply(whole.slice(0, length)) === null))
    const isKnown = (START + THINKING + BODY + END).trimEnd().length
    fc.assert(fc.property(fc.nat(isKnown - 1), (length) => readAnthropicReply(STREAM.slice(0, length)) === null))
    expect(readAnthropicReply(STREAM.slice(0, isKnown))?.text).toBe('A signer.')
  })
})
