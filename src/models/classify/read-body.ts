// Finds every error in a body, however it is wrapped: arrays, `detail`, flat forms, JSON as text inside `error.message`.

export type Fields = Readonly<Record<string, unknown>>

/** What a body says of its failure. All lists are bounded: a body of any size costs the same after the first read. */
export interface ErrorWords {
  /** Every object met on the way, outermost first. */
  readonly objects: readonly Fields[]
  /** Sentences, outermost first. */
  readonly texts: readonly string[]
  /** Values of `code`, `type`, `status`, `reason` …: lower case, `_` for all else. */
  readonly codes: ReadonlySet<string>
  /** HTTP statuses that the body itself names. */
  readonly statuses: readonly number[]
}

const TEXT_KEYS = new Set(
  (
    'message msg detail details error errors error_description error_msg error_message errormessage errormsg err description ' +
    'title reason raw faultstring hint text explanation cause thrown status_msg base_resp'
  ).split(' '),
)
const CODE_KEYS = new Set(
  'code type status reason reasons error_type error_code errorcode __type name kind limit_source status_code statuscode'.split(
    ' ',
  ),
)
/** What a server repeats of the request, or of somebody else's text: no words of its own. */
const ECHO_KEYS = new Set('input flagged_input prompt messages request links url loc body tools headers stack'.split(' '))

/** `429 status code (no body)`, `Error code: 429 - {…`, `Server responded with status 429`. */
const SAID_STATUS = /\b([45]\d\d) status code|\b(?:error code|status(?: code)?|http(?: error)?):? ([45]\d\d)\b/i

const MAX_NODES = 3000
const MAX_DEPTH = 12
const MAX_TEXTS = 60
const MAX_TEXT_LENGTH = 6000

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A number or a text as a number; everything else, objects with a `toString` of their own included, is NaN. */
export const toNumber = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN

/** `RESOURCE_EXHAUSTED`, `litellm.RateLimitError` and `rate-limit exceeded` in one spelling. */
export function toCode(value: string): string {
  return value
    .slice(0, 120)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
}

/** Both ends of a long text: what is in the middle of a page decides nothing. */
export function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1500)} ${text.slice(-1500)}`
}

/** JSON from the first bracket on, or undefined. */
export function parseEmbedded(text: string): unknown {
  const start = text.search(/[[{]/)
  if (start < 0 || text.length > 400_000) return undefined
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  if (end <= start) return undefined
  const candidate = text.slice(start, end + 1)
  // A Python bytes literal escapes what JSON does not.
  for (const attempt of [candidate, candidate.replaceAll("\\'", "'").replaceAll('\\\\', '\\')]) {
    try {
      return JSON.parse(attempt)
    } catch {}
  }
  return undefined
}

/** Walks the body once. Never throws. */
export function readErrorWords(body: unknown): ErrorWords {
  const objects: Fields[] = []
  const texts: string[] = []
  const codes = new Set<string>()
  const statuses: number[] = []
  let nodes = 0

  const addCode = (value: unknown): void => {
    if (typeof value === 'string' && value.length > 0) codes.add(toCode(value))
    const number = typeof value === 'number' ? value : typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : 0
    if (number >= 400 && number < 600) statuses.push(number)
  }

  const addText = (value: string, depth: number): void => {
    const text = shorten(value).trim()
    const said = SAID_STATUS.exec(text)
    if (said !== null) statuses.push(Number(said[1] ?? said[2]))
    if (text === '' || texts.length >= MAX_TEXTS) return
    const nested = parseEmbedded(value)
    if (isFields(nested) || (Array.isArray(nested) && nested.some(isFields))) {
      // What the inner server says comes first: the outer one only passes it on.
      walk(nested, '', depth + 1)
      const around =
        `${text.slice(0, text.search(/[[{]/))} ${text.slice(Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1)}`.trim()
      if (around !== '') texts.push(around)
    } else {
      texts.push(text)
      // A Python dictionary or cut-off JSON: the names of its fields still tell codes from sentences.
      for (const [, found] of text.matchAll(/['"](?:code|type|status|reason|error_type)\\?['"]\s*:\s*\\?['"]?([\w.-]{2,60})/g)) {
        addCode(found)
      }
    }
  }

  const walk = (value: unknown, key: string, depth: number): void => {
    nodes += 1
    if (nodes > MAX_NODES || depth > MAX_DEPTH) return
    if (CODE_KEYS.has(key)) addCode(value)
    if (typeof value === 'string') {
      if (key === '' || TEXT_KEYS.has(key)) addText(value, depth)
      // `{"error": "rate_limit_exceeded"}`: one word is a code as well.
      if (TEXT_KEYS.has(key) && !/\s/.test(value)) addCode(value)
    } else if (Array.isArray(value)) {
      for (const element of value.slice(0, 200)) walk(element, key, depth + 1)
    } else if (isFields(value)) {
      objects.push(value)
      for (const [name, inner] of Object.entries(value).slice(0, 200)) {
        const lower = name.toLowerCase()
        if (!ECHO_KEYS.has(lower)) walk(inner, lower === '' ? '?' : lower, depth + 1)
      }
    }
  }

  walk(body, '', 0)
  return { objects, texts, codes, statuses }
}
