// The saved state, in and out: the Actions cache first, an artifact second. A miss, a denial and a failure are told apart, and what comes
// back is checked against the record before anybody opens it.
import { lstat, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { DefaultArtifactClient } from '@actions/artifact'
import { restoreCache, saveCache } from '@actions/cache'
import { warning } from '@actions/core'
import { type GitHub, messageOf, type Repository, statusOf } from '../github/client.ts'
import type { Snapshot } from '../github/state-record.ts'
import { Refusal } from '../refusal.ts'
import { sha256Of } from '../store/snapshot.ts'
import { unpackingOnly } from './one-member-tar.ts'

/** The spelling of the path is part of an entry's version: it must be the same on every runner, and so relative to the workspace, where the
 * process stands (`main.ts` sees to that). */
const SNAPSHOT = '.nehemvix/snapshot/nehemvix.db'
/** Entries serve runners of every system. */
const CROSS_SYSTEM = true
/** The cache forgets what nobody read for so long; an artifact by the repository's own setting, 90 days as a rule. */
export const CACHE_DAYS = 7

export interface Carrier {
  readonly github: GitHub
  readonly repository: Repository
  readonly repositoryId: number
  readonly runId: number
  readonly attempt: number
  /** Names of what the one has begun to save are not to be had for the other. */
  readonly step: 'main' | 'post'
  readonly token: string
  readonly workspace: string
}

export const snapshotFile = (workspace: string): string => resolve(workspace, SNAPSHOT)

export type Fetched =
  | { readonly kind: 'found'; readonly file: string; readonly from: 'cache' | 'artifact' }
  /** Both homes say that it is not there, or hold something else. */
  | { readonly kind: 'lost'; readonly why: string }
  /** It is there, or may be, and can't be had now: trying again later may help. */
  | { readonly kind: 'denied'; readonly why: string }

/** Brings the snapshot that the record names. Whatever lies at its place before is somebody else's, and goes. */
export async function fetchSnapshot(carrier: Carrier, snapshot: Snapshot): Promise<Fetched> {
  const file = snapshotFile(carrier.workspace)
  const whys: string[] = []
  let mayBeThere = false
  for (const [from, bring] of [
    ['cache', fromCache],
    ['artifact', fromArtifact],
  ] as const) {
    await clearSnapshot(carrier.workspace)
    const answer = await bring(carrier, snapshot)
    if (answer.kind === 'here') {
      const found = await lstat(file).catch(() => null)
      if (found?.isFile() && (await sha256Of(file)) === snapshot.sha256) return { kind: 'found', file, from }
      const why = `the ${from} holds another file than the one that was saved (its SHA-256 differs)`
      warning(`State: ${why}. It was not opened. If nobody tampers with the ${from} of this repository, that is worth a look.`)
      whys.push(why)
    } else {
      whys.push(answer.why)
      mayBeThere ||= answer.kind === 'denied'
    }
  }
  await clearSnapshot(carrier.workspace)
  return { kind: mayBeThere ? 'denied' : 'lost', why: whys.join('; ') }
}

/** Folders and files of the repository's own stay. */
async function clearSnapshot(workspace: string): Promise<void> {
  const file = snapshotFile(workspace)
  await rm(file, { force: true })
  await rmdir(dirname(file)).catch(() => undefined)
  await rmdir(join(workspace, '.nehemvix')).catch(() => undefined)
}

/** The state passes through folders of this name: a file, or a link to elsewhere, in their place would lead it astray. Throws Refusal. */
export async function refuseForeignPlace(workspace: string): Promise<void> {
  const folder = dirname(snapshotFile(workspace))
  for (const place of [dirname(folder), folder]) {
    const found = await lstat(place).catch(() => null)
    if (found === null || found.isDirectory()) continue
    const name = relative(workspace, place)
    throw new Refusal(
      `The repository has a ${found.isSymbolicLink() ? 'link' : 'file'} ${name}, where Nehemvix puts its state on the way. Nothing was done.`,
      `remove ${name} from the repository`,
    )
  }
}

type Brought = { readonly kind: 'here' } | { readonly kind: 'missing' | 'denied'; readonly why: string }

async function fromCache(carrier: Carrier, { cacheKey }: Snapshot): Promise<Brought> {
  if (cacheKey === null) return { kind: 'missing', why: 'the cache never took it' }
  // The key is also taken for a prefix, and an archive may write where it wants to: only the very entry is unpacked.
  const found = await askCache(cacheKey, { lookupOnly: true })
  if (found instanceof Error) return { kind: 'denied', why: `the cache can't be read (${found.message})` }
  if (found === cacheKey) {
    const restored = await unpackingOnly(SNAPSHOT, () => askCache(cacheKey, {}))
    return restored === cacheKey ? { kind: 'here' } : { kind: 'missing', why: 'the cache hands out a damaged archive' }
  }
  // The client says nothing for a miss, a rate limit and a denial alike. The list of entries tells them apart.
  const listed = found === undefined ? await isListed(carrier, cacheKey) : false
  if (listed === false) return { kind: 'missing', why: 'the cache has evicted it' }
  const there = listed ? 'is there' : 'may be there'
  return {
    kind: 'denied',
    why: `the cache does not hand it out now, though it ${there} (a rate limit, or a cache that may not be read)`,
  }
}

const askCache = (key: string, options: { readonly lookupOnly?: boolean }): Promise<string | undefined | Error> =>
  restoreCache([SNAPSHOT], key, [], options, CROSS_SYSTEM).catch((error: Error) => error)

/** Whether the cache has an entry of that key; null: that can't be known. */
async function isListed({ github, repository }: Carrier, key: string): Promise<boolean | null> {
  try {
    const { data } = await github.rest.actions.getActionsCacheList({ ...repository, key, per_page: 100 })
    return data.actions_caches.some((entry) => entry.key === key)
  } catch {
    return null
  }
}

async function fromArtifact(carrier: Carrier, { artifact }: Snapshot): Promise<Brought> {
  if (artifact === null) return { kind: 'missing', why: 'no artifact of it was made' }
  const { owner: repositoryOwner, repo: repositoryName } = carrier.repository
  const findBy = { token: carrier.token, workflowRunId: artifact.runId, repositoryOwner, repositoryName }
  const client = new DefaultArtifactClient()
  try {
    const { artifact: found } = await client.getArtifact(artifact.name, { findBy })
    await client.downloadArtifact(found.id, { findBy, path: dirname(snapshotFile(carrier.workspace)) })
    return { kind: 'here' }
  } catch (error) {
    const isGone = (error as Error).name === 'ArtifactNotFoundError' || [404, 410].includes(statusOf(error) ?? 0)
    const why = `the artifact ${artifact.name} of run ${artifact.runId} ${isGone ? 'is gone' : `can't be read (${messageOf(error)})`}`
    return { kind: isGone ? 'missing' : 'denied', why }
  }
}

export type Sent =
  | { readonly kind: 'kept'; readonly cacheKey: string | null; readonly artifact: Snapshot['artifact'] }
  /** Neither home took it. */
  | { readonly kind: 'refused'; readonly why: string }

/** Saves the file at `snapshotFile` under a new key, and looks that it is there. The artifact is made where it is asked for, or the cache fails. */
export async function sendSnapshot(carrier: Carrier, sequence: number, withArtifact: boolean): Promise<Sent> {
  const key = `nehemvix-v1-${carrier.repositoryId}-${String(sequence).padStart(8, '0')}-${carrier.runId}-${carrier.attempt}`
  const cacheKey = (await toCache(key)) ? key : null
  const name = `nehemvix-state-${String(sequence).padStart(8, '0')}-${carrier.attempt}${carrier.step === 'post' ? '-post' : ''}`
  const sent = withArtifact || cacheKey === null ? await toArtifact(carrier, name) : null
  // Whatever the workflow does next must not commit it.
  await clearSnapshot(carrier.workspace)
  const isKept = cacheKey !== null || sent?.kind === 'kept'
  if (!isKept)
    return { kind: 'refused', why: `the cache did not take it (its warning stands above), nor did an artifact: ${sent?.why}` }
  return { kind: 'kept', cacheKey, artifact: sent?.kind === 'kept' ? sent.artifact : null }
}

async function toCache(key: string): Promise<boolean> {
  // -1 stands for "there already", a policy, a rate limit and a read-only mode alike; nothing is thrown.
  const saved = await saveCache([SNAPSHOT], key, {}, CROSS_SYSTEM).catch(() => -1)
  if (saved === -1) return false
  return (await askCache(key, { lookupOnly: true })) === key
}

type AsArtifact =
  | { readonly kind: 'kept'; readonly artifact: NonNullable<Snapshot['artifact']> }
  | { readonly kind: 'refused'; readonly why: string }

async function toArtifact(carrier: Carrier, name: string): Promise<AsArtifact> {
  const file = snapshotFile(carrier.workspace)
  try {
    const { id } = await new DefaultArtifactClient().uploadArtifact(name, [file], dirname(file))
    if (id === undefined) return { kind: 'refused', why: 'it was given no number' }
    return { kind: 'kept', artifact: { runId: carrier.runId, name } }
  } catch (error) {
    return { kind: 'refused', why: messageOf(error) }
  }
}

/** Removes what a newer, verified snapshot has replaced. Only keys that the record named are touched; failing does no harm. */
export async function forgetSnapshot({ github, repository }: Carrier, { cacheKey }: Snapshot): Promise<void> {
  if (cacheKey === null) return
  await github.rest.actions.deleteActionsCacheByKey({ ...repository, key: cacheKey }).catch(() => undefined)
}
