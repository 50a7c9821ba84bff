// The Actions cache, version 2: entries are immutable, keys match as prefixes, the newest hit wins, the job's own ref comes before the default branch.
import type { Outgoing } from '../loopback.ts'
import type { CacheEntry, ResultsStore } from './store.ts'
import type { JobToken } from './tokens.ts'

/** Protobuf's JSON, with the names of the .proto file, as the client sends it. */
export interface Message {
  readonly key?: string
  readonly version?: string
  readonly restore_keys?: readonly string[]
  readonly size_bytes?: string
  readonly name?: string
  readonly hash?: { value: string } | string
  readonly mime_type?: { value: string } | string
  readonly workflow_run_backend_id?: string
  readonly name_filter?: { value: string } | string
  readonly id_filter?: { value: string } | string
}

export type Rpc = (store: ResultsStore, token: JobToken, message: Message) => Outgoing

const isSame = ({ key, version }: Message, entry: CacheEntry): boolean => entry.key === key && entry.version === version

const ok = (body: object): Outgoing => ({ status: 200, body: { ok: true, ...body } })

const create: Rpc = (store, { scopes }, message) => {
  const [own] = scopes
  if (!own?.mayWrite) {
    return { status: 200, body: { ok: false, message: 'cache write denied: the token of this run may only read the cache' } }
  }
  if (store.entries.some((entry) => isSame(message, entry) && entry.scope === own.ref)) {
    return {
      status: 409,
      body: { code: 'already_exists', msg: 'cache entry with the same key, version, and scope already exists' },
    }
  }
  const { key = '', version = '' } = message
  const [blob, now] = [store.newBlob('application/octet-stream'), store.now()]
  store.entries.push({
    id: store.nextId(),
    key,
    version,
    scope: own.ref,
    blob,
    createdAt: now,
    lastAccessedAt: now,
    isFinal: false,
  })
  return ok({ signed_upload_url: store.addressOf(blob) })
}

const finalize: Rpc = (store, { scopes }, message) => {
  const entry = store.entries.find((one) => isSame(message, one) && one.scope === scopes[0]?.ref && !one.isFinal)
  if (!entry) return { status: 404, body: { code: 'not_found', msg: 'no reserved cache entry' } }
  if (String(entry.blob.bytes.length) !== message.size_bytes) {
    return { status: 200, body: { ok: false, message: `uploaded ${entry.blob.bytes.length} bytes, not ${message.size_bytes}` } }
  }
  entry.isFinal = true
  return ok({ entry_id: String(entry.id) })
}

const find: Rpc = (store, { scopes }, message) => {
  const entry = lookUp(
    store,
    scopes.map(({ ref }) => ref),
    message,
  )
  if (!entry) return { status: 200, body: { ok: false, signed_download_url: '', matched_key: '' } }
  entry.lastAccessedAt = store.now()
  return ok({ signed_download_url: store.addressOf(entry.blob), matched_key: entry.key })
}

function lookUp(store: ResultsStore, scopes: readonly string[], message: Message): CacheEntry | null {
  const { key = '', restore_keys: restoreKeys = [], version } = message
  for (const scope of scopes) {
    const mine = store.entries.filter((entry) => entry.isFinal && entry.scope === scope && entry.version === version)
    const newestFirst = mine.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
    const exact = newestFirst.find((entry) => entry.key === key)
    const hit =
      exact ?? [key, ...restoreKeys].map((prefix) => newestFirst.find((entry) => entry.key.startsWith(prefix))).find(Boolean)
    if (hit) return hit
  }
  return null
}

export const cacheService: Readonly<Record<string, Rpc>> = {
  CreateCacheEntry: create,
  FinalizeCacheEntryUpload: finalize,
  GetCacheEntryDownloadURL: find,
}
