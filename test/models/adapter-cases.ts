// What every adapter is asked in adapters.test.ts, and how each is reached.
import { expect } from 'vitest'
import { sectionsFor } from '../../src/guide/all-sections.ts'
import { sectionKey } from '../../src/guide/section.ts'
import { classifyFailure } from '../../src/models/classify.ts'
import { type CallFailure, type Model, ModelCallError, type ModelRequest } from '../../src/models/model.ts'
import { createModel, type ModelName, resolveModel } from '../../src/models/registry.ts'
import { buildFileSummaries } from '../../src/prompts/file-summary.ts'
import { buildSections } from '../../src/prompts/section.ts'

export interface Adapter {
  readonly name: string
  readonly model: ModelName
  readonly environment: (url: string) => Record<string, string>
  /** How its requests ask for a schema, and for an output limit. */
  readonly schemaParameter: string
  readonly limitParameter: string
  readonly refusal: string
}

export const KEY = 'test-key-that-must-not-be-kept'

const CHAT = { schemaParameter: 'response_format', refusal: 'content_filter' } as const
export const ADAPTERS: readonly Adapter[] = [
  {
    ...CHAT,
    name: 'OpenAI',
    model: { model: 'gpt-6-luna' },
    environment: (url) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }),
    limitParameter: 'max_completion_tokens',
  },
  {
    ...CHAT,
    name: 'Gemini',
    model: { model: 'gemini-3.8-flash' },
    environment: (url) => ({ GEMINI_API_KEY: KEY, GEMINI_BASE_URL: `${url}/v1beta/openai/` }),
    limitParameter: 'max_tokens',
  },
  {
    ...CHAT,
    name: 'a compatible server',
    model: { model: 'local/qwen3', keyEnv: 'LOCAL_KEY' },
    environment: () => ({ LOCAL_KEY: KEY }),
    limitParameter: 'max_tokens',
  },
  {
    name: 'Anthropic',
    model: { model: 'claude-haiku-4-5' },
    environment: (url) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
    schemaParameter: 'output_config',
    limitParameter: 'max_tokens',
    refusal: 'refusal',
  },
]

/** Short: no stand-in is slow unless it is told to be. */
const TIMEOUTS = { firstByteMs: 700, silenceMs: 700 }

/** An adapter at a stand-in's address. */
export const open = (adapter: Adapter, url: string): Promise<Model> => {
  const isCompatible = adapter.model.keyEnv !== undefined
  const name = isCompatible ? { ...adapter.model, baseUrl: `${url}/v1/` } : adapter.model
  return createModel(resolveModel(name, adapter.environment(url)), TIMEOUTS)
}

export const FILES = ['src/signer.py', 'src/<odd> & "named".py']
const SECTIONS = sectionsFor(['beginner']).slice(0, 2)
export const IDS = SECTIONS.map(sectionKey)

export function askForFiles(stream: boolean): ModelRequest {
  const targets = FILES.map((path) => ({ kind: 'file' as const, path, text: 'def sign(value): ...\n' }))
  return { ...buildFileSummaries(targets, 'en'), targets, maxOutputTokens: 2_000, stream }
}

export function askForSections(stream: boolean): ModelRequest {
  const evidence = [{ path: 'src/signer.py', text: 'def sign(value): ...\n', firstLine: 1 }]
  const targets = SECTIONS.map((section) => ({
    section,
    target: { kind: 'section' as const, id: sectionKey(section), evidence },
  }))
  const shared = {
    repositoryName: 'signer',
    overview: 'It signs values. '.repeat(400),
    folders: [{ path: 'src', kind: 'folder' as const, summary: 'The signer.' }],
    paths: ['src/signer.py'],
  }
  const prompt = buildSections(targets, shared, 'en')
  return { ...prompt, targets: targets.map((one) => one.target), shared, maxOutputTokens: 4_000, stream }
}

/** How a call failed. Fails the test if it did not. */
export async function failureOf(model: Model, request: ModelRequest): Promise<CallFailure> {
  const error = await model.send(request).then(
    () => expect.unreachable('there was an answer'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ModelCallError)) throw error
  return error.failure
}

export const understand = (failure: CallFailure) => classifyFailure(failure, new Date('2026-08-10T12:00:00Z'))
