// From a model's name to its provider, address and adapter.
import { Refusal } from '../refusal.ts'
import type { Model, Provider } from './model.ts'
import { suggestModel } from './suggest-model.ts'
import type { Timeouts } from './transport.ts'

export interface ModelName {
  readonly model: string
  readonly baseUrl?: string
  readonly keyEnv?: string
}

type Protocol = 'chat-completions' | 'anthropic'

export interface ModelAddress {
  readonly protocol: Protocol
  readonly provider: Provider
  readonly id: string
  readonly baseUrl: string
  readonly key: string | null
  /** Tokens the provider counts for one that o200k counts, at the most. */
  readonly tokenMargin: number
  readonly limitParameter: 'max_completion_tokens' | 'max_tokens'
  /** The longest answer to ask for where nobody says otherwise. */
  readonly maxOutput: number
}

interface KnownProvider {
  readonly protocol: Protocol
  readonly ids: RegExp
  /** How its ids begin, for whoever mistypes one. */
  readonly families: readonly string[]
  readonly baseUrl: string
  readonly baseUrlEnv: string
  readonly keyEnv: string
  readonly tokenMargin: number
  readonly limitParameter: ModelAddress['limitParameter']
}

const KNOWN: Readonly<Record<string, KnownProvider>> = {
  openai: {
    protocol: 'chat-completions',
    ids: /^(gpt-|chatgpt-|o\d)/,
    families: ['gpt', 'chatgpt'],
    baseUrl: 'https://api.openai.com/v1',
    baseUrlEnv: 'OPENAI_BASE_URL',
    keyEnv: 'OPENAI_API_KEY',
    tokenMargin: 1.05,
    limitParameter: 'max_completion_tokens',
  },
  anthropic: {
    protocol: 'anthropic',
    ids: /^claude-/,
    families: ['claude'],
    baseUrl: 'https://api.anthropic.com',
    baseUrlEnv: 'ANTHROPIC_BASE_URL',
    keyEnv: 'ANTHROPIC_API_KEY',
    tokenMargin: 1.5,
    limitParameter: 'max_tokens',
  },
  gemini: {
    protocol: 'chat-completions',
    ids: /^gemini-/,
    families: ['gemini'],
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    baseUrlEnv: 'GEMINI_BASE_URL',
    keyEnv: 'GEMINI_API_KEY',
    tokenMargin: 1.25,
    limitParameter: 'max_tokens',
  },
}

/** One model of each provider that most keys can use: what a switch is proposed to. */
export const WELL_KNOWN_MODELS: Readonly<Record<string, string>> = {
  openai: 'gpt-6-luna',
  gemini: 'gemini-3.8-flash',
  anthropic: 'claude-haiku-4-5',
}

/** Tokens that a provider counts for one of o200k, at the most. */
export const tokenMarginOf = (provider: string): number => KNOWN[provider]?.tokenMargin ?? UNKNOWN_TOKEN_MARGIN

/** Compatible servers count with a tokenizer nobody knows. */
const UNKNOWN_TOKEN_MARGIN = 1.5
/** The longest answer to ask a known provider for. */
export const KNOWN_MAX_OUTPUT = 16_000
const UNKNOWN_MAX_OUTPUT = 4_096

export const OFFLINE = 'offline'
/** Raise it when what `offline` extracts changes: its rows of before are then made anew, for free. */
export const OFFLINE_VERSION = 'offline-5'

/**
 * Where a model is, and with which key. Throws Refusal: unknown provider, no key, a base URL that is none.
 * `offline` has no address; ask before.
 */
export function resolveModel(name: ModelName, environment: Readonly<Record<string, string | undefined>>): ModelAddress {
  const slash = name.model.indexOf('/')
  const prefix = slash > 0 ? name.model.slice(0, slash) : null
  if (name.baseUrl !== undefined) return compatibleServer(name, prefix, name.baseUrl, environment)
  const providerName = prefix ?? providerOf(name.model)
  const known = providerName === null ? undefined : knownProvider(providerName)
  if (providerName === null || !known) throw unknownModel(name.model)
  const baseUrl = environment[known.baseUrlEnv]?.trim() || known.baseUrl
  const key = usableKey(name.keyEnv ?? known.keyEnv, environment)
  if (!key) {
    throw new Refusal(
      `There is no key for ${name.model}: the environment variable ${name.keyEnv ?? known.keyEnv} is not set.`,
      `export ${name.keyEnv ?? known.keyEnv}=…   (or leave --model away: the offline model needs no key)`,
    )
  }
  return {
    protocol: known.protocol,
    provider: { name: providerName, host: hostOf(baseUrl, known.baseUrlEnv) },
    id: prefix === providerName ? name.model.slice(slash + 1) : name.model,
    baseUrl: trimAddress(baseUrl, known.protocol),
    key,
    tokenMargin: known.tokenMargin,
    limitParameter: known.limitParameter,
    maxOutput: KNOWN_MAX_OUTPUT,
  }
}

/** A key as a header can carry it. What was pasted with an ellipsis or a line break in it would fail only later, and less clearly. */
function usableKey(variable: string, environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const key = environment[variable]?.trim()
  if (key && !/^[\x21-\x7e]+$/.test(key)) {
    throw new Refusal(`${variable} holds characters that no key has, such as a space or an ellipsis.`, `export ${variable}=…`)
  }
  return key
}

function compatibleServer(
  name: ModelName,
  prefix: string | null,
  baseUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
): ModelAddress {
  if (prefix === null) {
    throw new Refusal(`A connection with a base-url needs a name before its model, such as local/${name.model}.`, null)
  }
  const key = name.keyEnv === undefined ? null : usableKey(name.keyEnv, environment)
  if (key === undefined || key === '') {
    throw new Refusal(`There is no key for ${name.model}: ${name.keyEnv} is not set.`, `export ${name.keyEnv}=…`)
  }
  // A known provider's name keeps its protocol at another address; any other name is an OpenAI-compatible server.
  const protocol = knownProvider(prefix)?.protocol ?? 'chat-completions'
  return {
    protocol,
    provider: { name: prefix, host: hostOf(baseUrl, 'base-url') },
    id: name.model.slice(prefix.length + 1),
    baseUrl: trimAddress(baseUrl, protocol),
    key,
    tokenMargin: UNKNOWN_TOKEN_MARGIN,
    limitParameter: 'max_tokens',
    maxOutput: UNKNOWN_MAX_OUTPUT,
  }
}

const knownProvider = (name: string): KnownProvider | undefined => (Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined)

const providerOf = (id: string): string | null => Object.keys(KNOWN).find((name) => KNOWN[name]?.ids.test(id)) ?? null

function hostOf(baseUrl: string, where: string): string {
  const url = URL.parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Refusal(`${where} is no http(s) address: ${baseUrl}`, `${where}=https://host/v1`)
  }
  return url.host
}

/** The SDKs add `/chat/completions`, or `/v1/messages`, to what is left. */
function trimAddress(baseUrl: string, protocol: Protocol): string {
  const bare = baseUrl.trim().replace(/\/+$/, '')
  return protocol === 'anthropic' ? bare.replace(/\/+v1$/, '') : bare
}

function unknownModel(model: string): Refusal {
  const names = Object.keys(KNOWN).join(', ')
  const meant = suggestModel(
    model,
    Object.entries(KNOWN).map(([provider, { families, ids }]) => ({ provider, families, ids })),
    [OFFLINE],
  )
  const sentence = `The provider of the model "${model}" is not known.${meant === null ? '' : ` Did you mean ${meant}?`}`
  return new Refusal(
    `${sentence} Known are ${names} and ${OFFLINE}; a compatible server needs a base-url.`,
    meant !== null
      ? `nehemvix run --model ${meant}`
      : `nehemvix run --model gpt-6-luna   (or gemini-3.8-flash, or a connection with base-url in --config FILE)`,
  )
}

/** The adapter, loaded only when it is needed: an SDK costs 100 ms to load. */
export async function createModel(address: ModelAddress, timeouts?: Timeouts): Promise<Model> {
  const options = { ...address, timeouts }
  switch (address.protocol) {
    case 'anthropic': {
      const { createAnthropicModel } = await import('./anthropic.ts')
      return createAnthropicModel(options)
    }
    case 'chat-completions': {
      const { createChatCompletionsModel } = await import('./chat-completions.ts')
      return createChatCompletionsModel(options)
    }
  }
}
