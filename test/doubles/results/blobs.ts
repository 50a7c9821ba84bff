// Block blobs, as far as Azure's client uses them: whole uploads, blocks and their list, properties, ranges.
import { createHash } from 'node:crypto'
import type { Incoming, Outgoing } from '../loopback.ts'
import type { Blob, ResultsStore } from './store.ts'

export const BLOB_PATH = /^\/devstoreaccount1\/results\/([0-9a-f-]+)$/

export function serveBlob(store: ResultsStore, incoming: Incoming): Outgoing {
  const blob = store.blobs.get(BLOB_PATH.exec(incoming.path)?.[1] ?? '')
  if (!blob) return problem(404, 'BlobNotFound')
  if (incoming.query.get('sig') !== blob.id.slice(0, 8)) return problem(403, 'AuthenticationFailed')
  if (incoming.method === 'PUT') return upload(blob, incoming)
  return download(blob, incoming)
}

const problem = (status: number, code: string): Outgoing => ({ status, headers: { 'x-ms-error-code': code, ...common() } })

const common = (): Record<string, string> => ({
  'x-ms-request-id': '0',
  'x-ms-version': '2025-05-05',
  date: new Date().toUTCString(),
})

function upload(blob: Blob, { query, headers, body }: Incoming): Outgoing {
  const part = query.get('comp')
  if (part === 'block') blob.blocks.set(query.get('blockid') ?? '', body)
  else if (part === 'blocklist') {
    const ids = [...body.toString().matchAll(/<(?:Latest|Committed|Uncommitted)>([^<]*)</g)].map(([, id]) => id as string)
    blob.bytes = Buffer.concat(ids.map((id) => blob.blocks.get(id) ?? Buffer.alloc(0)))
  } else blob.bytes = body
  blob.contentType = String(headers['x-ms-blob-content-type'] ?? blob.contentType)
  return { status: 201, headers: { ...common(), etag: tagOf(blob), 'last-modified': new Date().toUTCString() } }
}

const tagOf = (blob: Blob): string => `"${createHash('sha256').update(blob.bytes).digest('hex').slice(0, 16)}"`

function download(blob: Blob, { method, headers }: Incoming): Outgoing {
  const about = {
    ...common(),
    etag: tagOf(blob),
    'last-modified': new Date().toUTCString(),
    'content-type': blob.contentType,
    'x-ms-blob-type': 'BlockBlob',
    'accept-ranges': 'bytes',
  }
  if (method === 'HEAD') return { status: 200, headers: { ...about, 'content-length': String(blob.bytes.length) } }
  const [, from, to] = String(headers['x-ms-range'] ?? headers.range ?? '').match(/bytes=(\d+)-(\d*)/) ?? []
  if (from === undefined) return { status: 200, headers: about, body: blob.bytes }
  const end = Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, blob.bytes.length - 1)
  const range = `bytes ${from}-${end}/${blob.bytes.length}`
  return { status: 206, headers: { ...about, 'content-range': range }, body: blob.bytes.subarray(Number(from), end + 1) }
}
