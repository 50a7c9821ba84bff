// What the results service keeps: cache entries and artifacts of one repository, and the bytes behind their addresses.
import { randomUUID } from 'node:crypto'

export interface Blob {
  readonly id: string
  bytes: Buffer
  contentType: string
  readonly blocks: Map<string, Buffer>
}

/** Immutable once it is final; reserved before that, and the key burnt with it. */
export interface CacheEntry {
  readonly id: number
  readonly key: string
  /** A hash of the paths' spelling, the compression and the platform. */
  readonly version: string
  /** The ref that wrote it. */
  readonly scope: string
  readonly blob: Blob
  readonly createdAt: Date
  lastAccessedAt: Date
  isFinal: boolean
}

export interface StoredArtifact {
  readonly id: number
  readonly runId: number
  readonly job: string
  readonly name: string
  readonly blob: Blob
  readonly createdAt: Date
  readonly expiresAt: Date
  digest: string | null
  isFinal: boolean
  isExpired: boolean
}

export interface ResultsStore {
  url: string
  entries: CacheEntry[]
  artifacts: StoredArtifact[]
  readonly blobs: Map<string, Blob>
  now(): Date
  nextId(): number
  newBlob(contentType: string): Blob
  /** Signed, as the service's addresses are. Azure's client wants two path segments or more. */
  addressOf(blob: Blob): string
}

export function newStore(now: () => Date): ResultsStore {
  let last = 0
  const blobs = new Map<string, Blob>()
  const store: ResultsStore = {
    url: '',
    entries: [],
    artifacts: [],
    blobs,
    now,
    nextId: () => ++last,
    newBlob: (contentType) => {
      const blob = { id: randomUUID(), bytes: Buffer.alloc(0), contentType, blocks: new Map() }
      blobs.set(blob.id, blob)
      return blob
    },
    addressOf: (blob) => `${store.url}/devstoreaccount1/results/${blob.id}?sig=${blob.id.slice(0, 8)}`,
  }
  return store
}
