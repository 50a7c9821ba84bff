import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { Refusal } from '../refusal.ts'
import { BlobReader, MissingContent } from './blob-reader.ts'
import { compileGlobs } from './compile-globs.ts'
import { locateRoot, type Root } from './find-root.ts'
import { runGit } from './git.ts'
import type { ListedFile } from './list-files.ts'
import { readContent } from './read-content.ts'
import { hashBlob, type ObjectFormat, readWorktreeFile } from './read-worktree-file.ts'
import { redactTexts } from './redact-secrets.ts'
import { refuseGitFailure, refusePartial } from './refuse-git-failure.ts'
import { readRemote } from './remote.ts'
import { resolveCommit } from './resolve-commit.ts'
import type { ChosenFile, Content, Watching } from './select-files.ts'
import { selectOrRecall } from './select-or-recall.ts'
import { filesOfSelection, type SelectionMemory } from './selection.ts'
import type { ReadText, Source, SourceFile, SourceText } from './source.ts'
import { TextCache } from './text-cache.ts'

export { findRoot } from './find-root.ts'

export interface SourceRequest {
  /** A folder of the repository, not necessarily its top; or a folder that is in none. */
  readonly directory: string
  readonly ref?: string
  /** The files as they lie, instead of a commit. */
  readonly worktree?: boolean
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** Folders of ours, relative to the root: the guide's, the state's. Never input; listed as skipped only where they are committed. */
  readonly ownFolders?: readonly string[]
  /** What was decided for the commit before: what it knows is not read, and the same commit is not even listed. */
  readonly memory?: SelectionMemory
  /** Given the texts that are looked at for the first time, group by group, so that they need not be read twice. */
  readonly reader?: TextReader | null
  /** Told how far it is, where files must be looked into. */
  readonly onLooked?: Watching['onLooked']
}

export interface TextReader {
  /** Whether files of such a path are looked at before all others. */
  readonly goesFirst: (path: string) => boolean
  /** Resolves when more may come. */
  readonly take: (read: readonly ReadText[]) => Promise<void>
}

const CACHED_CHARACTERS = 8_000_000

/**
 * The files of a commit (or of the work tree, or of a plain folder) and what is not read of it. Throws a Refusal for whatever a person can
 * mend: no git, no commit, no such ref, a glob out of bounds. `close()` ends the process behind it.
 */
export async function openSource(request: SourceRequest): Promise<Source> {
  const { directory, include = [], exclude = [] } = request
  const globs = compileGlobs(include, exclude)
  const root = await locateRoot(directory)
  const blobs = new BlobReader(root.path)
  try {
    const { commit, format, remote } = await identify(root, request)
    const readBytes =
      commit === null
        ? (file: SourceFile) => readWorktreeFile(root.path, file.path)
        : (file: SourceFile) => blobs.read(file.contentHash)
    const readListed = async (file: ListedFile): Promise<Content> => {
      const bytes = await readBytes({ ...file, contentHash: file.contentHash ?? '' }).catch((error: unknown) => {
        throw error instanceof MissingContent ? missingFile(file.path, error) : error
      })
      return { bytes, contentHash: file.contentHash ?? hashBlob(bytes, format) }
    }
    const { reader, onLooked } = request
    const goesFirst = reader?.goesFirst
    const onChosen = reader ? async (chosen: readonly ChosenFile[]) => await reader.take(await textsOf(chosen)) : undefined
    const selection = await selectOrRecall({
      root,
      commit,
      globs,
      readListed,
      ...request,
      watching: { goesFirst, onChosen, onLooked },
    })
    const { skipped } = selection
    const files = filesOfSelection(selection)
    const cache = new TextCache(CACHED_CHARACTERS)
    const readFresh = async (file: SourceFile): Promise<{ path: string; text: string }> => {
      const bytes = await readBytes(file).catch(async (error: unknown) => {
        if (commit === null) return null
        if (!(error instanceof MissingContent)) throw error
        throw (await isPartialClone(root.path)) ? refusePartial(root.path) : missingFile(file.path, error)
      })
      if (bytes === null || (commit === null && hashBlob(bytes, format) !== file.contentHash)) throw refuseChanged(file)
      return { path: file.path, text: readContent(file.path, bytes) }
    }
    const readTexts = async (wanted: readonly SourceFile[]): Promise<SourceText[]> => {
      const texts = wanted.map((file) => cache.get(`${file.contentHash} ${file.path}`))
      const fresh = wanted.filter((_, index) => texts[index] === undefined)
      const redacted = await redactTexts(await Promise.all(fresh.map(readFresh)))
      for (const [index, file] of fresh.entries()) cache.set(`${file.contentHash} ${file.path}`, redacted[index] as SourceText)
      let next = 0
      return texts.map((text) => text ?? (redacted[next++] as SourceText))
    }
    return {
      root: root.path,
      name: remote.name ?? basename(root.path),
      commit: commit ?? `worktree-${hashList([...files.map(identityOf), ...skipped])}`,
      isWorktree: commit === null,
      webUrl: remote.webUrl,
      files,
      skipped,
      notices: root.isRepository ? [] : [noticePlain(root.path)],
      readText: async (file) => (await readTexts([file]))[0] as SourceText,
      readTexts,
      rest: () => blobs.rest(),
      close: () => blobs.close(),
    }
  } catch (error) {
    blobs.close()
    if (error instanceof MissingContent && (await isPartialClone(root.path))) throw refusePartial(root.path)
    throw refuseGitFailure(error, root.path)
  }
}

interface Identity {
  /** null: the files as they lie. */
  readonly commit: string | null
  readonly format: ObjectFormat
  readonly remote: { readonly webUrl: string | null; readonly name: string | null }
}

async function identify(root: Root, { ref = 'HEAD', worktree = false }: SourceRequest): Promise<Identity> {
  if (!root.isRepository) {
    if (ref === 'HEAD') return { commit: null, format: 'sha1', remote: { webUrl: null, name: null } }
    throw new Refusal(`${root.path} is not in a Git repository: it has no commit ${JSON.stringify(ref)}.`, 'nehemvix run DIR')
  }
  const commit = worktree ? null : await resolveCommit(root.path, ref)
  const [format, remote] = await Promise.all([readObjectFormat(root.path), readRemote(root.path)])
  return { commit, format, remote }
}

async function textsOf(chosen: readonly ChosenFile[]): Promise<ReadText[]> {
  const texts = await redactTexts(chosen.map(({ file, bytes }) => ({ path: file.path, text: readContent(file.path, bytes) })))
  return chosen.map(({ file }, index) => ({ file, text: texts[index] as SourceText }))
}

function noticePlain(root: string): string {
  return `${root} is not in a Git repository: its files are read as they lie, without those that a .gitignore names.`
}

function missingFile(path: string, error: MissingContent): MissingContent {
  return new MissingContent(`${JSON.stringify(path)} can't be read. ${error.message}`, error.next)
}

function refuseChanged(file: SourceFile): Refusal {
  return new Refusal(`${JSON.stringify(file.path)} changed while the files were being read.`, 'nehemvix run --worktree')
}

async function readObjectFormat(root: string): Promise<ObjectFormat> {
  const format = (await runGit(root, ['rev-parse', '--show-object-format'])).toString('utf8').trim()
  return format === 'sha256' ? 'sha256' : 'sha1'
}

async function isPartialClone(root: string): Promise<boolean> {
  const settings = '^(extensions.partialclone|remote..*.(promisor|partialclonefilter))$'
  return await runGit(root, ['config', '--get-regexp', settings]).then(
    () => true,
    () => false,
  )
}

function identityOf({ path, contentHash, sizeBytes }: SourceFile): SourceFile {
  return { path, contentHash, sizeBytes }
}

/** Of what is read the contents count, of what is skipped the path, the reason and (in its detail) the size. */
function hashList(entries: readonly object[]): string {
  return createHash('sha256')
    .update(entries.map((entry) => JSON.stringify(entry)).join('\n'))
    .digest('hex')
    .slice(0, 40)
}
