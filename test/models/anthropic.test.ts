// What goes out to Anthropic's messages. What comes back is anthropic-reply.test.ts; the calls themselves are adapters.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAnthropicModel } from '../../src/models/anthropic.ts'
import { classifyFailure } from '../../src/models/classify.ts'
import type { Model, ModelRequest } from '../../src/models/model.ts'
import { ModelCallError } from '../../src/models/model.ts'
import { type ModelServer, startModelServer } from '../acceptance/model-server.ts'

let server: ModelServer
let model: Model
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.stop())
const openModel = (id: string) =>
  createAnthropicModel({ provider: { name: 'anthropic', host: '127.0.0.1' }, id, baseUrl: server.url, key: 'k-1234567' })
beforeEach(async () => {
  await server.script({})
  model = openModel('claude-haiku-4-5')
})

const SCHEMA = {
  name: 'files_summaries',
  schema: { type: 'object', properties: { files: { type: 'array', items: { type: 'string' } } }, required: ['files'] },
}

const ask = (request: Partial<ModelRequest>): ModelRequest => ({
  system: 'You write.',
  user: ['<file path="a.ts">\n1\n</file>'],
  targets: [],
  maxOutputTokens: 500,
  stream: false,
  ...request,
})

interface Block {
  readonly type: string
  readonly text: string
  readonly cache_control?: { readonly type: string }
}

async function bodyOf(request: Partial<ModelRequest>) {
  await model.send(ask(request))
  return JSON.parse(server.bodies().trim().split('\n').at(-1) ?? '') as {
    system?: Block[]
    messages: { role: string; content: Block[] }[]
    [parameter: string]: unknown
  }
}

/** `x` for each marked block of the request, `.` for each other. */
const marksIn = (body: Awaited<ReturnType<typeof bodyOf>>) =>
  [...(body.system ?? []), ...body.messages.flatMap((message) => message.content)]
    .map((block) => (block.cache_control?.type === 'ephemeral' ? 'x' : '.'))
    .join('')

describe('a request', () => {
  test('is the system text and one turn of the user, in order, with a limit', async () => {
    const body = await bodyOf({ user: ['Shared.', 'Asked for.'], schema: SCHEMA })
    expect(body).toEqual({
      model: 'claude-haiku-4-5',
      max_tokens: 500,
      system: [{ type: 'text', text: 'You write.' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Shared.' },
            { type: 'text', text: 'Asked for.' },
          ],
        },
      ],
      output_config: { format: { type: 'json_schema', schema: SCHEMA.schema } },
    })
  })

  test('has no empty blocks: they are refused', async () => {
    const body = await bodyOf({ system: '', user: [' \n', 'Asked for.', ''] })
    expect(body.system).toBeUndefined()
    expect(body.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Asked for.' }] }])
  })

  test('is streamed where that is wanted, or where the answer may take ten minutes', async () => {
    expect((await bodyOf({})).stream).toBeUndefined()
    expect((await bodyOf({ stream: true })).stream).toBe(true)
    expect((await bodyOf({ maxOutputTokens: 21_000 })).stream).toBeUndefined()
    expect((await bodyOf({ maxOutputTokens: 64_000 })).stream).toBe(true)
  })

  test('to a model that will be retired writes nothing to the console', async () => {
    const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
    model = openModel('claude-sonnet-4-5')
    await bodyOf({})
    expect(lines).not.toHaveBeenCalled()
    lines.mockRestore()
  })
})

describe('cache marks', () => {
  const long = 'x'.repeat(4_096)
  test.each([
    ['a short prefix', { system: 'Short.', user: ['Short.', long] }, '...'],
    ['one short of the minimum', { system: long.slice(1), user: ['Asked.'] }, '..'],
    ['a long system text', { system: long, user: ['Asked.'] }, 'x.'],
    ['a long shared text', { system: 'Short.', user: [long, 'Asked.'] }, '.x.'],
    ['a prefix that grows long', { system: long.slice(2_000), user: [long.slice(2_000), 'Asked.'] }, '.x.'],
    ['both', { system: long, user: [long, 'Asked.'] }, 'xx.'],
    ['never the last block', { system: 'Short.', user: [long] }, '..'],
    ['four at most, the longest prefixes', { system: long, user: ['1', '2', '3', '4', '5', 'Asked.'] }, '..xxxx.'],
  ])('%s', async (_, request, marks) => {
    expect(marksIn(await bodyOf(request))).toBe(marks)
  })
})

describe('what is refused is left out', () => {
  const request = { system: 'x'.repeat(5_000), schema: SCHEMA, stream: true }

  test.each(['output_config', 'output_config.format.schema', 'output_format', 'response_format', 'json_schema'])(
    'the schema: %s',
    async (parameter) => {
      expect((await bodyOf(request)).output_config).toBeDefined()
      expect(model.adapt(parameter)).toBe(true)
      const body = await bodyOf(request)
      expect(body.output_config).toBeUndefined()
      expect([body.stream, marksIn(body)]).toEqual([true, 'x.'])
      expect([model.adapt('output_config'), model.revision()]).toEqual([false, 1])
    },
  )

  test('cache marks and streaming, each for itself', async () => {
    expect(model.adapt('system.0.cache_control')).toBe(true)
    expect(marksIn(await bodyOf(request))).toBe('..')
    expect(model.adapt('stream')).toBe(true)
    expect((await bodyOf({ ...request, maxOutputTokens: 64_000 })).stream).toBeUndefined()
    expect(model.revision()).toBe(2)
  })

  test.each(['temperature', 'max_tokens', 'messages', 'constructor', ''])('not %s', (parameter) => {
    expect(model.adapt(parameter)).toBe(false)
    expect(model.revision()).toBe(0)
  })

  test.each([
    'output_config: Extra inputs are not permitted',
    'output_config.format: Extra inputs are not permitted',
    "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    "'claude-2' does not support structured outputs.",
    "'claude-2' does not support output format.",
  ])('as the API says it: %s', async (message) => {
    const body = { type: 'error', error: { type: 'invalid_request_error', message } }
    await server.script({ rules: [{ do: { status: 400, body } }] })
    const thrown = await model.send(ask(request)).catch((error: unknown) => error)
    if (!(thrown instanceof ModelCallError)) throw thrown
    const failure = classifyFailure(thrown.failure, new Date())
    expect(failure.kind).toBe('request')
    expect(model.adapt(failure.parameter ?? 'response_format')).toBe(true)
    await server.script({})
    expect((await bodyOf(request)).output_config).toBeUndefined()
  })
})
