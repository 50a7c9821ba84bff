// From a commit, a work tree or a plain folder to what is read of it and what is not.
import { Refusal } from '../refusal.ts'
import type { Root } from './find-root.ts'
import type { GitOptions } from './git.ts'
import { withGitDirectory } from './git-directory.ts'
import { type ListedFile, listCommit, listWorktree } from './list-files.ts'
import type { SourceRequest } from './open-source.ts'
import { ownFolderTest, ownSkipped } from './own-folders.ts'
import { type LinguistAttributes, readAttributes } from './read-attributes.ts'
import { redactPath } from './redact-secrets.ts'
import { type Content, selectFiles, type Watching } from './select-files.ts'
import { choicesByPath, type Selection, selectionKey } from './selection.ts'
import type { Globs } from './skip-rules.ts'
import type { SkippedFile } from './source.ts'

type Wanted = Pick<SourceRequest, 'include' | 'exclude' | 'ownFolders' | 'memory'> & {
  readonly root: Root
  /** null: the files as they lie. */
  readonly commit: string | null
  readonly globs: Globs
  readonly readListed: (file: ListedFile) => Promise<Content>
  readonly watching: Watching
}

/** The selection out of the memory where it is of this very commit, else a new one, which is noted. */
export async function selectOrRecall(wanted: Wanted): Promise<Selection> {
  const { commit, include = [], exclude = [], ownFolders = [], memory } = wanted
  if (commit === null || memory === undefined) return await select(wanted, new Map())
  const key = selectionKey(commit, { include, exclude, ownFolders })
  const last = memory.last()
  if (last?.key === key) return last
  const selection = await select(wanted, choicesByPath(last))
  memory.note({ key, ...selection })
  return selection
}

async function select(
  { root, commit, globs, readListed, watching, ownFolders = [] }: Wanted,
  known: ReturnType<typeof choicesByPath>,
): Promise<Selection> {
  const { listed, attributesOf } = await list(root, commit)
  const isOwn = ownFolderTest(ownFolders)
  const own = ownSkipped(listed.filter((file) => isOwn(file.path)))
  const ours = listed.filter((file) => !isOwn(file.path))
  // A path goes along with every prompt: a file with a secret in its name can't be read, and is listed without it.
  const paths = new Map(ours.map((file) => [file, redactPath(file.path)]))
  const hidden = ours.flatMap((file): SkippedFile[] => {
    const path = paths.get(file) as string
    return path === file.path ? [] : [{ path, reason: 'unreadable', detail: 'a secret stands in its name' }]
  })
  const shown = hidden.length === 0 ? ours : ours.filter((file) => paths.get(file) === file.path)
  const { choices, skipped } = await selectFiles(shown, attributesOf, globs, readListed, known, watching)
  return { choices, skipped: [...skipped, ...hidden, ...own].sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

interface Listing {
  readonly listed: readonly ListedFile[]
  readonly attributesOf: (path: string) => LinguistAttributes
}

async function list(root: Root, commit: string | null): Promise<Listing> {
  if (!root.isRepository) return await listPlain(root.path)
  const listed = commit === null ? await listWorktree(root.path) : await listCommit(root.path, commit)
  return { listed, attributesOf: await readAttributes(root.path, commit, pathsOf(listed)) }
}

async function listPlain(root: string): Promise<Listing> {
  return await withGitDirectory(root, async (options: GitOptions) => {
    const listed = await listWorktree(root, options)
    if (listed.length === 0) {
      throw new Refusal(`${root} is not in a Git repository, and there is no file in it to read.`, 'nehemvix run DIR')
    }
    return { listed, attributesOf: await readAttributes(root, null, pathsOf(listed), options) }
  })
}

function pathsOf(listed: readonly ListedFile[]): string[] {
  return listed.filter((file) => file.kind === 'file').map((file) => file.path)
}
