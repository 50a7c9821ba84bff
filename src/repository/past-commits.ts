// What stood in commits that a guide was made from, as far as this clone still has them. Fetches nothing.
import { BlobReader, MissingContent } from './blob-reader.ts'
import { GitFailure, runGit } from './git.ts'
import { readContent } from './read-content.ts'
import { redactSecrets } from './redact-secrets.ts'
import { resolveCommit } from './resolve-commit.ts'

export interface PastCommits {
  /** The full id of HEAD; null before the first commit. */
  readonly head: string | null
  /** Each path of the commit with its blob id; null where the commit is not in this clone. */
  filesAt(commit: string): Promise<ReadonlyMap<string, string> | null>
  /** The text as `Source` would read it; null where it is not in this clone. */
  textAt(commit: string, path: string): Promise<string | null>
  /** Each path of the commit that has another name at HEAD, with that name. */
  renamesSince(commit: string): Promise<ReadonlyMap<string, string>>
  close(): void
}

/** `commit` must be a full id. */
export async function openPastCommits(root: string): Promise<PastCommits> {
  const blobs = new BlobReader(root)
  const head = await resolveCommit(root, 'HEAD').catch(() => null)
  const filesAt = remember((commit) => listFiles(root, commit))
  return {
    head,
    filesAt,
    textAt: async (commit, path) => {
      const id = (await filesAt(commit))?.get(path)
      const bytes = id === undefined ? null : await blobs.read(id).catch(unlessMissing)
      return bytes === null ? null : (await redactSecrets(path, readContent(path, bytes))).text
    },
    renamesSince: remember((commit) => listRenames(root, commit, head)),
    close: () => blobs.close(),
  }
}

/** In a folder that is no repository nothing is past. */
export const NO_PAST: PastCommits = {
  head: null,
  filesAt: async () => null,
  textAt: async () => null,
  renamesSince: async () => new Map(),
  close: () => undefined,
}

async function listFiles(root: string, commit: string): Promise<ReadonlyMap<string, string> | null> {
  const listing = await runGit(root, ['ls-tree', '-r', '-z', '--full-tree', `${commit}^{commit}`]).catch(unlessFailed)
  if (listing === null) return null
  const records = listing.toString('utf8').split('\0').filter(Boolean)
  return new Map(
    records.map((record) => {
      const tab = record.indexOf('\t')
      return [record.slice(tab + 1), record.slice(0, tab).split(' ')[2] ?? '']
    }),
  )
}

async function listRenames(root: string, commit: string, head: string | null): Promise<ReadonlyMap<string, string>> {
  if (head === null) return new Map()
  const how = ['-r', '-z', '-M', '--diff-filter=R', '--name-status', '--no-ext-diff', '--no-textconv']
  const listing = await runGit(root, ['diff-tree', ...how, commit, head]).catch(unlessFailed)
  const words = listing?.toString('utf8').split('\0') ?? []
  // `R<likeness>`, the old path, the new one.
  return new Map(words.flatMap((word, at) => (at % 3 === 0 && word !== '' ? [[words[at + 1] ?? '', words[at + 2] ?? '']] : [])))
}

function remember<T>(ask: (commit: string) => Promise<T>): (commit: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (commit) => {
    const answer = known.get(commit) ?? ask(commit)
    known.set(commit, answer)
    return answer
  }
}

/** A commit that is not here, or whose files were never fetched. */
function unlessFailed(error: unknown): null {
  if (error instanceof GitFailure) return null
  throw error
}

function unlessMissing(error: unknown): null {
  if (error instanceof MissingContent) return null
  throw error
}
