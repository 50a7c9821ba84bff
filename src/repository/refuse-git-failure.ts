import { Refusal } from '../refusal.ts'
import { GitFailure } from './git.ts'

/** Each known complaint of git, by its words (there are no codes), and what to type next. First match wins. */
const COMPLAINTS: ReadonlyArray<{ words: RegExp; refuse: (directory: string, stderr: string) => Refusal }> = [
  {
    words: /dubious ownership|unsafe repository/,
    refuse: (directory, stderr) =>
      new Refusal(
        `git refuses to read ${directory}, because the folder belongs to another user.`,
        `git config --global --add safe.directory ${quoteForShell(ownedFolder(stderr) ?? directory)}`,
      ),
  },
  { words: /must be run in a work tree|cannot use bare repository/, refuse: refuseBare },
  {
    words: /promisor|could not get object info|transport '.*' not allowed/,
    refuse: refusePartial,
  },
]

export function refusePartial(directory: string): Refusal {
  return new Refusal(
    `${directory} is a partial clone: not all files of the commit are here, and nothing is fetched by itself.`,
    'git fetch --refetch --no-filter',
  )
}

export function refuseBare(directory: string): Refusal {
  return new Refusal(
    `${directory} is a bare repository, or its .git folder: there is no folder to write the guide into.`,
    `git clone ${quoteForShell(directory)} and run nehemvix in the clone`,
  )
}

/** What a person is told for an error of git; every other error comes back as it is. */
export function refuseGitFailure(error: unknown, directory: string): unknown {
  if (!(error instanceof GitFailure)) return error
  const known = COMPLAINTS.find(({ words }) => words.test(error.stderr))
  if (known) return known.refuse(directory, error.stderr)
  return new Refusal(`git could not read ${directory}: ${printable(error.message)}`, `git -C ${quoteForShell(directory)} fsck`)
}

function ownedFolder(stderr: string): string | undefined {
  return /(?:in repository at|unsafe repository \() ?'(.+?)'/.exec(stderr)?.[1]
}

/** git's words may quote names out of the repository: no control characters reach a terminal. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 400)
}

export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
