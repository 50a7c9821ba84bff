// The adapter for Anthropic's messages.
import Anthropic from '@anthropic-ai/sdk'
import { readAnthropicReply } from './anthropic-reply.ts'
import type { Model, ModelAnswer, ModelRequest, Provider } from './model.ts'
import { ModelCallError } from './model.ts'
import { callErrorOf, parseBody, strikeOut, type Timeouts, watchExchange } from './transport.ts'

export interface AnthropicOptions {
  readonly provider: Provider
  readonly id: string
  /** Without `/v1`. */
  readonly baseUrl: string
  readonly key: string | null
  readonly timeouts?: Timeouts
}

/** What can be left out when a model or a server refuses it. */
type Adaptation = 'output_config' | 'stream' | 'cache_control'

/** Names in a refusal, and words of "does not support …", with what they complain about. One that names nothing means the schema as a rule. */
const REFUSABLE: Readonly<Record<string, Adaptation>> = {
  output_config: 'output_config',
  output_format: 'output_config',
  output: 'output_config',
  response_format: 'output_config',
  json_schema: 'output_config',
  structured: 'output_config',
  stream: 'stream',
  streaming: 'stream',
  cache_control: 'cache_control',
  prompt: 'cache_control',
}

/** Above this an answer may take ten minutes, and the API wants it streamed. */
const MOST_TOKENS_UNSTREAMED = 21_000

/** A shorter prefix is never cached by most models. A mark too early costs nothing, so a model's own larger minimum needs no table. */
const LEAST_CACHED_TOKENS = 1_024
const CHARACTERS_PER_TOKEN = 4
/** The API takes no more. */
const MOST_MARKS = 4

export function createAnthropicModel(options: AnthropicOptions): Model {
  const { provider, id, key } = options
  const refused = new Set<Adaptation>()
  return {
    provider,
    id,
    adapt(parameter) {
      // `messages.0.content.0.cache_control`: what is refused can stand deep inside.
      const known = parameter.split(/[.[\]]+/).find((part) => Object.hasOwn(REFUSABLE, part))
      const name = known === undefined ? undefined : REFUSABLE[known]
      if (name === undefined || refused.has(name)) return false
      refused.add(name)
      return true
    },
    revision: () => refused.size,
    async send(request): Promise<ModelAnswer> {
      const exchange = watchExchange(key, options.timeouts)
      const client = new Anthropic({
        apiKey: key ?? 'none',
        baseURL: options.baseUrl,
        maxRetries: 0,
        timeout: 3_600_000,
        fetch: exchange.fetch,
        logLevel: 'off',
        openTelemetry: false,
      })
      const about = { provider: provider.name, via: 'anthropic', key } as const
      const body = bodyOf(id, request, refused)
      try {
        // Not `messages.create`: it writes a line to the console at each call of a model that will be retired some day.
        await client.post('/v1/messages', { body, stream: body.stream ?? false }).asResponse()
      } catch (error) {
        throw callErrorOf(error, exchange, about)
      }
      const { status, headers, raw } = exchange.seen()
      const reply = readAnthropicReply(raw)
      const requestId = headers['request-id'] ?? headers['x-request-id'] ?? reply?.id ?? null
      if (reply === null) {
        throw new ModelCallError(`${provider.name}: a reply that is no answer`, {
          ...about,
          status,
          headers,
          body: parseBody(raw, key),
          sent: true,
          requestId,
        })
      }
      const { text, finish, usage } = reply
      // Escaped in JSON, a key shows only now.
      return { text: strikeOut(text, key), finish, usage, requestId: requestId && strikeOut(requestId, key), raw }
    },
  }
}

function bodyOf(model: string, request: ModelRequest, refused: ReadonlySet<Adaptation>): Anthropic.MessageCreateParams {
  // The API takes no empty block.
  const [system = [], user = []] = [[request.system], request.user].map((texts) => texts.filter((text) => text.trim() !== ''))
  const marked = refused.has('cache_control') ? new Set<number>() : markPrefixes([...system, ...user])
  const toBlock = (text: string, index: number): Anthropic.TextBlockParam =>
    marked.has(index) ? { type: 'text', text, cache_control: { type: 'ephemeral' } } : { type: 'text', text }
  const stream = (request.stream || request.maxOutputTokens > MOST_TOKENS_UNSTREAMED) && !refused.has('stream')
  return {
    model,
    max_tokens: request.maxOutputTokens,
    ...(system.length > 0 ? { system: system.map(toBlock) } : {}),
    messages: [{ role: 'user', content: user.map((text, index) => toBlock(text, system.length + index)) }],
    ...(request.schema && !refused.has('output_config')
      ? { output_config: { format: { type: 'json_schema' as const, schema: request.schema.schema } } }
      : {}),
    ...(stream ? { stream } : {}),
  }
}

/** After which blocks what stands before may be kept: long prefixes, never the last block, which is another one in each call. */
function markPrefixes(texts: readonly string[]): ReadonlySet<number> {
  const marked: number[] = []
  let characters = 0
  for (const [index, text] of texts.slice(0, -1).entries()) {
    characters += text.length
    if (characters >= LEAST_CACHED_TOKENS * CHARACTERS_PER_TOKEN) marked.push(index)
  }
  return new Set(marked.slice(-MOST_MARKS))
}
