import { Refusal } from '../refusal.ts'
import { GitFailure, runGit } from './git.ts'
import { quoteForShell } from './refuse-git-failure.ts'

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
