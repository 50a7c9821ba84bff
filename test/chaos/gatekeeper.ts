// Stands between the product and its stand-in model: counts requests, and can act at one of them before it goes on.
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ModelServer, type Script, startModelServer } from '../acceptance/model-server.ts'

export interface Gatekeeper {
  readonly url: string
  /** Requests that have arrived whole, so far. */
  requests(): number
  /** Called with the number of each request, from 1, when it is here and not yet sent on. A promise holds it back. */
  onRequest(act: (count: number) => void | Promise<void>): void
  readonly models: ModelServer
  stop(): Promise<void>
}

export async function startGatekeeper(script: Script = {}): Promise<Gatekeeper> {
  const models = await startModelServer(script)
  let requests = 0
  let act: (count: number) => void | Promise<void> = () => {}
  const server = createServer(async (req, res) => {
    const body = await read(req)
    const count = ++requests
    await act(count)
    const onward = httpRequest(`${models.url}${req.url}`, { method: req.method, headers: req.headers }, (reply) => {
      res.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(res)
    })
    onward.on('error', () => res.destroy())
    onward.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    onRequest: (next) => {
      act = next
    },
    models,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await models.stop()
    },
  }
}

async function read(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Waits until `holds`, or fails after `ms`. */
export async function until(holds: () => boolean, ms = 20_000): Promise<void> {
  const end = Date.now() + ms
  while (!holds()) {
    if (Date.now() > end) throw new Error(`it did not come about within ${ms} ms: ${holds}`)
    await new Promise((done) => setTimeout(done, 5))
  }
}
