// What a failed request tells: once, for the whole folder.

interface RequestError extends Error {
  readonly request: unknown
  readonly response?: {
    readonly status: number
    readonly headers: Readonly<Record<string, string | number | undefined>>
    readonly data: unknown
  }
}

export interface Failure {
  /** null: no answer came. */
  readonly status: number | null
  /** In GitHub's words, without tokens, on one line. */
  readonly message: string
  /** GitHub may have done what it was asked for all the same: look before asking again. */
  readonly mayHaveHappened: boolean
  /** Seconds that GitHub wants to be left alone for; null: no limit was hit. */
  readonly limitedForSeconds: number | null
}

const LONGEST = 600
const SECRET = /gh[pousr]_[0-9A-Za-z._-]{20,}|github_pat_[0-9A-Za-z_]{20,}|(?<=\bbearer |\btoken )[0-9A-Za-z._-]{20,}/gi

/** Reads what a request to GitHub threw. Anything else is a mistake of ours and is thrown on. */
export function readFailure(error: unknown): Failure {
  if (!isRequestError(error)) throw error
  const status = statusOf(error)
  return {
    status,
    message: messageOf(error),
    mayHaveHappened: status === null || status >= 500 || status === 408,
    limitedForSeconds: limitOf(error),
  }
}

/** The HTTP status that GitHub answered with; null where no answer came. */
export function statusOf(error: unknown): number | null {
  return isRequestError(error) ? (error.response?.status ?? null) : null
}

/** What went wrong, on one line, without tokens. */
export function messageOf(error: unknown): string {
  const told = isRequestError(error) ? wordsOf(error) : error instanceof Error ? error.message : String(error)
  return redactTokens(told).replace(/\s+/g, ' ').trim().slice(0, LONGEST)
}

/** Takes tokens of GitHub out of a text. */
export function redactTokens(text: string): string {
  return text.replace(SECRET, '[token]')
}

/** Probot brings its own copy of the error's class, so it is known by its shape. Octokit gives status 500 to what was never answered. */
function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && ('request' in error || error.name === 'AbortError' || error.name === 'TimeoutError')
}

function wordsOf(error: RequestError): string {
  const { response } = error
  if (response === undefined) return `no answer from GitHub (${error.message})`
  const limit = limitOf(error)
  if (limit !== null) return `GitHub's rate limit is used up for ${limit} s (HTTP ${response.status})`
  if (response.status === 401) return 'GitHub does not take the token, or no longer (HTTP 401)'
  const data = response.data as { message?: unknown; errors?: unknown } | null
  if (typeof data !== 'object' || data === null || typeof data.message !== 'string')
    return `GitHub answered HTTP ${response.status}`
  const details = Array.isArray(data.errors) ? data.errors.map(detailOf) : []
  return [...new Set([data.message, ...details])].filter((part) => part !== '').join(': ')
}

function detailOf(detail: unknown): string {
  if (typeof detail === 'string') return detail
  const { message, field, code } = (detail ?? {}) as Record<string, unknown>
  return typeof message === 'string' ? message : [field, code].filter((part) => typeof part === 'string').join(' ')
}

function limitOf({ response }: RequestError): number | null {
  if (response === undefined || (response.status !== 403 && response.status !== 429)) return null
  const after = Number(response.headers['retry-after'])
  if (after > 0) return after
  if (String(response.headers['x-ratelimit-remaining']) === '0')
    return Math.max(1, Math.ceil(Number(response.headers['x-ratelimit-reset']) - Date.now() / 1000) + 1)
  const words = (response.data as { message?: unknown } | null)?.message
  return response.status === 429 || /\brate limit\b|\babuse detection\b/i.test(String(words)) ? 60 : null
}
