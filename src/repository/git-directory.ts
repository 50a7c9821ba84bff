import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitOptions, runGit } from './git.ts'

/**
 * Lets git look at a folder that is in no repository, as if it were one in which nothing is added yet: with an empty git directory of our own
 * that is gone afterwards. So `.gitignore` and `.gitattributes` mean there what they mean everywhere, and the folder stays as it is.
 */
export async function withGitDirectory<T>(root: string, use: (options: GitOptions) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'nehemvix-plain-'))
  try {
    await runGit(folder, ['init', '--quiet', '--template='])
    return await use({ environment: { GIT_DIR: join(folder, '.git'), GIT_WORK_TREE: root } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
