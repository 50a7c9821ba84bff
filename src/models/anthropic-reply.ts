// Reads a 200 of Anthropic's messages, plain or streamed. A 200 is not yet an answer: null where it is none.
import type { ModelAnswer, Usage } from './model.ts'

export type AnthropicReply = Pick<ModelAnswer, 'text' | 'finish' | 'usage'> & { readonly id: string | null }

interface Message {
  id?: string
  type?: string
  content?: Block[] | null
  stop_reason?: string | null
  usage?: WireUsage | null
}

interface Block {
  type?: string
  text?: string
}

interface WireUsage {
  input_tokens?: number | null
  output_tokens?: number | null
  cache_creation_input_tokens?: number | null
  cache_read_input_tokens?: number | null
  output_tokens_details?: { thinking_tokens?: number | null } | null
}

interface StreamEvent {
  type?: string
  message?: Message
  content_block?: Block
  delta?: Block & { stop_reason?: string | null }
  usage?: WireUsage | null
  error?: unknown
}

/** Reasons that leave the text unfinished. `pause_turn`: the model would go on if it were asked to. */
const CUT_OFF = new Set(['max_tokens', 'model_context_window_exceeded', 'pause_turn'])

/** The answer in a raw body; null for an error object, HTML, no message, or no stop reason. */
export function readAnthropicReply(raw: string): AnthropicReply | null {
  const message = messageIn(raw)
  if (!message || !Array.isArray(message.content) || typeof message.stop_reason !== 'string') return null
  const text = message.content
    .map((block) => (block?.type === 'text' && typeof block.text === 'string' ? block.text : ''))
    .join('')
  const reason = message.stop_reason
  const finish = reason === 'refusal' ? 'refused' : CUT_OFF.has(reason) ? 'length' : 'stop'
  const usage = usageOf(message.usage, text)
  // A refusal that nobody counted was no answer, and was not billed as one.
  if (finish === 'refused' && usage === null) return null
  return { id: typeof message.id === 'string' ? message.id : null, text, finish, usage }
}

function messageIn(raw: string): Message | null {
  try {
    if (/^\s*\{/.test(raw)) {
      const body = JSON.parse(raw)
      return body.type === 'error' || body.error ? null : body
    }
    if (!/^\s*(data|event|id|retry|:)/.test(raw)) return null
    const data = raw.split(/\r?\n/).filter((line) => line.startsWith('data:'))
    return joinEvents(data.map((line) => JSON.parse(line.slice(5))))
  } catch {
    return null
  }
}

/** The message that a stream's events make. null: an error among them. */
function joinEvents(events: readonly StreamEvent[]): Message | null {
  const content: Block[] = []
  let message: Message = {}
  let usage: WireUsage | null = null
  for (const { type, delta, ...event } of events) {
    if (type === 'error' || event.error) return null
    if (type === 'message_start') message = event.message ?? {}
    if (type === 'content_block_start' && event.content_block) content.push(event.content_block)
    if (type === 'content_block_delta' && delta?.type === 'text_delta') content.push({ type: 'text', text: delta.text ?? '' })
    if (type !== 'message_delta') continue
    message.stop_reason = delta?.stop_reason ?? message.stop_reason ?? null
    // The output that a stream begins with is no count: only what stands at its end is.
    if (event.usage) usage = highest({ ...message.usage, output_tokens: null }, usage ?? {}, event.usage)
  }
  return { ...message, content, usage }
}

/** Counts in a stream are running totals, and some servers fill in one place only. */
function highest(...counts: readonly WireUsage[]): WireUsage {
  const most = (name: Exclude<keyof WireUsage, 'output_tokens_details'>) => Math.max(...counts.map((one) => one[name] ?? 0))
  return {
    input_tokens: most('input_tokens'),
    output_tokens: most('output_tokens'),
    cache_creation_input_tokens: most('cache_creation_input_tokens'),
    cache_read_input_tokens: most('cache_read_input_tokens'),
    output_tokens_details: counts.findLast((one) => one.output_tokens_details)?.output_tokens_details ?? null,
  }
}

/** null where nothing was counted: an answer to no token, or text of none, is a server that does not count. */
function usageOf(usage: WireUsage | null | undefined, text: string): Usage | null {
  if (!usage) return null
  const [fresh, output] = [usage.input_tokens, usage.output_tokens]
  if (!isCount(fresh) || !isCount(output)) return null
  const written = countOf(usage.cache_creation_input_tokens)
  const cached = countOf(usage.cache_read_input_tokens)
  const input = fresh + written + cached
  if (input === 0 || (output === 0 && text !== '')) return null
  return {
    // Theirs leaves out what the cache took part in.
    inputTokens: input,
    cachedInputTokens: cached,
    cacheWriteInputTokens: written,
    outputTokens: output,
    reasoningTokens: Math.min(countOf(usage.output_tokens_details?.thinking_tokens), output),
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const countOf = (value: unknown): number => (isCount(value) ? value : 0)
