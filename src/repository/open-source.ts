import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { Refusal } from '../refusal.ts'
import { BlobReader } from './blob-reader.ts'
import { compileGlobs } from './compile-globs.ts'
import { decodeText } from './decode-text.ts'
import { runGit } from './git.ts'
import { type ListedFile, listCommit, listWorktree } from './list-files.ts'
import { readAttributes } from './read-attributes.ts'
import { hashBlob, type ObjectFormat, readWorktreeFile } from './read-worktree-file.ts'
import { redactPath, redactSecrets } from './redact-secrets.ts'
import { refuseGitFailure } from './refuse-git-failure.ts'
import { readRemote } from './remote.ts'
import { findRoot, resolveCommit } from './resolve-commit.ts'
import { type Content, selectFiles } from './select-files.ts'
import type { SkippedFile, Source, SourceFile, SourceText } from './source.ts'
import { TextCache } from './text-cache.ts'

export { findRoot } from './resolve-commit.ts'

export interface SourceRequest {
  /** A folder of the repository, not necessarily its top. */
  readonly directory: string
  readonly ref?: string
  /** The files as they lie, instead of a commit. */
  readonly worktree?: boolean
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** Folders of ours, relative to the root: the guide's, the state's. Never input, and not even listed as skipped. */
  readonly ownFolders?: readonly string[]
}

const CACHED_CHARACTERS = 32_000_000

/**
 * The files of a commit (or of the work tree) and what is not read of it. Throws a Refusal for whatever a person can
 * mend: no git, no repository, no commit, no such ref, a glob out of bounds. `close()` ends the process behind it.
 */
export async function openSource(request: SourceRequest): Promise<Source> {
  const { directory, ref = 'HEAD', worktree = false, include = [], exclude = [], ownFolders = [] } = request
  const globs = compileGlobs(include, exclude)
  const root = await findRoot(directory)
  const blobs = new BlobReader(root)
  try {
    const commit = worktree ? null : await resolveCommit(root, ref)
    const [format, remote, everything] = await Promise.all([
      readObjectFormat(root),
      readRemote(root),
      commit === null ? listWorktree(root) : listCommit(root, commit),
    ])
    const isOwn = ownFolderTest(ownFolders)
    const ours = everything.filter((file) => !isOwn(file.path))
    // A path goes along with every prompt: a file with a secret in its name can't be read, and is listed without it.
    const listed = ours.filter((file) => redactPath(file.path) === file.path)
    const hidden = ours
      .filter((file) => redactPath(file.path) !== file.path)
      .map((file): SkippedFile => ({ path: redactPath(file.path), reason: 'unreadable', detail: 'a secret stands in its name' }))
    const named = everything.filter((file) => file.kind === 'file').map((file) => file.path)
    const attributesOf = await readAttributes(root, commit, named)
    const readBytes =
      commit === null
        ? (file: SourceFile) => readWorktreeFile(root, file.path)
        : (file: SourceFile) => blobs.read(file.contentHash)
    const readContent = async (file: ListedFile): Promise<Content> => {
      const bytes = await readBytes({ ...file, contentHash: file.contentHash ?? '' })
      return { bytes, contentHash: file.contentHash ?? hashBlob(bytes, format) }
    }
    const selected = await selectFiles(listed, attributesOf, globs, readContent)
    const { files } = selected
    const skipped = [...selected.skipped, ...hidden]
    const cache = new TextCache(CACHED_CHARACTERS)
    return {
      root,
      name: remote.name ?? basename(root),
      commit: commit ?? `worktree-${hashList([...files, ...skipped])}`,
      isWorktree: worktree,
      webUrl: remote.webUrl,
      files,
      skipped,
      readText: async (file) => {
        const key = `${file.contentHash} ${file.path}`
        const cached = cache.get(key)
        if (cached) return cached
        const bytes = await readBytes(file).catch((error: unknown) => (commit === null ? null : Promise.reject(error)))
        if (bytes === null || (commit === null && hashBlob(bytes, format) !== file.contentHash)) throw refuseChanged(file)
        const text: SourceText = await redactSecrets(file.path, decodeText(bytes))
        cache.set(key, text)
        return text
      },
      close: () => blobs.close(),
    }
  } catch (error) {
    blobs.close()
    throw refuseGitFailure(error, root)
  }
}

function refuseChanged(file: SourceFile): Refusal {
  return new Refusal(`${JSON.stringify(file.path)} changed while the files were being read.`, 'nehemvix run --worktree')
}

async function readObjectFormat(root: string): Promise<ObjectFormat> {
  const format = (await runGit(root, ['rev-parse', '--show-object-format'])).toString('utf8').trim()
  return format === 'sha256' ? 'sha256' : 'sha1'
}

/** A folder that is the whole repository is no folder of ours: everything would be gone. */
function ownFolderTest(folders: readonly string[]): (path: string) => boolean {
  const own = folders
    .map((folder) => folder.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, ''))
    .filter((folder) => folder !== '' && folder !== '.')
  return (path) => own.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/** Of what is read the contents count, of what is skipped the path, the reason and (in its detail) the size. */
function hashList(entries: readonly object[]): string {
  return createHash('sha256')
    .update(entries.map((entry) => JSON.stringify(entry)).join('\n'))
    .digest('hex')
    .slice(0, 40)
}
