// Where a committed guide lies, and its files.
import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { hasHandEdits } from '../guide/digest.ts'
import { GUIDE_NAMES } from '../guide/finished-links.ts'
import { Refusal } from '../refusal.ts'
import { locateRoot, type Root } from '../repository/find-root.ts'
import { readConfiguration } from './configuration.ts'

export interface GuideFolder {
  readonly directory: string
  readonly root: Root
  /** From the root, with `/`; '' is the root itself; null where the guide lies outside. */
  readonly guidePath: string | null
}

export interface GuideText {
  /** Line ends are `\n`. */
  readonly text: string
  readonly hasCarriageReturns: boolean
  readonly state: 'ours' | 'edited' | 'foreign'
}

/**
 * The guide in `directory`; where none is there, the guide of the repository that `directory` lies in, at the place its configuration says.
 * A guide that lies in no repository belongs to the one around `workingDirectory`. Throws a Refusal where no guide is found.
 */
export async function locateGuide(
  directory: string,
  { workingDirectory, environment }: { workingDirectory: string; environment: NodeJS.ProcessEnv },
): Promise<GuideFolder> {
  const start = resolve(directory)
  if (!(await stat(start).catch(() => null))?.isDirectory()) throw new Refusal(`There is no folder ${start}.`, 'nehemvix check')
  const here = await realpath(start)
  const around = await locateRoot(here)
  const configured = readConfiguration(around.path, null, environment).guidePath
  if (await holdsGuide(here)) {
    const root = around.isRepository ? around : await rootOfPlainGuide(here, configured, workingDirectory)
    return { directory: here, root, guidePath: pathIn(root.path, here) }
  }
  const place = join(around.path, configured)
  if (await holdsGuide(place)) {
    return { directory: await realpath(place), root: around, guidePath: pathIn(around.path, await realpath(place)) }
  }
  throw new Refusal(
    `No guide written by Nehemvix is in ${here}${place === here ? '' : `, nor in ${place}`}.`,
    'nehemvix run, or nehemvix check DIR, where DIR is the folder of the guide',
  )
}

/** Each file of the guide that is there, by name. A link may lead anywhere, and is none. */
export async function readGuideTexts(directory: string): Promise<Map<string, GuideText>> {
  const texts = new Map<string, GuideText>()
  for (const name of GUIDE_NAMES) {
    const path = join(directory, name)
    if (!(await lstat(path).catch(() => null))?.isFile()) continue
    const bytes = await readFile(path, 'utf8')
    const text = bytes.replace(/\r\n/g, '\n')
    texts.set(name, { text, hasCarriageReturns: text !== bytes, state: hasHandEdits(text) })
  }
  return texts
}

async function holdsGuide(directory: string): Promise<boolean> {
  return [...(await readGuideTexts(directory)).values()].some(({ state }) => state !== 'foreign')
}

/** A folder without Git has no top: it is told by where the guide lies in it. */
async function rootOfPlainGuide(here: string, configured: string, workingDirectory: string): Promise<Root> {
  const below = `${sep}${configured.split('/').join(sep)}`
  if (here.endsWith(below)) return { path: here.slice(0, -below.length) || sep, isRepository: false }
  return await locateRoot(workingDirectory)
}

function pathIn(root: string, directory: string): string | null {
  const way = relative(root, directory)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way.split(sep).join('/')
}
