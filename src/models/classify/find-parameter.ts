// Which parameter a `request` failure complains about.
import type { Fields } from './read-body.ts'

const NAME = String.raw`([a-zA-Z_][\w.[\]]{1,60})`

/** Most certain first: a name after the word `parameter`, a parameter that everybody sends, any quoted name. */
const NAMED = [
  new RegExp(`(?:parameter|argument|field|name|value|property|keyword)s?(?: supplied)?:? ?['"\`]${NAME}['"\`]`, 'i'),
  /\b(max_tokens|max_completion_tokens|max_output_tokens|maxOutputTokens|temperature|top_p|top_k|response_format|cache_control|output_config|json_schema|reasoning_effort|thinking|seed|stream_options|tool_choice|presence_penalty|frequency_penalty)\b/,
  /\bparameters?:? ([a-z]+(?:_[a-z]|[A-Z])\w{0,60})/,
  /\b(?:not|n't) support ['"`]?([a-z_]{2,40})\b/i,
  new RegExp(`['"\`]${NAME}['"\`]`),
]

function readField(objects: readonly Fields[]): string | null {
  for (const fields of objects) {
    if (typeof fields.param === 'string' && /^[a-z_]/i.test(fields.param) && fields.param !== 'None')
      return fields.param.slice(0, 60)
    // FastAPI: `loc: ["body", "max_completion_tokens"]`.
    const name = Array.isArray(fields.loc) ? fields.loc.find((part) => typeof part === 'string' && part !== 'body') : undefined
    if (typeof name === 'string') return name.slice(0, 60)
  }
  return null
}

/** The parameter's name as the provider writes it; null where none is named. */
export function findParameter(objects: readonly Fields[], text: string): string | null {
  const field = readField(objects)
  const named = NAMED.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined)
  // Some servers put a category into `param` and the name into the sentence.
  if (field !== null && (named === undefined || text === '' || text.includes(field) || !/error/i.test(field))) return field
  if (named !== undefined) return named
  if (/\bmax(?:imum)? tokens\b/i.test(text)) return 'max_tokens'
  return /\bstreaming is\b/i.test(text) ? 'stream' : null
}
