import { expect, test } from 'vitest'
import { type ChatCompletionsOptions, createChatCompletionsModel } from '../../src/models/chat-completions.ts'
import { type CallFailure, type Model, ModelCallError, type ModelRequest } from '../../src/models/model.ts'
import { answerWith, deadAddress, json, type Loopback } from './loopback.ts'

const KEY = 'sk-test-key-000111'

const modelAt = (url: string, more: Partial<ChatCompletionsOptions> = {}): Model =>
  createChatCompletionsModel({
    provider: { name: 'openai', host: new URL(url).host },
    id: 'gpt-6-luna',
    baseUrl: `${url}/v1`,
    key: KEY,
    limitParameter: 'max_completion_tokens',
    timeouts: { firstByteMs: 20_000, silenceMs: 20_000 },
    ...more,
  })

const schema = { name: 'files_summaries', schema: { type: 'object' } }
const REQUEST: ModelRequest = {
  system: 'Rules.',
  user: ['Shared.', 'Targets.'],
  targets: [],
  maxOutputTokens: 321,
  stream: false,
}

const reply = (content: string, more = {}) => ({
  id: 'c-1',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  ...more,
})

async function failureOf(model: Model, request = REQUEST): Promise<CallFailure> {
  try {
    await model.send(request)
  } catch (error) {
    if (error instanceof ModelCallError) return error.failure
    throw error
  }
  throw new Error('it answered')
}

const bodiesOf = (server: Loopback) => server.asked.map((one) => one.body)

test('what is sent: messages in order, the limit, nothing more; a schema and a stream only where they are asked for', async () => {
  const server = await answerWith((res) => json(res, 200, reply('Text.')))
  const model = modelAt(server.url)
  await model.send(REQUEST)
  await model.send({ ...REQUEST, schema, stream: true })
  const messages = [
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: 'Shared.' },
    { role: 'user', content: 'Targets.' },
  ]
  expect(bodiesOf(server)).toEqual([
    { model: 'gpt-6-luna', messages, max_completion_tokens: 321 },
    {
      model: 'gpt-6-luna',
      messages,
      max_completion_tokens: 321,
      response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
      stream: true,
      stream_options: { include_usage: true },
    },
  ])
  expect([server.asked[0]?.path, server.asked[0]?.headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${KEY}`])
})

test('an answer keeps its bytes and its request id', async () => {
  const server = await answerWith((res) => json(res, 200, reply('Text.'), { 'x-request-id': 'req-7' }))
  expect(await modelAt(server.url).send(REQUEST)).toMatchObject({
    text: 'Text.',
    finish: 'stop',
    requestId: 'req-7',
    raw: JSON.stringify(reply('Text.')),
  })
})

test('the array that Gemini sends for an error is kept as it came, and is not tried again', async () => {
  const body = [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ quotaId: 'GenerateRequestsPerDay' }] } }]
  const server = await answerWith((res) => json(res, 429, body, { 'retry-after': '51227' }))
  expect(await failureOf(modelAt(server.url))).toMatchObject({
    provider: 'openai',
    via: 'openai',
    status: 429,
    headers: { 'retry-after': '51227' },
    body,
    sent: true,
  })
  expect(server.asked).toHaveLength(1)
})

test.each([500, 503, 529, 408, 409])('status %i is not tried again by the SDK', async (status) => {
  const server = await answerWith((res) => json(res, status, { error: { message: 'no' } }))
  expect((await failureOf(modelAt(server.url))).status).toBe(status)
  expect(server.asked).toHaveLength(1)
})

test.each([
  ['plain', false],
  ['streamed', true],
])('a body that is cut, %s, is of unknown outcome', async (_, stream) => {
  const server = await answerWith((res) => {
    res.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json', 'x-request-id': 'req-1' })
    const half = stream ? `data: ${JSON.stringify({ choices: [{ delta: { content: 'Half' } }] })}\n\n` : '{"choices":[{"mess'
    res.write(half, () => setTimeout(() => res.socket?.destroy(), 20))
  })
  expect(await failureOf(modelAt(server.url), { ...REQUEST, stream })).toMatchObject({
    status: null,
    sent: true,
    requestId: 'req-1',
  })
})

test('a connection that is cut before the headers is of unknown outcome, a refused one was never sent', async () => {
  const server = await answerWith((res) => void res.socket?.destroy())
  expect(await failureOf(modelAt(server.url))).toMatchObject({ status: null, sent: true })
  expect(server.asked).toHaveLength(1)
  expect(await failureOf(modelAt(await deadAddress()))).toMatchObject({ status: null, sent: false })
})

test('a stream that falls silent is given up', async () => {
  const server = await answerWith((res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'Half' } }] })}\n\n`)
  })
  const impatient = modelAt(server.url, { timeouts: { firstByteMs: 20_000, silenceMs: 300 } })
  const failure = await failureOf(impatient, { ...REQUEST, stream: true })
  expect(failure).toMatchObject({ status: null, sent: true })
  expect(JSON.stringify(failure.body)).toContain('SILENT_CONNECTION')
})

test('a stream that breaks off without a reason is no answer; one that only lacks [DONE] is', async () => {
  const piece = (content: string, finish_reason: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`
  const server = await answerWith((res, count) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.end(count === 1 ? piece('Half', null) : piece('Whole', 'stop'))
  })
  const model = modelAt(server.url)
  expect(await failureOf(model, { ...REQUEST, stream: true })).toMatchObject({ status: 200, sent: true })
  expect(await model.send({ ...REQUEST, stream: true })).toMatchObject({ text: 'Whole', usage: null })
})

test.each([
  ['an error object', '{"error":{"message":"quota"}}', { error: { message: 'quota' } }],
  ['a page', '<html>hello</html>', '<html>hello</html>'],
  ['no choices', '{"id":"x","choices":[]}', { id: 'x', choices: [] }],
  ['nothing', '', ''],
])('%s with 200 is a failure that keeps its body', async (_, raw, body) => {
  const server = await answerWith((res) => {
    res.writeHead(200)
    res.end(raw)
  })
  expect(await failureOf(modelAt(server.url))).toMatchObject({ status: 200, body, sent: true })
})

test('the key is struck out of answers and errors', async () => {
  const server = await answerWith((res, count) =>
    count === 1 ? json(res, 200, reply(`Your key is ${KEY}.`)) : json(res, 401, { error: { message: `Incorrect key ${KEY}` } }),
  )
  const model = modelAt(server.url)
  const answer = await model.send(REQUEST)
  expect(answer.text).toBe('Your key is [key].')
  expect(JSON.stringify(answer)).not.toContain(KEY)
  expect(JSON.stringify(await failureOf(model))).not.toContain(KEY)
})

test('a server without a key is asked all the same, and none is struck out', async () => {
  const server = await answerWith((res) => json(res, 200, reply('none of it')))
  expect((await modelAt(server.url, { key: null }).send(REQUEST)).text).toBe('none of it')
})

test('what a server refuses is left out from then on, once', async () => {
  const server = await answerWith((res) => json(res, 200, reply('Text.')))
  const model = modelAt(server.url)
  expect(model.revision()).toBe(0)
  expect(model.adapt('response_format.json_schema.strict')).toBe(true)
  expect(model.adapt('response_format')).toBe(false)
  expect(model.adapt('stream_options')).toBe(true)
  expect(model.adapt('messages[0].content')).toBe(false)
  expect(model.adapt('temperature'), 'it is not sent, so leaving it out mends nothing').toBe(false)
  expect(model.revision()).toBe(2)
  await model.send({ ...REQUEST, schema, stream: true })
  expect(Object.keys(bodiesOf(server)[0])).toEqual(['model', 'messages', 'max_completion_tokens', 'stream'])
  expect(model.adapt('stream')).toBe(true)
  await model.send({ ...REQUEST, schema, stream: true })
  expect(Object.keys(bodiesOf(server)[1])).toEqual(['model', 'messages', 'max_completion_tokens'])
})

test('the output limit goes by its other name, is never left out, and does not swing back', async () => {
  const server = await answerWith((res) => json(res, 200, reply('Text.')))
  const model = modelAt(server.url)
  expect(model.adapt('max_tokens'), 'it was not sent under that name').toBe(false)
  const fresh = modelAt(server.url)
  expect(fresh.adapt('max_completion_tokens')).toBe(true)
  await fresh.send(REQUEST)
  expect(bodiesOf(server)[0]).toMatchObject({ max_tokens: 321 })
  expect(fresh.adapt('max_tokens')).toBe(false)
  await fresh.send(REQUEST)
  expect(bodiesOf(server)[1]).toMatchObject({ max_tokens: 321 })
})
