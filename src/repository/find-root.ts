import { lstat, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Refusal } from '../refusal.ts'
import { GitFailure, runGit } from './git.ts'
import { quoteForShell, refuseBare, refuseGitFailure } from './refuse-git-failure.ts'

export interface Root {
  /** Absolute, without symbolic links. */
  readonly path: string
  /** Otherwise a plain folder: its files are read as they lie. */
  readonly isRepository: boolean
}

/**
 * The top folder of the work tree that `directory` is in; where it is in none, the folder itself.
 * Throws a Refusal where there is no such folder, a bare repository, a broken one, or one of another user.
 */
export async function locateRoot(directory: string): Promise<Root> {
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
    if (error instanceof GitFailure && /not a git repository/.test(error.stderr)) return await plainRoot(start)
    throw refuseGitFailure(error, start)
  }
  if (answer.startsWith('true\n')) throw refuseBare(start)
  const root = await realpath(answer.slice('false\n'.length, -1))
  const here = await realpath(start)
  // `core.worktree` in a repository that came as an archive could point anywhere, the home folder included.
  if (!isInside(root, here)) {
    throw new Refusal(
      `The repository at ${start} names another folder as its work tree (${root}).`,
      'git config --unset core.worktree',
    )
  }
  if (here !== root) await refuseEmptySubmodule(root, here)
  return { path: root, isRepository: true }
}

/** As `locateRoot`, where only the path matters. */
export async function findRoot(directory: string): Promise<string> {
  return (await locateRoot(directory)).path
}

async function plainRoot(start: string): Promise<Root> {
  // Something is meant to be a repository here: a work tree or a submodule whose other half is missing.
  if (await lstat(join(start, '.git')).catch(() => null)) {
    throw new Refusal(
      `git does not take ${start} for a repository, although there is a .git in it: it is broken, or leads to a place that is not there.`,
      `git -C ${quoteForShell(start)} status`,
    )
  }
  const path = await realpath(start)
  if (path === dirname(path) || path === (await realpath(homedir()).catch(() => homedir()))) {
    throw new Refusal(
      `${path} is not in a Git repository, and too much of a folder to be read as a whole.`,
      'nehemvix run DIR, where DIR is the folder of a project',
    )
  }
  return { path, isRepository: false }
}

/** The folder of a submodule that is not checked out is empty, and belongs to the repository around it: nobody means that one. */
async function refuseEmptySubmodule(root: string, here: string): Promise<void> {
  const path = relative(root, here).split(sep).join('/')
  const entry = (await runGit(root, ['ls-files', '-z', '--stage', '--', `:(top,literal)${path}`])).toString('utf8')
  if (!entry.startsWith('160000 ') || !entry.endsWith(`\t${path}\0`)) return
  throw new Refusal(
    `${here} is a submodule that is not checked out.`,
    `git -C ${quoteForShell(root)} submodule update --init -- ${quoteForShell(path)}`,
  )
}

function isInside(root: string, path: string): boolean {
  const below = relative(root, path)
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
}
