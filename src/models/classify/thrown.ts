// Exceptions without a response: which never reached the provider, which may have been billed.
import type { FailureKind } from '../../vocabulary.ts'

interface Cause {
  readonly kind: FailureKind
  readonly signs: RegExp
}

/** Asked in order: the cause at the bottom of the chain says more than `Connection error.` on top. */
const CAUSES: readonly Cause[] = [
  // The SDK's own judgement of an answer that it had read.
  { kind: 'cut-off', signs: /LengthFinishReason|length limit was reached/i },
  { kind: 'refused', signs: /ContentFilterFinishReason|rejected by the content filter/i },
  // The address or the certificate is wrong: a person must act.
  { kind: 'key', signs: /ENOTFOUND|ERR_NAME_NOT_RESOLVED|name or service not known|nodename nor servname|no such host/i },
  {
    kind: 'key',
    signs:
      /\bCERT_|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET)|ERR_TLS_CERT|DEPTH_ZERO|certificate (?:verify|has expired|is not)|self[- ]signed|unknown ca\b|wrong version number|ERR_SSL|EPROTO/i,
  },
  {
    kind: 'key',
    signs:
      /ERR_INVALID_URL|invalid url|only absolute urls|unsupported protocol|invalid character in header|ERR_INVALID_CHAR|not a legal HTTP header|is an invalid header value|ByteString/i,
  },
  {
    kind: 'key',
    signs:
      /(?:api[-_ ]?key|authentication method|credentials?)\b.{0,80}\b(?:missing|not set|required|empty|resolve|must be|provide)|missing (?:credentials|api key)|could not (?:resolve authentication|load (?:the )?(?:default )?credentials)/i,
  },
  // The SDK refuses before it sends: streaming required, a token limit it does not like.
  { kind: 'request', signs: /streaming is (?:strongly )?(?:required|recommended)|ZodError|zod/i },
  // Never made a connection.
  {
    kind: 'retry',
    signs:
      /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL|EAI_AGAIN|CONNECT_TIMEOUT|connect ETIMEDOUT|connection refused|connect timeout|temporary failure in name resolution|no route to host|proxy.{0,40}(?:refused|failed|unreachable)/i,
  },
  // The connection was there: the request may have been worked on.
  {
    kind: 'unknown',
    signs:
      /ECONNRESET|ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|EPIPE|_TIMEOUT\b|PREMATURE_CLOSE|premature close|terminated|socket hang up|other side closed|UND_ERR|timed? ?out|timeout|abort|GOAWAY|stream (?:was )?(?:closed|reset|ended)|ERR_HTTP2|connection (?:was |error|closed|reset|lost)|unexpected (?:end|token)|incomplete chunked|not valid json|SyntaxError|fetch failed/i,
  },
]

/** The kind of an exception, or null where its text is none of the transport's. */
export function kindOfThrown(text: string): FailureKind | null {
  return CAUSES.find((cause) => cause.signs.test(text))?.kind ?? null
}

/** Every name, code and message of an exception and its causes, on one line. */
export function readThrown(thrown: unknown, depth = 0): string {
  if (typeof thrown === 'string') return thrown.slice(0, 4000)
  if (typeof thrown !== 'object' || thrown === null || depth > 8) return ''
  const words: string[] = []
  for (const [name, value] of Object.entries(thrown)) {
    if (/^(?:name|code|message|type|errno|syscall|reason|statusText)$/i.test(name) && typeof value !== 'object')
      words.push(String(value).slice(0, 2000))
    else if (/^(?:cause|errors?|innerError|\d+)$/i.test(name)) words.push(readThrown(value, depth + 1))
  }
  return words.join(' ').slice(0, 6000)
}
