// What both stand-ins of GitHub's side have in common: a server on loopback that reads a request whole, and faults that a test scripts.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Incoming {
  readonly method: string
  /** As it came, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** What is sent back. `body`: JSON, unless it is bytes. */
export interface Outgoing {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** `run`: done first, then the request is handled as ever. */
export type Misfortune = Outgoing | 'store-then-502' | 'drop' | 'store-then-drop' | ((incoming: Incoming) => void | Promise<void>)

export interface Fault {
  /** Any method where it is left out. */
  readonly method?: string
  /** Matched against path and query. */
  readonly path: RegExp
  /** 1 where it is left out. */
  readonly times?: number
  /** So many requests that match go through first. */
  readonly after?: number
  readonly what: Misfortune
}

/** A request that waits for the test. */
export interface Hold {
  /** Resolves when the request is there. */
  readonly reached: Promise<void>
  release(): void
}

export interface Faults {
  add(fault: Fault): void
  /** The next request that matches waits, before it has any effect, until it is released. */
  hold(match: Pick<Fault, 'method' | 'path' | 'after'>): Hold
  next(incoming: Incoming): Misfortune | null
}

export function newFaults(): Faults {
  const waiting: { fault: Fault; left: number; passing: number }[] = []
  const add = (fault: Fault) => void waiting.push({ fault, left: fault.times ?? 1, passing: fault.after ?? 0 })
  return {
    add,
    hold: (match) => {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const what = () => {
        reached.resolve()
        return released.promise
      }
      add({ ...match, what })
      return { reached: reached.promise, release: released.resolve }
    },
    next: (incoming) => {
      const query = incoming.query.size > 0 ? `?${incoming.query}` : ''
      for (const one of waiting) {
        const { method, path } = one.fault
        if (one.left === 0 || (method && method !== incoming.method) || !path.test(incoming.path + query)) continue
        if (one.passing-- > 0) continue
        one.left--
        return one.fault.what
      }
      return null
    },
  }
}

/** Answers, or does what a fault says instead of it. */
export async function answerOrFail(
  faults: Faults,
  incoming: Incoming,
  response: ServerResponse,
  handle: () => Promise<Outgoing> | Outgoing,
): Promise<number> {
  const what = faults.next(incoming)
  if (typeof what === 'function') await what(incoming)
  if (what === 'store-then-502' || what === 'store-then-drop') await handle()
  if (what === 'drop' || what === 'store-then-drop') {
    response.destroy()
    return 0
  }
  if (what === 'store-then-502') return send(response, { status: 502, body: { message: 'Server Error' } })
  return send(response, what !== null && typeof what === 'object' ? what : await handle())
}

function send(response: ServerResponse, { status, body, headers }: Outgoing): number {
  if (response.destroyed) return status
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  const type = body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json; charset=utf-8' }
  response.writeHead(status, { ...type, ...(status === 204 ? {} : { 'content-length': String(bytes.length) }), ...headers })
  response.end(bytes)
  return status
}

export interface Listening {
  readonly url: string
  stop(): Promise<void>
}

export async function listen(handle: (incoming: Incoming, response: ServerResponse) => Promise<unknown>): Promise<Listening> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('error', () => response.destroy())
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://loopback')
      const { method = 'GET', headers } = request
      const incoming = { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(parts) }
      handle(incoming, response).catch((error) =>
        send(response, { status: 500, body: { message: String(error?.stack ?? error) } }),
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
