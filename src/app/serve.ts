// The server: webhooks, and two addresses that say that it lives. No framework: what a stranger can send is turned away before anything runs.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Probot } from 'probot'
import { PACKAGE_VERSION } from '../version.ts'
import { newDeliveries } from './deliveries.ts'
import { nehemvixApp } from './index.ts'
import { AppOctokit, fetchInTime } from './octokit.ts'
import { readDelivery } from './read-delivery.ts'
import { newRefusalCount } from './refusal-count.ts'
import type { Settings } from './settings.ts'

export const WEBHOOK_PATH = '/api/github/webhooks'
/** GitHub gives up after 10 s. Until then it is told how the handling went. */
const ANSWER_WITHIN_MS = 8_000
const STOP_WITHIN_MS = 10_000

export interface Serving {
  readonly url: string
  /** Takes nothing new, waits 10 s for what is in hand: GitHub does not send it again. */
  stop(): Promise<void>
}

export async function serve(settings: Settings, log: Logger): Promise<Serving> {
  const app = new Probot({
    appId: settings.appId,
    privateKey: settings.privateKey,
    secret: settings.webhookSecret,
    baseUrl: settings.apiUrl,
    Octokit: AppOctokit,
    request: { fetch: fetchInTime },
    log,
  })
  await app.load((probot) => nehemvixApp(probot, settings))
  const deliveries = newDeliveries()
  const refusals = newRefusalCount(log)
  let isStopping = false

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const read = await readDelivery(request, settings.webhookSecret)
    if (read.kind === 'refused') return turnAway(request, response, read)
    const { id, name, payload } = read.delivery
    const started = performance.now()
    const handled = deliveries.take(id, async () => {
      // The names that Probot knows are those of its types; others go to no handler.
      await app.receive({ id, name, payload } as Parameters<Probot['receive']>[0])
      log.info({ delivery: id, event: name, ms: Math.round(performance.now() - started) }, 'delivery handled')
    })
    const timer = Promise.withResolvers<number>()
    const timeout = setTimeout(() => timer.resolve(202), ANSWER_WITHIN_MS)
    const ended = handled.then(
      () => 200,
      () => 500,
    )
    const status = await Promise.race([ended, timer.promise])
    clearTimeout(timeout)
    say(response, status, { 200: 'handled', 202: 'still at work', 500: 'failed: see the log' }[status] ?? '')
  }

  const turnAway = (
    request: IncomingMessage,
    response: ServerResponse,
    { status, message }: { status: number; message: string },
  ): void => {
    refusals.add(`${status} ${message}`)
    if (!request.complete) {
      response.shouldKeepAlive = false
      // What is still coming is thrown away, for a while, so that the answer is read.
      request.resume()
      setTimeout(() => request.destroy(), 5_000).unref()
    }
    say(response, status, message)
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]
    if (path === WEBHOOK_PATH && request.method === 'POST') {
      receive(request, response).catch((error) => {
        log.error({ err: error }, 'a delivery could not be read')
        say(response, 500, 'failed')
      })
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      turnAway(request, response, { status: 405, message: 'nothing but webhooks is taken' })
    } else if (path === '/ping') say(response, 200, 'PONG')
    else if (path === '/healthz') {
      sayJson(response, isStopping ? 503 : 200, { status: isStopping ? 'stopping' : 'ok', version: PACKAGE_VERSION })
    } else say(response, 404, 'Nehemvix: webhooks go to /api/github/webhooks')
  })
  // Longer than the idle time of usual balancers, so that they end a connection and not we.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 10_000
  server.requestTimeout = 20_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, resolve)
  })

  return {
    url: addressOf(server.address() as AddressInfo),
    async stop() {
      if (isStopping) return
      isStopping = true
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      const left = await deliveries.settle(STOP_WITHIN_MS)
      if (left > 0) log.warn({ left }, 'stopped while deliveries were in hand')
      // Their answers leave before the connections do.
      await sleep(50)
      server.closeAllConnections()
      await closed
    },
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

function sayJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
}

function addressOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
