// One suite for every adapter, against our own stand-in and against a wire format that nobody here wrote.
import { type FixtureResponse, LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../src/models/model.ts'
import { tablePrice } from '../../src/money/price.ts'
import { readFileSummaries } from '../../src/prompts/file-summary.ts'
import { readSections } from '../../src/prompts/section.ts'
import { type ModelServer, type Script, startModelServer } from '../acceptance/model-server.ts'
import { ADAPTERS, askForFiles, askForSections, FILES, failureOf, IDS, KEY, open, understand } from './adapter-cases.ts'

describe.each(ADAPTERS)('$name, by our stand-in', (adapter) => {
  let server: ModelServer
  let model: Model
  beforeAll(async () => {
    server = await startModelServer()
  })
  afterAll(() => server.stop())

  const begin = async (action?: NonNullable<Script['rules']>[number]) => {
    await server.script({ rules: action ? [action] : [] })
    model = await open(adapter, server.url)
  }
  const lastRequest = () => JSON.parse(server.bodies().trim().split('\n').at(-1) ?? '')
  const calls = async () => (await server.stats()).calls

  describe.each([
    { how: 'plain', stream: false },
    { how: 'streamed', stream: true },
  ])('$how', ({ stream }) => {
    test('a schema is answered, item by item, within the limit asked for', async () => {
      await begin()
      const answer = await model.send(askForFiles(stream))
      expect(answer.finish).toBe('stop')
      expect([...readFileSummaries(answer.text, FILES).keys()]).toEqual(FILES)
      const sent = lastRequest()
      expect(sent[adapter.limitParameter]).toBe(2_000)
      expect(JSON.stringify(sent[adapter.schemaParameter])).toContain('"additionalProperties":false')
      expect(sent.stream ?? false).toBe(stream)
      expect(answer.requestId).toMatch(/^double-\d+$/)
      expect(answer.raw).toContain('stand-in model read the file')
    })

    test('sections come back as Markdown, and are the only targets', async () => {
      await begin()
      const answer = await model.send(askForSections(stream))
      expect([...readSections(answer.text, IDS).keys()]).toEqual(IDS)
      expect(lastRequest()[adapter.schemaParameter]).toBeUndefined()
      const units = Object.keys((await server.stats()).units).filter((unit) => !unit.startsWith('file:'))
      expect(units).toEqual(IDS.map((id) => `section:${id}`))
    })

    test('usage is what the server bills, what came out of a cache included', async () => {
      await begin()
      const before = (await server.stats()).by_model[model.id]
      const sum = { calls: 0, billed: 0, input_tokens: 0, cached_tokens: 0, output_tokens: 0, ...before }
      for (const ask of [askForFiles, askForSections, askForSections]) {
        const { usage } = await model.send(ask(stream))
        sum.calls++
        sum.billed++
        sum.input_tokens += usage?.inputTokens ?? Number.NaN
        sum.cached_tokens += usage?.cachedInputTokens ?? Number.NaN
        sum.output_tokens += usage?.outputTokens ?? Number.NaN
      }
      expect((await server.stats()).by_model[model.id]).toEqual(sum)
      expect(sum.cached_tokens).toBeGreaterThan(1_024)
    })

    test('a refusal, a cut-off answer and an empty one are told apart, and counted', async () => {
      await begin({ do: { refuse: true } })
      expect(await model.send(askForFiles(stream))).toMatchObject({ finish: 'refused', text: '', usage: { outputTokens: 0 } })
      await begin({ do: { truncate: true } })
      const cut = await model.send(askForFiles(stream))
      expect(cut.finish).toBe('length')
      expect(cut.text.length).toBeGreaterThan(100)
      expect(cut.usage?.outputTokens).toBe(Math.ceil(cut.text.length / 4))
      await begin({ do: { empty: true } })
      expect(await model.send(askForFiles(stream))).toMatchObject({ finish: 'stop', text: '' })
    })

    test.each([{ drop: true }, { drop_mid_answer: true }, { hang: true }])(
      'after %o nobody knows what became of it',
      async (fault) => {
        await begin({ do: fault })
        const before = await calls()
        const failure = await failureOf(model, askForFiles(stream))
        expect(failure).toMatchObject({ status: null, sent: true })
        expect(understand(failure).kind).toBe('unknown')
        expect(await calls()).toBe(before + 1)
      },
    )

    test('a limit of requests per minute keeps its delay, and is not tried again by the SDK', async () => {
      const body = { error: { type: 'rate_limit_error', message: 'Rate limit reached for requests per min (RPM): Limit 3.' } }
      await begin({ do: { status: 429, headers: { 'retry-after': '7' }, body } })
      const before = await calls()
      const failure = await failureOf(model, askForFiles(stream))
      expect(failure).toMatchObject({ status: 429, headers: { 'retry-after': '7' }, body, sent: true })
      expect(understand(failure)).toMatchObject({ kind: 'wait', retryAfterMs: 7_000 })
      expect(await calls()).toBe(before + 1)
    })

    test('a schema that is refused is left out from then on', async () => {
      await begin({ do: { reject: [adapter.schemaParameter] } })
      const failure = understand(await failureOf(model, askForFiles(stream)))
      expect(failure).toMatchObject({ kind: 'request', parameter: adapter.schemaParameter })
      expect(model.revision()).toBe(0)
      expect(model.adapt(failure.parameter ?? '')).toBe(true)
      expect(model.revision()).toBe(1)
      const answer = await model.send(askForFiles(stream))
      expect(readFileSummaries(answer.text, FILES).size).toBe(FILES.length)
      expect(model.adapt(failure.parameter ?? '')).toBe(false)
      expect(model.adapt('temperature')).toBe(false)
    })

    test.each(['fence', 'chat', 'think'])('the readers see through %s around an answer', async (prose) => {
      await begin({ do: { prose } })
      const files = await model.send(askForFiles(stream))
      expect(readFileSummaries(files.text, FILES).size).toBe(FILES.length)
      const sections = await model.send(askForSections(stream))
      expect(readSections(sections.text, IDS).size).toBe(IDS.length)
    })

    test('a page, an empty body and an error with 200 are no answers', async () => {
      for (const [body, kind] of [
        ['<html><title>Sign in</title></html>', 'key'],
        ['', 'unknown'],
        [{ error: { message: 'Internal error' } }, 'retry'],
      ] as const) {
        await begin({ do: { status: 200, body } })
        const failure = await failureOf(model, askForFiles(stream))
        expect(failure).toMatchObject({ status: 200, body })
        expect(understand(failure).kind).toBe(kind)
      }
    })
  })

  test('a server that does not stream is asked again without', async () => {
    await begin({ do: { reject: ['stream'] } })
    const failure = understand(await failureOf(model, askForFiles(true)))
    expect(model.adapt(failure.parameter ?? '')).toBe(true)
    expect(readFileSummaries((await model.send(askForFiles(true))).text, FILES).size).toBe(FILES.length)
  })

  test('a key that a server sends back is struck out', async () => {
    await begin({ do: { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}.` } } } })
    const failure = await failureOf(model, askForFiles(false))
    expect(JSON.stringify(failure)).not.toContain(KEY)
    expect(failure.body).toEqual({ error: { message: 'Incorrect API key provided: [key].' } })
    expect(understand(failure).kind).toBe('key')
  })

  test('a connection that is refused was never sent', async () => {
    const gone = await startModelServer()
    await gone.stop()
    const failure = await failureOf(await open(adapter, gone.url), askForFiles(false))
    expect(failure).toMatchObject({ status: null, sent: false })
    expect(understand(failure).kind).toBe('retry')
  })
})

describe.each(ADAPTERS)('$name, by a wire format of others', (adapter) => {
  const mock = new LLMock({ port: 0 })
  let model: Model
  beforeAll(() => mock.start())
  afterAll(() => mock.stop())

  const USAGE = { prompt_tokens: 900, completion_tokens: 120, total_tokens: 1_020 }
  const SUMMARY = 'Signs values with a key and checks signatures, so that a client may keep data that it cannot change unnoticed.'
  const TEXT = JSON.stringify({ files: FILES.map((path) => ({ path, part: '', summary: SUMMARY })) })

  const begin = async (response: FixtureResponse, options: { truncateAfterChunks?: number } = {}) => {
    mock.clearFixtures()
    mock.clearRequests()
    mock.on({}, () => response, options)
    model = await open(adapter, mock.url)
  }

  describe.each([
    { how: 'plain', stream: false },
    { how: 'streamed', stream: true },
  ])('$how', ({ stream }) => {
    test('an answer with its usage', async () => {
      await begin({ content: TEXT, usage: USAGE })
      const answer = await model.send(askForFiles(stream))
      expect(answer.finish).toBe('stop')
      expect(answer.text).toBe(TEXT)
      expect([...readFileSummaries(answer.text, FILES).keys()]).toEqual(FILES)
      expect(answer.usage).toMatchObject({ inputTokens: 900, cachedInputTokens: 0, outputTokens: 120, reasoningTokens: 0 })
      expect(mock.getRequests()).toHaveLength(1)
    })

    test('reasoning is no text', async () => {
      await begin({ content: TEXT, reasoning: 'The user wants {"files": []}.', usage: USAGE })
      const answer = await model.send(askForFiles(stream))
      expect(answer.text).toBe(TEXT)
      expect(answer.raw).toContain('The user wants')
    })

    test('cut off, refused', async () => {
      await begin({ content: TEXT.slice(0, 80), finishReason: 'length', usage: USAGE })
      expect(await model.send(askForFiles(stream))).toMatchObject({ finish: 'length', text: TEXT.slice(0, 80) })
      await begin({ content: '', finishReason: adapter.refusal, usage: USAGE })
      expect((await model.send(askForFiles(stream))).finish).toBe('refused')
    })

    test('limits, overload and a wrong key', async () => {
      await begin({ error: { message: 'Rate limit reached', type: 'rate_limit_error' }, status: 429, retryAfter: 7 })
      expect(understand(await failureOf(model, askForFiles(stream)))).toMatchObject({ kind: 'wait', retryAfterMs: 7_000 })
      await begin({ error: { message: 'Overloaded', type: 'overloaded_error' }, status: 529 })
      expect(understand(await failureOf(model, askForFiles(stream))).kind).toBe('retry')
      await begin({ error: { message: 'invalid x-api-key', type: 'authentication_error' }, status: 401 })
      expect(understand(await failureOf(model, askForFiles(stream))).kind).toBe('key')
      expect(mock.getRequests()).toHaveLength(1)
    })
  })

  test('a stream that breaks off is no answer', async () => {
    await begin({ content: TEXT, usage: USAGE }, { truncateAfterChunks: 4 })
    const failure = await failureOf(model, askForFiles(true))
    expect(failure).toMatchObject({ status: null, sent: true })
    expect(understand(failure).kind).toBe('unknown')
  })
})

test('what an adapter counts is what the table bills: writing to a cache costs a quarter more', () => {
  const price = tablePrice('anthropic', 'claude-haiku-4-5', new Date('2026-08-10'))
  const plain = { inputTokens: 1_000_000, cachedInputTokens: 0, outputTokens: 0 }
  const cost = (cacheWriteInputTokens?: number) => price?.cost({ ...plain, cacheWriteInputTokens }, new Date('2026-08-10')) ?? 0
  expect(cost()).toBeGreaterThan(0)
  expect(cost(0)).toBe(cost())
  expect(cost(1_000_000)).toBe(cost() * 1.25)
})
