import type { ListedFile } from './list-files.ts'
import type { SkippedFile } from './source.ts'

/**
 * Whether a path lies in a folder of ours: the guide's, the state's. From the root, in any spelling. A folder that is the whole repository is
 * none: everything would be gone.
 */
export function ownFolderTest(folders: readonly string[]): (path: string) => boolean {
  const own = folders
    .map((folder) => folder.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, ''))
    .filter((folder) => folder !== '' && folder !== '.')
  return (path) => own.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/** What of ours is committed is told like everything that is not read; what only lies there is no part of the repository. */
export function ownSkipped(files: readonly ListedFile[]): SkippedFile[] {
  return files
    .filter(({ isTracked }) => isTracked)
    .map(({ path }) => ({ path, reason: path.endsWith('.md') ? 'guide' : 'excluded', detail: "in a folder of Nehemvix's own" }))
}
