// When a request is sent again. @octokit/plugin-throttling spaces writes by 1 to 3 s, one by one and for the whole process: a runner that was
// told to stop has 7 s to save its state. @octokit/plugin-retry repeats posts. Both wait as long as GitHub says.
import { readFailure } from './failure.ts'
import { newPace } from './pace.ts'

const MOST_WAIT_SECONDS = 30
const MOST_REPEATS = 2
const READS = ['GET', 'HEAD']
/** What GitHub counts as making content. */
const MAKES = ['POST', 'PUT', 'PATCH']

interface Options {
  readonly method: string
  readonly url: string
}

type Send<Sent extends Options> = (request: (options: Sent) => unknown, options: Sent) => Promise<never>

/**
 * A hook around requests: reads are repeated twice after 5xx or silence; a request that a rate limit turned away is sent again where the wait
 * is 30 s or less; what writes is never sent again otherwise.
 */
export function waitOutFailures<Sent extends Options>(wait: (ms: number) => Promise<unknown>): Send<Sent> {
  const pace = newPace(wait)
  return async (request, options) => {
    for (let repeats = 0; ; repeats += 1) {
      if (MAKES.includes(options.method)) await pace()
      try {
        return refuseBroken(await request(options), options) as never
      } catch (error) {
        const seconds = repeats < MOST_REPEATS ? secondsToWait(error, options.method, repeats) : null
        if (seconds === null) throw error
        await wait(seconds * 1000 + Math.random() * 300)
      }
    }
  }
}

function secondsToWait(error: unknown, method: string, repeats: number): number | null {
  const failure = readFailure(error)
  if (failure.limitedForSeconds !== null) return failure.limitedForSeconds <= MOST_WAIT_SECONDS ? failure.limitedForSeconds : null
  return failure.mayHaveHappened && READS.includes(method) ? 1 + 2 * repeats : null
}

/** Octokit hands out a JSON body that broke off as a string, and a page in its place, as if all were well. */
function refuseBroken(response: unknown, request: Options): unknown {
  const { data, headers } = response as { data: unknown; headers: Record<string, unknown> }
  const isPage = typeof data === 'string' && /^(?:application\/json|text\/html)\b/i.test(String(headers['content-type']))
  if (!isPage && data !== null) return response
  throw Object.assign(new Error('the answer is not what GitHub answers: it broke off, or something else stands in its place'), {
    request,
  })
}
