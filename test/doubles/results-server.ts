// A stand-in for the service behind @actions/cache (version 2) and @actions/artifact, on loopback.
//
//   const results = await startResultsServer()
//   …  ACTIONS_RESULTS_URL=results.url  ACTIONS_RUNTIME_TOKEN=results.tokenFor({ runId: 7 })  ACTIONS_CACHE_SERVICE_V2=1
//   results.fault({ path: /CreateCacheEntry/, what: DENIED })
import {
  answerOrFail,
  type Fault,
  type Hold,
  type Incoming,
  listen,
  type Misfortune,
  newFaults,
  type Outgoing,
} from './loopback.ts'
import { artifactService } from './results/artifact-service.ts'
import { BLOB_PATH, serveBlob } from './results/blobs.ts'
import { cacheService } from './results/cache-service.ts'
import { type CacheEntry, newStore, type ResultsStore, type StoredArtifact } from './results/store.ts'
import { makeJobToken, readJobToken, type Scope } from './results/tokens.ts'

export type { CacheEntry, StoredArtifact } from './results/store.ts'

/** Saving is denied by policy: `saveCache` gives -1 and a warning. */
export const DENIED: Misfortune = { status: 200, body: { ok: false, message: 'cache write denied: the token may only read' } }
/** Somebody else has the key: `saveCache` gives -1 and says so as information only. */
export const ALREADY_THERE: Misfortune = {
  status: 409,
  body: { code: 'already_exists', msg: 'cache entry with the same key, version, and scope already exists' },
}
/** `restoreCache` gives undefined, as if there were no entry. */
export const RATE_LIMITED: Misfortune = {
  status: 429,
  headers: { 'retry-after': '60' },
  body: { code: 'resource_exhausted', msg: 'rate limit exceeded' },
}

export interface ResultsServer {
  readonly url: string
  /** Entries and artifacts as they are, to be looked at and handed to the stand-in of GitHub. */
  readonly store: ResultsStore
  /** `POST CreateCacheEntry`, `PUT blob` and so on, in the order they came, with the status of the answer (0: cut). */
  readonly log: { readonly what: string; readonly key: string | null; status: number }[]
  /** ACTIONS_RUNTIME_TOKEN of a job. Without scopes it reads and writes those of the default branch `refs/heads/main`. */
  tokenFor(job: { runId: number; job?: string; scopes?: readonly Scope[] }): string
  /** Paths are `/twirp/github.actions.results.api.v1.CacheService/CreateCacheEntry` and so on, and those of blobs. */
  fault(fault: Fault): void
  /** The next request that matches waits until it is released: the moment to kill whoever sent it. */
  hold(match: Pick<Fault, 'method' | 'path' | 'after'>): Hold
  entries(prefix?: string): CacheEntry[]
  artifacts(name?: string): StoredArtifact[]
  /** Gone, as after 7 days or above the repository's limit. Gives their number. */
  evict(prefix?: string): number
  /** Entries of other workflows, final, with a few bytes each. */
  addForeign(keys: readonly string[], scope?: string): void
  /** A copy of an entry under another key, newer than all: what whoever may write the cache can forge. */
  forge(from: CacheEntry, key: string, bytes?: Buffer): CacheEntry
  /** Flips bytes in the middle of everything that these entries or artifacts hold. */
  damage(stored: readonly { readonly blob: { bytes: Buffer } }[]): void
  deleteArtifacts(name?: string): number
  /** Makes time pass for what is created from now on. */
  advance(milliseconds: number): void
  stop(): Promise<void>
}

export async function startResultsServer(): Promise<ResultsServer> {
  let passed = 0
  const store = newStore(() => new Date(Date.now() + passed))
  const faults = newFaults()
  const log: ResultsServer['log'] = []
  const listening = await listen(async (incoming, response) => {
    const entry = { what: `${incoming.method} ${nameOf(incoming)}`, key: keyOf(incoming), status: 0 }
    log.push(entry)
    entry.status = await answerOrFail(faults, incoming, response, () => serve(store, incoming))
  })
  store.url = listening.url
  const entries = (prefix = '') => store.entries.filter(({ key, isFinal }) => isFinal && key.startsWith(prefix))
  const artifacts = (name?: string) => store.artifacts.filter((one) => one.isFinal && (name === undefined || one.name === name))
  const add = (like: Pick<CacheEntry, 'key' | 'version' | 'scope'>, bytes: Buffer): CacheEntry => {
    const blob = store.newBlob('application/octet-stream')
    blob.bytes = bytes
    const made = { ...like, id: store.nextId(), blob, createdAt: store.now(), lastAccessedAt: store.now(), isFinal: true }
    store.entries.push(made)
    return made
  }
  return {
    url: listening.url,
    store,
    log,
    tokenFor: ({ runId, job = 'job', scopes = [{ ref: 'refs/heads/main', mayWrite: true }] }) =>
      makeJobToken({ runId, job, scopes }),
    fault: faults.add,
    hold: faults.hold,
    entries,
    artifacts,
    evict: (prefix = '') => {
      const gone = new Set(entries(prefix))
      store.entries = store.entries.filter((entry) => !gone.has(entry))
      return gone.size
    },
    addForeign: (keys, scope = 'refs/heads/main') => {
      for (const key of keys) add({ key, version: 'f'.repeat(64), scope }, Buffer.from(key))
    },
    forge: (from, key, bytes = from.blob.bytes) => add({ ...from, key }, bytes),
    damage: (stored) => {
      for (const { blob } of stored) {
        const at = Math.floor(blob.bytes.length / 2)
        blob.bytes = Buffer.from(blob.bytes.map((byte, index) => (index >= at && index < at + 16 ? byte ^ 0xff : byte)))
      }
    },
    deleteArtifacts: (name) => {
      const gone = new Set(artifacts(name))
      store.artifacts = store.artifacts.filter((artifact) => !gone.has(artifact))
      return gone.size
    },
    advance: (milliseconds) => {
      passed += milliseconds
    },
    stop: listening.stop,
  }
}

const nameOf = ({ path }: Incoming): string => (BLOB_PATH.test(path) ? 'blob' : (path.split('/').at(-1) ?? ''))

function keyOf({ path, body }: Incoming): string | null {
  if (BLOB_PATH.test(path)) return null
  const message = JSON.parse(body.toString() || '{}')
  return message.key ?? message.name ?? null
}

function serve(store: ResultsStore, incoming: Incoming): Outgoing {
  if (BLOB_PATH.test(incoming.path)) return serveBlob(store, incoming)
  const token = readJobToken(incoming.headers.authorization)
  if (!token) return { status: 401, body: { code: 'unauthenticated', msg: 'no token of a job' } }
  const rpc = { ...cacheService, ...artifactService }[nameOf(incoming)]
  if (!rpc) return { status: 404, body: { code: 'bad_route', msg: incoming.path } }
  return rpc(store, token, JSON.parse(incoming.body.toString()))
}
