// Reads a 200 of chat completions, plain or streamed. A 200 is not yet an answer: null where it is none.
import type { ModelAnswer, Usage } from './model.ts'

export type ChatReply = Pick<ModelAnswer, 'text' | 'finish' | 'usage'> & { readonly id: string | null }

interface Chunk {
  id?: string
  error?: unknown
  choices?: { finish_reason?: string | null; message?: Piece; delta?: Piece }[] | null
  usage?: WireUsage | null
}

interface Piece {
  content?: string | { text?: string }[] | null
  refusal?: string | null
}

interface WireUsage {
  prompt_tokens?: number
  completion_tokens?: number
  total_tokens?: number
  prompt_tokens_details?: { cached_tokens?: number } | null
  completion_tokens_details?: { reasoning_tokens?: number } | null
}

/** Reasons that mean that the provider's policy stopped it, in the spellings of several providers. */
const REFUSED = new Set(['content_filter', 'safety', 'recitation', 'blocklist', 'prohibited_content', 'spii', 'refusal'])
const CUT_OFF = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length'])

/** The answer in a raw body; null for an error object, HTML, no choices, or no finish reason. */
export function readChatReply(raw: string): ChatReply | null {
  const chunks = chunksOf(raw)
  if (chunks === null || chunks.length === 0) return null
  let text = ''
  let refusal = ''
  let reason: string | null = null
  let usage: WireUsage | null = null
  for (const chunk of chunks) {
    if (typeof chunk !== 'object' || chunk === null || Array.isArray(chunk) || chunk.error) return null
    usage = chunk.usage ?? usage
    const choice = chunk.choices?.[0]
    const piece = choice?.message ?? choice?.delta
    text += textOf(piece?.content)
    refusal += piece?.refusal ?? ''
    reason = choice?.finish_reason ?? reason
  }
  if (reason === null) return null
  const word = reason.toLowerCase()
  const finish = REFUSED.has(word) || (refusal && !text) ? 'refused' : CUT_OFF.has(word) ? 'length' : 'stop'
  // A refusal that brings neither text nor usage was no answer, and was not billed as one.
  if (finish === 'refused' && usage === null) return null
  return { id: chunks[0]?.id ?? null, text, finish, usage: usageOf(usage) }
}

function chunksOf(raw: string): Chunk[] | null {
  try {
    if (/^\s*\{/.test(raw)) return [JSON.parse(raw)]
    if (!/^\s*(data|event|id|retry|:)/.test(raw)) return null
    const data = raw.split(/\r?\n/).filter((line) => line.startsWith('data:'))
    const payloads = data.map((line) => line.slice(5).trim()).filter((line) => line !== '' && line !== '[DONE]')
    return payloads.map((payload) => JSON.parse(payload))
  } catch {
    return null
  }
}

function textOf(content: Piece['content']): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : ''
}

function usageOf(usage: WireUsage | null): Usage | null {
  const input = usage?.prompt_tokens
  // No request is without input: a server that says so counts nothing.
  if (usage === null || !isCount(input) || input === 0) return null
  const reasoning = usage.completion_tokens_details?.reasoning_tokens ?? 0
  const visible = usage.completion_tokens ?? 0
  // Gemini counts thinking in the total only.
  const rest = isCount(usage.total_tokens) ? usage.total_tokens - input : visible
  const output = Math.max(visible, rest)
  if (!isCount(output)) return null
  const cached = usage.prompt_tokens_details?.cached_tokens ?? 0
  return {
    inputTokens: input,
    cachedInputTokens: Math.min(isCount(cached) ? cached : 0, input),
    outputTokens: output,
    reasoningTokens: Math.max(isCount(reasoning) ? reasoning : 0, output - visible),
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
