// A 200 that is no answer: what the model's finish and the text say.
import type { FailureKind } from '../../vocabulary.ts'
import { type Fields, isFields, toCode, toNumber } from './read-body.ts'

/** An answer put together from one body or from a stream's events, in the forms of OpenAI, Anthropic and Gemini. */
export interface AnswerShape {
  readonly hasAnyAnswer: boolean
  readonly hasText: boolean
  readonly finish: string | null
  readonly refusal: boolean
  /** Output tokens were counted: somebody pays for them. */
  readonly isBilled: boolean
}

const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const filled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

function textOfMessage(message: unknown): boolean {
  if (!isFields(message)) return false
  if (filled(message.content) || filled(message.text)) return true
  return list(message.content).some((part) => part.type !== 'thinking' && part.type !== 'reasoning' && filled(part.text))
}

/** Adds up bodies (one for a plain answer, many for a stream). */
export function readAnswer(bodies: readonly Fields[]): AnswerShape {
  let hasAnyAnswer = false
  let hasText = false
  let finish: string | null = null
  let refusal = false
  let isBilled = false
  const sawFinish = (value: unknown): void => {
    if (filled(value)) finish = toCode(String(value))
  }
  for (const body of bodies) {
    const usage = isFields(body.usage) ? body.usage : {}
    isBilled ||= toNumber(usage.completion_tokens ?? usage.output_tokens) > 0
    // OpenAI's chat completions, whole or as chunks; the old completions' `text`.
    for (const choice of list(body.choices)) {
      hasAnyAnswer = true
      hasText ||= textOfMessage(choice.message) || textOfMessage(choice.delta) || filled(choice.text)
      sawFinish(choice.finish_reason)
      for (const message of [choice.message, choice.delta]) refusal ||= isFields(message) && filled(message.refusal)
    }
    // Anthropic's messages, whole or as events.
    const message = isFields(body.message) ? body.message : body
    if (Array.isArray(message.content) || message.stop_reason !== undefined) {
      hasAnyAnswer = true
      hasText ||= textOfMessage({ content: message.content })
      sawFinish(message.stop_reason)
    }
    if (isFields(body.delta)) {
      hasAnyAnswer = true
      hasText ||= filled(body.delta.text)
      sawFinish(body.delta.stop_reason)
    }
    // Gemini's own form, as some proxies pass it on.
    for (const candidate of list(body.candidates)) {
      hasAnyAnswer = true
      hasText ||=
        isFields(candidate.content) && list(candidate.content.parts).some((part) => part.thought !== true && filled(part.text))
      sawFinish(candidate.finishReason)
    }
    if (isFields(body.promptFeedback) && filled(body.promptFeedback.blockReason)) refusal = true
    // Ollama's and OpenAI's other forms.
    if (isFields(body.message) && typeof body.message.content === 'string') hasText ||= filled(body.message.content)
    if (filled(body.output_text) || filled(body.response)) hasText = true
    sawFinish(body.done_reason)
  }
  return { hasAnyAnswer, hasText, finish, refusal, isBilled }
}

/** Finish reasons, in small letters, by which a policy stopped an answer. */
export const REFUSED_FINISH =
  /content_?filter|safety|recitation|blocklist|prohibited|spii|refus|sensitive|guardrail|moderation|policy|language$/
/** Finish reasons of a server that broke off, whatever it had written by then. */
export const BROKEN_FINISH = /error|insufficient_system_resource|network|abort|unavailable|overload/

/** The kind of an answer that cannot be used. `isStream`: an end without a finish is then a broken connection. */
export function kindOfAnswer(answer: AnswerShape, isStream: boolean): FailureKind {
  if (answer.refusal || (answer.finish !== null && REFUSED_FINISH.test(answer.finish))) return 'refused'
  if (answer.finish !== null && BROKEN_FINISH.test(answer.finish)) return 'retry'
  if (answer.finish !== null) return 'cut-off'
  if (!answer.hasAnyAnswer && !answer.isBilled) return isStream ? 'unknown' : 'retry'
  return isStream || answer.hasText ? 'unknown' : 'cut-off'
}
