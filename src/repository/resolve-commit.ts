import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { Refusal } from '../refusal.ts'
import { GitFailure, runGit } from './git.ts'
import { quoteForShell, refuseBare, refuseGitFailure } from './refuse-git-failure.ts'

/**
 * The absolute path, without symbolic links, of the top folder of the work tree that `directory` is in.
 * Throws a Refusal where there is no such folder, no repository, a bare one, or one of another user.
 */
export async function findRoot(directory: string): Promise<string> {
  const start = resolve(directory)
  const isFolder = await stat(start).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new Refusal(`There is no folder ${start}.`, 'nehemvix run DIR, where DIR is a folder of a Git repository')
  let answer: string
  try {
    answer = (await runGit(start, ['rev-parse', '--is-bare-repository', '--show-toplevel'])).toString('utf8')
  } catch (error) {
    throw refuseGitFailure(error, start)
  }
  if (answer.startsWith('true\n')) throw refuseBare(start)
  const root = await realpath(answer.slice('false\n'.length, -1))
  // `core.worktree` in a repository that came as an archive could point anywhere, the home folder included.
  const below = relative(root, await realpath(start))
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw new Refusal(
      `The repository at ${start} names another folder as its work tree (${root}).`,
      'git config --unset core.worktree',
    )
  }
  return root
}

/** The full id of the commit that `ref` names. Throws a Refusal where it names none. */
export async function resolveCommit(root: string, ref: string): Promise<string> {
  // git allows no ref that begins with `-`; asking for one would be read as an option.
  if (ref !== '' && !ref.startsWith('-') && !ref.includes('\0')) {
    try {
      return (await runGit(root, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])).toString('utf8').trim()
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error
    }
  }
  if (ref === 'HEAD') {
    throw new Refusal(
      `The repository ${root} has no commit yet.`,
      'git add --all && git commit -m "First commit", or nehemvix run --worktree',
    )
  }
  if (await isShallow(root)) {
    throw new Refusal(`The commit ${ref} is not in this shallow clone.`, 'git fetch --unshallow --tags')
  }
  throw new Refusal(`There is no commit ${JSON.stringify(ref)} in ${root}.`, `git -C ${quoteForShell(root)} branch --all --list`)
}

async function isShallow(root: string): Promise<boolean> {
  return (await runGit(root, ['rev-parse', '--is-shallow-repository'])).toString('utf8').trim() === 'true'
}
