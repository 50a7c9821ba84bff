// Reads a 200 of chat completions, plain or streamed. A 200 is not yet an answer: null where it is none.
import { BROKEN_FINISH, REFUSED_FINISH } from './classify/read-answer.ts'
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

const CUT_OFF = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length'])

/** The answer in a raw body; null for an error object, HTML, no choices, or no finish reason. */
export function readChatReply(raw: string): ChatReply | null {
  const chunks = chunksOf(raw)
  if (chunks === null || chunks.length === 0) return null
  let text = ''
  let refusal = ''
  let hasError = false
  let reason: string | null = null
  let usage: WireUsage | null = null
  for (const chunk of chunks) {
    if (typeof chunk !== 'object' || chunk === null || Array.isArray(chunk)) return null
    hasError ||= saysError(chunk.error)
    usage = chunk.usage ?? usage
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
    const piece = choice?.message ?? choice?.delta
    text += textOf(piece?.content)
    refusal += typeof piece?.refusal === 'string' ? piece.refusal : ''
    reason = typeof choice?.finish_reason === 'string' ? choice.finish_reason : reason
  }
  const counted = usageOf(usage, text)
  // An error beside a whole answer is a remark; an error that was billed is an answer of no use.
  if (hasError && counted === null && (text === '' || reason === null)) return null
  if (hasError && reason === null) reason = 'error'
  if (reason === null) return null
  const word = reason.toLowerCase()
  const isBrokenOff = BROKEN_FINISH.test(word)
  const finish =
    REFUSED_FINISH.test(word) || (refusal && !text) ? 'refused' : CUT_OFF.has(word) || isBrokenOff ? 'length' : 'stop'
  // A refusal, or a break, that brings no usage was no answer, and was not billed as one.
  if ((finish === 'refused' || isBrokenOff) && counted === null) return null
  const id = chunks[0]?.id
  return { id: typeof id === 'string' ? id : null, text, finish, usage: counted }
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

/** `error: null`, `{}` and `""` are how some servers say that there is none. */
function saysError(error: unknown): boolean {
  if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0
  return error !== undefined && error !== null && error !== '' && error !== false
}

function textOf(content: Piece['content']): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('') : ''
}

function usageOf(usage: WireUsage | null, text: string): Usage | null {
  const input = usage?.prompt_tokens
  // No request is without input: a server that says so counts nothing.
  if (usage === null || !isCount(input) || input === 0) return null
  const reasoning = usage.completion_tokens_details?.reasoning_tokens ?? 0
  const visible = usage.completion_tokens ?? 0
  // Gemini counts thinking in the total only.
  const rest = isCount(usage.total_tokens) ? usage.total_tokens - input : visible
  const output = Math.max(visible, rest)
  // Text that took no token was not counted.
  if (!isCount(output) || (output === 0 && text !== '')) return null
  const cached = usage.prompt_tokens_details?.cached_tokens ?? 0
  return {
    inputTokens: input,
    cachedInputTokens: Math.min(isCount(cached) ? cached : 0, input),
    outputTokens: output,
    reasoningTokens: Math.max(isCount(reasoning) ? reasoning : 0, output - visible),
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
