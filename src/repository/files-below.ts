import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { locateRoot } from './find-root.ts'
import { runGit } from './git.ts'

/** The files of a folder of the repository that git keeps, from the root; of a folder that is in no repository all files. */
export async function filesBelow(root: string, folder: string): Promise<string[]> {
  const { isRepository } = await locateRoot(root)
  if (isRepository) {
    const listed = await runGit(root, ['ls-files', '-z', '--', `:(literal)${folder}/`])
    return listed.toString('utf8').split('\0').filter(Boolean)
  }
  const top = join(root, folder)
  const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => [folder, ...relative(top, join(entry.parentPath, entry.name)).split(sep)].join('/'))
}
