// A stand-in for all providers that keeps a bill of its own: one line for each request, with what it charges and what it delivered.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Asked, answerText, billFor, readAsked } from './billing-answers.ts'

/** What becomes of one request. */
export type Fate =
  /** The whole answer, or one that is billed and of no use. */
  | { readonly kind: 'answer'; readonly fault: 'none' | 'omit' | 'malformed' | 'junk' | 'empty' | 'cut' | 'refused' }
  /** A reply that is no answer. */
  | {
      readonly kind: 'reply'
      readonly failure: string
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: unknown
      readonly isBilled: boolean
    }
  /** The socket closes before the answer, or in the middle of it. */
  | { readonly kind: 'drop'; readonly at: 'before' | 'middle'; readonly isBilled: boolean }

export interface BillLine {
  readonly requestId: string
  readonly model: string
  /** As the product's books name them: `file:path`, `part:path#1/3`, `folder:path`, `system:.`, `section:id`. */
  readonly units: readonly string[]
  readonly fate: Fate
  readonly isBilled: boolean
  /** Usage and answer went out whole: the product knows what it costs, if it lives. */
  readonly isAnswered: boolean
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  readonly costMicroUsd: number
}

export interface BillingServer {
  readonly url: string
  readonly bill: readonly BillLine[]
  requests(): number
  /** Resolves when nothing is on its way any more. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** `decide` is asked when a request has arrived whole, before anything is billed. */
export async function startBillingServer(decide: (asked: Asked, count: number) => Fate): Promise<BillingServer> {
  const bill: BillLine[] = []
  let requests = 0
  let inFlight = 0
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const asked = readAsked(req.url ?? '', await bodyOf(req))
    const count = ++requests
    const fate = decide(asked, count)
    const requestId = `bill-${count}`
    const text = fate.kind === 'reply' ? '' : answerText(asked, fate)
    const isBilled = fate.kind === 'answer' || fate.isBilled
    const { body, stream, ...usage } = billFor(asked, fate, text, requestId)
    bill.push({
      requestId,
      model: asked.model,
      units: asked.units,
      fate,
      isBilled,
      isAnswered: fate.kind === 'answer',
      ...(isBilled ? usage : { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costMicroUsd: 0 }),
    })
    // Nobody is as fast as loopback: calls beside each other overlap.
    await new Promise((done) => setTimeout(done, 3 + (count % 5) * 3))
    if (fate.kind === 'reply') return send(res, fate.status, { 'x-request-id': requestId, ...fate.headers }, fate.body)
    if (fate.kind === 'drop') return drop(res, body, fate.at)
    const head = { 'x-request-id': requestId, 'request-id': requestId }
    return send(res, 200, { ...head, 'content-type': stream ? 'text/event-stream' : 'application/json' }, body)
  }
  const server = createServer((req, res) => {
    inFlight++
    res.once('close', () => {
      inFlight--
    })
    answer(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bill,
    requests: () => requests,
    idle: async () => {
      while (inFlight > 0) await new Promise((done) => setTimeout(done, 2))
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function send(res: ServerResponse, status: number, headers: Readonly<Record<string, string>>, body: unknown): void {
  res.writeHead(status, headers)
  res.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function drop(res: ServerResponse, body: string, at: 'before' | 'middle'): void {
  if (at === 'before') {
    res.destroy()
    return
  }
  res.writeHead(200, { 'content-type': 'application/json' })
  res.write(body.slice(0, Math.ceil(body.length / 2)), () => res.destroy())
}
