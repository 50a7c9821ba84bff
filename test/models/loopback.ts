// A real server on loopback that answers as a test says, byte for byte. Stand-ins that intercept `fetch` turn a cut stream into a clean end.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: whatever an adapter sends is looked at field by field.
  readonly body: any
}

export interface Loopback {
  readonly url: string
  readonly asked: Asked[]
}

/** Stops with the test. `answer` gets the number of the request, from 1. */
export async function answerWith(answer: (res: ServerResponse, count: number) => void): Promise<Loopback> {
  const asked: Asked[] = []
  const server = createServer((req, res) => {
    let text = ''
    req.on('data', (part) => {
      text += part
    })
    req.on('end', () => {
      asked.push({ path: req.url ?? '', headers: req.headers, body: text === '' ? null : JSON.parse(text) })
      answer(res, asked.length)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** An address where nobody listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${port}`
}

export const json = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers })
  res.end(JSON.stringify(body))
}
