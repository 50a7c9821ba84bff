// A `fetch` for the providers' SDKs that loses nothing: it keeps status, headers and the raw body, also where an SDK would drop them,
// and gives up on a connection that has gone silent. The SDKs' own timers do not cover a stream.
import type { CallFailure } from './model.ts'
import { ModelCallError } from './model.ts'

/** No first byte for this long: given up. Below the five minutes at which Node gives up with a vaguer error. */
const FIRST_BYTE_TIMEOUT_MS = 280_000
/** No further byte for this long. */
const SILENCE_TIMEOUT_MS = 120_000

/** No answer of ours is near this long: a server that sends more is not answering. Characters. */
const LONGEST_BODY = 8_000_000

export interface Timeouts {
  readonly firstByteMs: number
  readonly silenceMs: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { firstByteMs: FIRST_BYTE_TIMEOUT_MS, silenceMs: SILENCE_TIMEOUT_MS }

/** Codes of errors that come before anything was sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** What one call saw on the wire. */
export interface Exchange {
  readonly fetch: typeof fetch
  /** The reply as far as it came. */
  seen(): { isSent: boolean; status: number | null; headers: Record<string, string>; raw: string }
}

/**
 * Watches one request: hand `fetch` to the SDK, ask `seen` afterwards. The key is struck out of all that is seen: a server may send it
 * back anywhere, and it must not come into the state file.
 */
export function watchExchange(key: string | null, timeouts: Timeouts = DEFAULT_TIMEOUTS): Exchange {
  let isSent = false
  let status: number | null = null
  let headers: Record<string, string> = {}
  let raw = ''
  const decoder = new TextDecoder()
  return {
    seen: () => ({ isSent, status, headers, raw: strikeOut(raw, key) }),
    fetch: async (input, init) => {
      const abort = new AbortController()
      const outer = init?.signal
      outer?.addEventListener('abort', () => abort.abort(outer.reason), { once: true })
      let timer = setTimeout(() => abort.abort(silence(timeouts.firstByteMs)), timeouts.firstByteMs)
      const waitAgain = () => {
        clearTimeout(timer)
        timer = setTimeout(() => abort.abort(silence(timeouts.silenceMs)), timeouts.silenceMs)
      }
      try {
        isSent = true
        // A redirect is not followed: it would carry the code to a host that nobody agreed to.
        const response = await fetch(input, { ...init, redirect: 'manual', signal: abort.signal })
        status = response.status
        headers = Object.fromEntries([...response.headers].map(([name, value]) => [name, strikeOut(value, key)]))
        for await (const bytes of response.body ?? []) {
          waitAgain()
          raw += decoder.decode(bytes, { stream: true })
          if (raw.length > LONGEST_BODY) throw Object.assign(new Error('the body has no end'), { code: 'ENDLESS_BODY' })
        }
        return new Response(status === 204 ? null : raw, { status, headers: plainHeaders(headers) })
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const silence = (ms: number) =>
  Object.assign(new Error(`no byte came for ${Math.round(ms / 1000)} s`), { code: 'SILENT_CONNECTION' })

/** The body is decoded and whole by now. */
function plainHeaders(headers: Record<string, string>): Record<string, string> {
  const { 'content-encoding': _encoding, 'content-length': _length, 'transfer-encoding': _transfer, ...rest } = headers
  return rest
}

/** Makes of an SDK's exception what is really known of the call. Own errors pass through. */
export function callErrorOf(
  error: unknown,
  exchange: Exchange,
  about: { provider: string; via: CallFailure['via']; key: string | null },
): ModelCallError {
  if (error instanceof ModelCallError) return error
  const { isSent, status, headers, raw } = exchange.seen()
  const hide = (text: string) => strikeOut(text, about.key)
  const codes = causes(error).map((cause) => cause.code)
  const isWhole = status !== null && (status < 200 || status > 299)
  const body = isWhole ? parseBody(raw, about.key) : { thrown: describe(error, hide) }
  return new ModelCallError(hide(`${about.provider}: ${(error as Error).message}`), {
    provider: about.provider,
    via: about.via,
    status: isWhole ? status : null,
    headers: isWhole ? headers : {},
    body,
    // `fetch` refuses some ports by itself, without a code.
    sent:
      isSent &&
      !/bad port/.test(JSON.stringify(describe(error, hide))) &&
      !codes.some((code) => code !== undefined && NEVER_SENT.has(code)),
    requestId: headers['x-request-id'] ?? headers['request-id'] ?? null,
  })
}

/** JSON where it is JSON, else the text itself; the key struck out, also where JSON had it escaped. */
export function parseBody(raw: string, key: string | null): unknown {
  try {
    return JSON.parse(strikeOut(JSON.stringify(JSON.parse(raw)), key))
  } catch {
    return strikeOut(raw, key)
  }
}

/** Shorter keys are words such as `none` or `ollama`, for servers that want any: no secrets, and they would be struck out of ordinary text. */
const SHORTEST_SECRET_KEY = 12

/** A key must never reach the state file, also where a server sends it back. */
export function strikeOut(text: string, key: string | null): string {
  return key !== null && key.length >= SHORTEST_SECRET_KEY ? text.replaceAll(key, '[key]') : text
}

interface Cause {
  readonly name?: string
  readonly message?: string
  readonly code?: string
  readonly cause?: unknown
}

function causes(error: unknown): Cause[] {
  const chain: Cause[] = []
  for (let cause = error as Cause | undefined; cause && chain.length < 6; cause = cause.cause as Cause | undefined) {
    chain.push(cause)
    if (Array.isArray((cause as { errors?: unknown }).errors)) chain.push(...(cause as { errors: Cause[] }).errors)
  }
  return chain
}

function describe(error: unknown, hide: (text: string) => string): unknown {
  const { name, message, code, cause } = error as Cause
  return { name, message: hide(message ?? ''), ...(code ? { code } : {}), ...(cause ? { cause: describe(cause, hide) } : {}) }
}
