// A webhook, from a request to a delivery that GitHub has signed. Nothing is believed, and little is held, before that.
import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Delivery {
  readonly id: string
  readonly name: string
  readonly payload: object
}

export type DeliveryRead =
  | { readonly kind: 'delivery'; readonly delivery: Delivery }
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 408 | 413 | 415 | 503; readonly message: string }

/** What this app subscribes to has some hundred kilobytes at most; GitHub sends nothing above 25 MB. */
export const MOST_BYTES = 10_000_000
/** Of all requests that are being read: whoever knows no secret can fill no more. */
const MOST_BYTES_AT_ONCE = 64_000_000
const SIGNATURE = /^sha256=([0-9a-f]{64})$/

let bytesHeld = 0

/** Reads a request to its end, or to where it is known to be none of GitHub's. */
export async function readDelivery(request: IncomingMessage, secret: string): Promise<DeliveryRead> {
  const { headers } = request
  const [id, name, signature] = ['x-github-delivery', 'x-github-event', 'x-hub-signature-256'].map((header) => headers[header])
  const digest = SIGNATURE.exec(String(signature ?? ''))?.[1]
  if (digest === undefined) return refused(401, 'x-hub-signature-256 is missing, or no signature')
  if (typeof id !== 'string' || typeof name !== 'string' || id.length > 100)
    return refused(400, 'x-github-delivery or x-github-event is missing')
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    return refused(415, 'the content type must be application/json')
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) return refused(413, 'too large')
  const hmac = createHmac('sha256', secret)
  const body = await readBody(request, hmac)
  if (!Buffer.isBuffer(body)) return body
  if (!timingSafeEqual(Buffer.from(digest, 'hex'), hmac.digest())) return refused(401, 'the signature does not fit')
  const payload = parseJson(body.toString('utf8'))
  if (typeof payload !== 'object' || payload === null) return refused(400, 'no JSON object')
  return { kind: 'delivery', delivery: { id, name, payload } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readBody(request: IncomingMessage, hmac: Hmac): Promise<Buffer | Extract<DeliveryRead, { kind: 'refused' }>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      bytesHeld += chunk.length
      if (size > MOST_BYTES) return refused(413, 'too large')
      if (bytesHeld > MOST_BYTES_AT_ONCE) return refused(503, 'too much at once')
      hmac.update(chunk)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch {
    return refused(408, 'the request broke off')
  } finally {
    bytesHeld -= size
  }
}

const refused = (status: Extract<DeliveryRead, { kind: 'refused' }>['status'], message: string) =>
  ({ kind: 'refused', status, message }) as const
