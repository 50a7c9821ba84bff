// Where a job works: the repository's root, the state folder, the guide's folder.
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { findRoot } from '../repository/open-source.ts'
import { type Configuration, readConfiguration } from './configuration.ts'

export interface Place {
  readonly root: string
  readonly stateDirectory: string
  /** From the root, or absolute where it lies outside. */
  readonly guidePath: string
  readonly configuration: Configuration
}

/** Reads only. Throws Refusal: no repository, a configuration that is not as it must be. */
export async function findPlace(
  options: { directory: string; out: string | null; state: string | null; config: string | null; configIsWhole?: boolean },
  environment: NodeJS.ProcessEnv,
): Promise<Place> {
  const root = await findRoot(options.directory)
  const configuration = readConfiguration(root, options.config, environment, {
    ignoresRepository: options.configIsWhole ?? false,
  })
  return {
    root,
    stateDirectory: options.state === null ? join(root, '.nehemvix') : resolve(options.state),
    guidePath: options.out === null ? inside(root, join(root, configuration.guidePath)) : inside(root, resolve(options.out)),
    configuration,
  }
}

/** The guide's folder as an absolute path. */
export const guideDirectory = (root: string, guidePath: string): string =>
  isAbsolute(guidePath) ? guidePath : join(root, guidePath)

/** Folders of ours that are never read as part of the repository. */
export function ownFolders(place: Pick<Place, 'root' | 'stateDirectory'>, guidePath: string): string[] {
  return [inside(place.root, place.stateDirectory), guidePath].filter((path) => !isAbsolute(path))
}

function inside(root: string, path: string): string {
  const from = relative(root, path)
  return from === '' || from === '..' || from.startsWith(`..${sep}`) || isAbsolute(from) ? path : from.split(sep).join('/')
}
