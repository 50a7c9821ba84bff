import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitOptions, runGit } from './git.ts'

/** What `.gitattributes` says of a file; null where it says nothing. */
export interface LinguistAttributes {
  readonly isGenerated: boolean | null
  readonly isVendored: boolean | null
}

const NOTHING_SAID: LinguistAttributes = { isGenerated: null, isVendored: null }

/**
 * The linguist attributes of each path that has one, at the commit or (`commit` null) in the work tree.
 * `git check-attr --source` needs git 2.40; an index in a temporary folder does the same on every version,
 * and leaves a read-only repository alone.
 */
export async function readAttributes(
  root: string,
  commit: string | null,
  paths: readonly string[],
  options: GitOptions = {},
): Promise<(path: string) => LinguistAttributes> {
  if (!paths.some((path) => path === '.gitattributes' || path.endsWith('/.gitattributes'))) return () => NOTHING_SAID
  const answers = new Map<string, LinguistAttributes>()
  const words = commit === null ? await askWorktree(root, paths, options) : await askCommit(root, commit, paths)
  for (let i = 0; i + 2 < words.length; i += 3) {
    const [path = '', attribute, value] = [words[i], words[i + 1], words[i + 2]]
    const verdict = value === 'set' || value === 'true' ? true : value === 'unset' || value === 'false' ? false : null
    if (verdict === null) continue
    const before = answers.get(path) ?? NOTHING_SAID
    answers.set(
      path,
      attribute === 'linguist-vendored' ? { ...before, isVendored: verdict } : { ...before, isGenerated: verdict },
    )
  }
  return (path) => answers.get(path) ?? NOTHING_SAID
}

const QUESTION = ['--stdin', '-z', 'linguist-generated', 'linguist-vendored']

async function askWorktree(root: string, paths: readonly string[], options: GitOptions): Promise<string[]> {
  return split(await runGit(root, ['check-attr', ...QUESTION], { ...options, input: joined(paths) }))
}

async function askCommit(root: string, commit: string, paths: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'nehemvix-index-'))
  try {
    const environment = { GIT_INDEX_FILE: join(folder, 'index') }
    await runGit(root, ['read-tree', commit], { environment })
    return split(await runGit(root, ['check-attr', '--cached', ...QUESTION], { environment, input: joined(paths) }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function joined(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('')
}

function split(answer: Buffer): string[] {
  return answer.toString('utf8').split('\0')
}
