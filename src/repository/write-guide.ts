import { randomBytes } from 'node:crypto'
import {
  access,
  constants,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { Refusal } from '../refusal.ts'

export interface WriteGuideOptions {
  /** Overwrites what was edited by hand or is not ours. */
  readonly force: boolean
  /** The work tree's top folder; a guide inside of it must really lie there. null: not checked. */
  readonly root: string | null
  /** `hasHandEdits` of the guide: this folder may not import it. */
  readonly hasHandEdits: (text: string) => 'ours' | 'edited' | 'foreign'
}

export interface GuideFileToWrite {
  /** A plain name in the folder. */
  readonly path: string
  readonly text: string
}

const STAGING = /^\.nehemvix-staging-(\d+)-[0-9a-f]+$/

/**
 * Writes all files or none, and answers with the names of those that changed. What is already as it should be is left alone, and so is
 * every other file of the folder. Throws a Refusal where a hand edit, a foreign file, a folder or a way out of the repository stands in the way.
 */
export async function writeGuide(
  directory: string,
  files: readonly GuideFileToWrite[],
  options: WriteGuideOptions,
): Promise<{ written: string[] }> {
  for (const { path } of files)
    if (/[/\\\0]|^\.{0,2}$/.test(path)) throw new Error(`not a plain file name: ${JSON.stringify(path)}`)
  await refuseWayOut(directory, options.root)
  await refuseNoFolder(directory)
  const changed: GuideFileToWrite[] = []
  for (const file of files) if (await needsWriting(directory, file, options)) changed.push(file)
  await removeStaleStaging(directory)
  if (changed.length > 0) await replaceAll(directory, changed)
  return { written: changed.map(({ path }) => path) }
}

/**
 * Refuses at once what `writeGuide` would refuse in the end: asked before anything is spent, so that no paid guide is left without a place.
 * Throws the same Refusals, and one where the folder may not be written to.
 */
export async function refuseUnwritable(directory: string, names: readonly string[], options: WriteGuideOptions): Promise<void> {
  await refuseWayOut(directory, options.root)
  await refuseNoFolder(directory)
  let standing = directory
  while ((await stat(standing)) === null) standing = dirname(standing)
  await access(standing, constants.W_OK).catch((error: Error) => {
    throw new Refusal(`The guide can't be written to ${directory}: ${error.message}.`, '--out DIR')
  })
  for (const path of names) await needsWriting(directory, { path, text: '' }, options)
}

async function refuseWayOut(directory: string, root: string | null): Promise<void> {
  if (root === null || !isInside(root, directory)) return
  let standing = directory
  while ((await stat(standing)) === null) standing = dirname(standing)
  const real = await realpath(standing).catch(() => null)
  if (real !== null && isInside(await realpath(root), real)) return
  throw new Refusal(
    `${directory} leads out of the repository through a symbolic link; the guide is not written there.`,
    '--out DIR',
  )
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

async function refuseNoFolder(directory: string): Promise<void> {
  for (let at = directory; at !== dirname(at); at = dirname(at)) {
    const found = await stat(at)
    if (found === null) continue
    const isFolder =
      found.isDirectory() || (found.isSymbolicLink() && (await stat(await realpath(at).catch(() => '')))?.isDirectory())
    if (isFolder) return
    throw new Refusal(`${at} is no folder; the guide cannot be written to ${directory}.`, '--out DIR')
  }
}

async function needsWriting(
  directory: string,
  file: GuideFileToWrite,
  { force, hasHandEdits }: WriteGuideOptions,
): Promise<boolean> {
  const target = join(directory, file.path)
  const found = await stat(target)
  if (found === null) return true
  if (found.isDirectory()) throw new Refusal(`${target} is a folder, where the guide wants to put a file.`, '--out DIR')
  if (!found.isFile()) {
    if (force) return true
    throw new Refusal(`${target} is a symbolic link or a special file, not written by Nehemvix.`, '--force, or --out DIR')
  }
  const text = await readFile(target, 'utf8')
  if (text.replace(/\r\n/g, '\n') === file.text) return false
  const state = hasHandEdits(text)
  if (force || state === 'ours') return true
  const what = state === 'edited' ? 'was edited by hand since Nehemvix wrote it' : 'was not written by Nehemvix'
  throw new Refusal(`${target} ${what}; it would be overwritten.`, '--force, or --out DIR')
}

/** Everything that can fail for lack of space or rights happens in the staging folder; after that there are only renames, taken back if one fails. */
async function replaceAll(directory: string, files: readonly GuideFileToWrite[]): Promise<void> {
  const firstMade = await mkdir(directory, { recursive: true })
  const staging = join(directory, `.nehemvix-staging-${process.pid}-${randomBytes(6).toString('hex')}`)
  const placed: GuideFileToWrite[] = []
  try {
    await mkdir(staging)
    for (const { path, text } of files) {
      await writeFile(join(staging, path), text, { flush: true })
      await copyFile(join(directory, path), join(staging, `${path}.before`), constants.COPYFILE_EXCL).catch(unlessMissing)
    }
    for (const file of files) {
      await rename(join(staging, file.path), join(directory, file.path))
      placed.push(file)
    }
  } catch (error) {
    for (const { path } of placed) {
      await rename(join(staging, `${path}.before`), join(directory, path)).catch(() => rm(join(directory, path), { force: true }))
    }
    await rm(staging, { recursive: true, force: true })
    if (firstMade !== undefined) await removeEmptyFolders(directory, firstMade)
    throw error
  }
  await rm(staging, { recursive: true, force: true })
  await syncFolder(directory)
}

/** A staging folder whose process is gone was left by a run that was killed. */
async function removeStaleStaging(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [] as string[])
  for (const name of names) {
    const processId = Number(STAGING.exec(name)?.[1] ?? 0)
    if (processId > 0 && (processId === process.pid || !isAlive(processId)))
      await rm(join(directory, name), { recursive: true, force: true })
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function removeEmptyFolders(from: string, upTo: string): Promise<void> {
  for (let at = from; isInside(upTo, at); at = dirname(at)) await rmdir(at).catch(() => undefined)
}

async function syncFolder(directory: string): Promise<void> {
  // Not every file system can do this for a folder; the files themselves were synced before.
  const handle = await open(directory, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function stat(path: string) {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || path === '') return null
    throw error
  })
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
