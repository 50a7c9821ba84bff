import { describe, expect, test } from 'vitest'
import { createModel, type ModelName, resolveModel } from '../../src/models/registry.ts'
import { Refusal } from '../../src/refusal.ts'

const KEYS = { OPENAI_API_KEY: 'key-o', ANTHROPIC_API_KEY: 'key-a', GEMINI_API_KEY: 'key-g' }

const resolve = (model: string, environment: Record<string, string> = {}) => resolveModel({ model }, { ...KEYS, ...environment })

function refusalOf(name: ModelName, environment: Record<string, string> = KEYS): Refusal {
  try {
    resolveModel(name, environment)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return expect.unreachable(`${name.model} was taken`)
}

describe('a model finds its provider', () => {
  test.each([
    ['gpt-6-luna', 'openai', 'gpt-6-luna'],
    ['chatgpt-5-latest', 'openai', 'chatgpt-5-latest'],
    ['o4-mini', 'openai', 'o4-mini'],
    ['openai/gpt-6-luna', 'openai', 'gpt-6-luna'],
    ['openai/ft:own/model', 'openai', 'ft:own/model'],
    ['gemini-3.8-flash', 'gemini', 'gemini-3.8-flash'],
    ['gemini/gemini-3.8-flash', 'gemini', 'gemini-3.8-flash'],
    ['claude-haiku-4-5', 'anthropic', 'claude-haiku-4-5'],
    ['anthropic/claude-haiku-4-5', 'anthropic', 'claude-haiku-4-5'],
  ])('%s', (model, provider, id) => {
    expect(resolve(model)).toMatchObject({ provider: { name: provider }, id })
  })

  test('with its own key, address and margin', () => {
    expect(resolve('claude-haiku-4-5')).toEqual({
      protocol: 'anthropic',
      provider: { name: 'anthropic', host: 'api.anthropic.com' },
      id: 'claude-haiku-4-5',
      baseUrl: 'https://api.anthropic.com',
      key: 'key-a',
      tokenMargin: 1.5,
      limitParameter: 'max_tokens',
      maxOutput: 16_000,
    })
    expect(resolve('gpt-6-luna')).toMatchObject({ protocol: 'chat-completions', key: 'key-o', tokenMargin: 1.05 })
    expect(resolve('gemini-3.8-flash')).toMatchObject({ protocol: 'chat-completions', key: 'key-g', tokenMargin: 1.25 })
  })

  test.each([
    ['openai/gpt-6-luna', 'chat-completions'],
    ['local/qwen3', 'chat-completions'],
    ['claude/any', 'chat-completions'],
    ['anthropic/claude-haiku-4-5', 'anthropic'],
  ])('%s at an address of its own', async (model, protocol) => {
    const address = resolveModel({ model, baseUrl: 'http://10.0.0.1:8080/v1/' }, KEYS)
    expect(address).toMatchObject({ protocol, key: null, provider: { name: model.split('/')[0], host: '10.0.0.1:8080' } })
    expect(address.baseUrl).toBe(protocol === 'anthropic' ? 'http://10.0.0.1:8080' : 'http://10.0.0.1:8080/v1')
    expect(await createModel(address)).toMatchObject({ id: model.split('/')[1], provider: address.provider })
  })
})

describe('an address', () => {
  test.each([
    'https://proxy.example/claude',
    'https://proxy.example/claude/',
    'https://proxy.example/claude/v1',
    ' https://proxy.example/claude/v1// ',
  ])('of Anthropic: %s', (url) => {
    expect(resolve('claude-haiku-4-5', { ANTHROPIC_BASE_URL: url }).baseUrl).toBe('https://proxy.example/claude')
  })
  test.each(['http://127.0.0.1:1/v1', 'http://127.0.0.1:1/v1/'])('of others: %s', (url) => {
    expect(resolve('gpt-6-luna', { OPENAI_BASE_URL: url })).toMatchObject({
      baseUrl: 'http://127.0.0.1:1/v1',
      provider: { name: 'openai', host: '127.0.0.1:1' },
    })
  })
  test('that is none is refused, by the name of its variable', () => {
    expect(refusalOf({ model: 'claude-haiku-4-5' }, { ...KEYS, ANTHROPIC_BASE_URL: 'localhost' }).message).toMatch(
      /^ANTHROPIC_BASE_URL is no http\(s\) address: localhost$/,
    )
  })
})

describe('refused', () => {
  test('without a key', () => {
    expect(refusalOf({ model: 'claude-haiku-4-5' }, {})).toMatchObject({
      message: 'There is no key for claude-haiku-4-5: the environment variable ANTHROPIC_API_KEY is not set.',
    })
    expect(refusalOf({ model: 'gpt-6-luna', keyEnv: 'MINE' }).message).toContain('MINE')
    expect(refusalOf({ model: 'local/x', baseUrl: 'http://10.0.0.1', keyEnv: 'MINE' }).message).toContain('MINE')
  })

  test('a server without a name', () => {
    expect(refusalOf({ model: 'qwen3', baseUrl: 'http://10.0.0.1' }).message).toContain('local/qwen3')
  })

  test.each([
    ['cluade-haiku-4-5', 'claude-haiku-4-5'],
    ['calude-haiku-4-5', 'claude-haiku-4-5'],
    ['Claude-Haiku-4-5', 'claude-haiku-4-5'],
    ['gemni-3.8-flash', 'gemini-3.8-flash'],
    ['gtp-6-luna', 'gpt-6-luna'],
    ['opnai/gpt-6-luna', 'openai/gpt-6-luna'],
    ['OpenAI/gpt-6-luna', 'openai/gpt-6-luna'],
    ['antropic/claude-haiku-4-5', 'anthropic/claude-haiku-4-5'],
    ['google/gemini-3.8-flash', 'gemini/gemini-3.8-flash'],
    ['claude/claude-haiku-4-5', 'anthropic/claude-haiku-4-5'],
    ['ofline', 'offline'],
  ])('%s, with what was meant: %s', (model, meant) => {
    const refusal = refusalOf({ model })
    expect(refusal.message).toContain(`The provider of the model "${model}" is not known. Did you mean ${meant}?`)
    expect(refusal.next).toBe(`nehemvix run --model ${meant}`)
    expect(meant === 'offline' || resolve(meant)).toBeTruthy()
  })

  test.each(['nobody-knows-3', 'acme/turbo', 'llama-4', 'grok-4', 'claude', 'constructor/x', 'toString', 'opnai/', '/', ''])(
    '%s, without a guess',
    (model) => {
      const refusal = refusalOf({ model })
      expect(refusal.message).not.toContain('Did you mean')
      expect(refusal.message).toContain('Known are openai, anthropic, gemini and offline')
    },
  )
})
