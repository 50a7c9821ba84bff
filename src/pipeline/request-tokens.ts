import type { ModelRequest } from '../models/model.ts'
import { countTokens } from '../repository/count-tokens.ts'

/** What providers add around each message. */
const TOKENS_PER_MESSAGE = 8

/** Tokens of text as we count what is sent: o200k, or a quarter of the characters where that is more (many servers are that coarse). */
export function countSent(text: string): number {
  return Math.max(countTokens(text), Math.ceil(text.length / 4))
}

/** Tokens of a whole request, schema and framing included. */
export function countRequestTokens(request: ModelRequest): number {
  const texts = [request.system, ...request.user, request.schema ? JSON.stringify(request.schema) : '']
  return TOKENS_PER_MESSAGE * (request.user.length + 1) + texts.reduce((sum, text) => sum + countSent(text), 0)
}
