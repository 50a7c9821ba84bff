// The adapter for OpenAI's chat completions: OpenAI itself, Gemini at its compatible address, and any compatible server.
import OpenAI from 'openai'
import { readChatReply } from './chat-reply.ts'
import type { Model, ModelAnswer, ModelRequest, Provider } from './model.ts'
import { ModelCallError } from './model.ts'
import { callErrorOf, parseBody, strikeOut, type Timeouts, watchExchange } from './transport.ts'

export interface ChatCompletionsOptions {
  readonly provider: Provider
  readonly id: string
  readonly baseUrl: string
  readonly key: string | null
  /** How the server wants the output limit called. */
  readonly limitParameter: 'max_completion_tokens' | 'max_tokens'
  readonly timeouts?: Timeouts
}

/** What can be left out, or said in another way, when a server refuses it. */
type Adaptation = 'response_format' | 'stream_options' | 'stream' | 'max_completion_tokens' | 'max_tokens'

export function createChatCompletionsModel(options: ChatCompletionsOptions): Model {
  const { provider, id, key } = options
  const refused = new Set<Adaptation>()
  let limitParameter = options.limitParameter
  let revision = 0
  return {
    provider,
    id,
    adapt(parameter) {
      const name = parameter.split(/[.[]/)[0] as Adaptation
      if (refused.has(name)) return false
      if (name === 'max_completion_tokens' || name === 'max_tokens') {
        refused.add(name)
        const other = name === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
        if (limitParameter !== name || refused.has(other)) return false
        limitParameter = other
        revision++
        return true
      }
      if (!['response_format', 'stream_options', 'stream'].includes(name)) return false
      refused.add(name)
      revision++
      return true
    },
    revision: () => revision,
    async send(request): Promise<ModelAnswer> {
      const exchange = watchExchange(key, options.timeouts)
      // One client a call: its `fetch` watches just this call. Making one costs microseconds.
      const client = new OpenAI({
        apiKey: key ?? 'none',
        baseURL: options.baseUrl,
        maxRetries: 0,
        timeout: 3_600_000,
        fetch: exchange.fetch,
        organization: null,
        project: null,
        logLevel: 'off',
      })
      const about = { provider: provider.name, via: 'openai', key } as const
      try {
        await client.chat.completions.create(bodyOf(id, request, limitParameter, refused) as never).asResponse()
      } catch (error) {
        throw callErrorOf(error, exchange, about)
      }
      const { status, headers, raw } = exchange.seen()
      const reply = readChatReply(raw)
      const requestId = headers['x-request-id'] ?? reply?.id ?? null
      if (reply === null) {
        const body = parseBody(raw, key)
        throw new ModelCallError(`${provider.name}: a reply that is no answer`, {
          ...about,
          status,
          headers,
          body,
          sent: true,
          requestId,
        })
      }
      // Escaped in JSON, a key shows only now.
      return { ...reply, text: strikeOut(reply.text, key), requestId: requestId && strikeOut(requestId, key), raw }
    },
  }
}

function bodyOf(model: string, request: ModelRequest, limitParameter: string, refused: ReadonlySet<Adaptation>) {
  const stream = request.stream && !refused.has('stream')
  return {
    model,
    messages: [{ role: 'system', content: request.system }, ...request.user.map((content) => ({ role: 'user', content }))],
    [limitParameter]: request.maxOutputTokens,
    ...(request.schema && !refused.has('response_format')
      ? { response_format: { type: 'json_schema', json_schema: { ...request.schema, strict: true } } }
      : {}),
    ...(stream ? { stream } : {}),
    ...(stream && !refused.has('stream_options') ? { stream_options: { include_usage: true } } : {}),
  }
}
