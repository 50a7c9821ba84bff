// Guides that `offline` writes of small repositories, as they lie in the guide's folder when the job is done.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentFor, filesIn, remove, run } from '../acceptance/cli.ts'
import { fixtureFiles, moreModules } from '../acceptance/fixture.ts'
import { tinyFiles } from '../live/tiny-repository.ts'
import { COMMAND, LIBRARY, NOTES } from '../models/offline/repositories.ts'
import { makeRepository } from '../repository/make-repository.ts'
import { hostileNames } from './hostile-names.ts'

type Files = Readonly<Record<string, string>>

export interface OfflineGuide {
  /** File name in the guide's folder -> text. */
  readonly pages: Readonly<Record<string, string>>
  /** From the repository's root. */
  readonly guidePath: string
  readonly commit: string
  /** Text of every tracked file, by path. */
  readonly tracked: ReadonlyMap<string, string>
}

/** Every small repository of the tests. */
export const REPOSITORIES: Readonly<Record<string, () => Files>> = {
  parcel: fixtureFiles,
  'parcel with many modules': () => ({ ...fixtureFiles(), ...moreModules(20) }),
  tiny: tinyFiles,
  library: () => LIBRARY,
  command: () => COMMAND,
  notes: () => NOTES,
  'every language': () => filesBelow(new URL('../fixtures/outline/', import.meta.url).pathname),
  'hostile names': hostileNames,
}

/** `remote` is an address such as `https://github.com/acme/box.git`; null: the repository has none. */
export async function writeOfflineGuide(files: Files, remote: string | null, guidePath = 'docs/guide'): Promise<OfflineGuide> {
  const repository = makeRepository()
  const env = environmentFor('http://127.0.0.1:9')
  try {
    const commit = repository.commit(files)
    if (remote !== null) repository.git('remote', 'add', 'origin', remote)
    const { result, stderr } = await run(['run', '--out', guidePath], { cwd: repository.root, env })
    if (result.status !== 'completed') throw new Error(`no guide: ${stderr}`)
    const tracked = repository.git('ls-files', '-z').split('\0').filter(Boolean)
    return {
      pages: filesIn(join(repository.root, guidePath)),
      guidePath,
      commit,
      tracked: new Map(tracked.map((path) => [path, readFileSync(join(repository.root, path), 'utf8')])),
    }
  } finally {
    repository.remove()
    remove(env.HOME ?? '')
  }
}

function filesBelow(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = names.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]))
}
