import { readFile, realpath } from 'node:fs/promises'
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path'
import { hasHandEdits } from '../guide/digest.ts'
import { type BrokenReference, groundSections } from '../guide/grounding.ts'
import { decode, type ResolveLink } from '../guide/link-target.ts'
import { wantedFacts } from '../guide/tree-facts.ts'
import { Refusal } from '../refusal.ts'
import { findRoot, openSource } from '../repository/open-source.ts'
import type { Source } from '../repository/source.ts'
import { collectTreeFacts } from '../repository/tree-facts.ts'
import { AUDIENCES } from '../vocabulary.ts'

export interface CheckResult {
  readonly references: number
  readonly grounded: number
  readonly broken: readonly BrokenReference[]
  /** Files of the guide, by name, that are no longer as Nehemvix wrote them. */
  readonly handEdited: readonly string[]
}

const ANCHOR = /^<!-- section: ([a-z-]+\/[a-z-]+) -->[ \t]*$/gm
const PERMALINK = /^https?:\/\/[^/]+\/.+?\/(?:blob|tree)\/[0-9a-f]{40,64}\/(.+)$/

/**
 * Looks up the references of the guide in `directory` in the files of `repository` as they lie now.
 * Throws a Refusal where no guide or no repository is there.
 */
export async function checkGuide(directory: string, repository: string = directory): Promise<CheckResult> {
  const files = await readGuide(directory)
  const root = await findRoot(repository)
  const guidePath = guidePathIn(root, await realpath(directory))
  // A guide in the root itself is no folder that could be left out; its files must not prove themselves.
  const exclude = guidePath === '' ? [...files].filter(([, text]) => hasHandEdits(text) !== 'foreign').map(([name]) => name) : []
  const source = await openSource({ directory: root, worktree: true, exclude, ownFolders: guidePath ? [guidePath] : [] })
  try {
    return await checkAgainst(source, guidePath, files)
  } finally {
    source.close()
  }
}

/** The index is not checked: it names what does not hold, and was not written by a model. */
async function checkAgainst(source: Source, guidePath: string | null, files: ReadonlyMap<string, string>): Promise<CheckResult> {
  const resolveLink = linksOf(guidePath)
  const sections = [...files].filter(([name]) => name !== 'README.md').flatMap(([, text]) => splitSections(text))
  const wanted = wantedFacts(
    sections.map(({ markdown }) => markdown),
    resolveLink,
  )
  const facts = await collectTreeFacts(source, wanted)
  const { references, grounded, broken } = groundSections(sections, facts, resolveLink)
  const handEdited = [...files].filter(([, text]) => hasHandEdits(text) !== 'ours').map(([name]) => name)
  return { references, grounded, broken, handEdited }
}

async function readGuide(directory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const name of ['README.md', ...AUDIENCES.map((audience) => `${audience}.md`)]) {
    const text = await readFile(join(directory, name), 'utf8').catch(() => null)
    if (text !== null) files.set(name, text.replace(/\r\n/g, '\n'))
  }
  if (![...files.values()].some((text) => hasHandEdits(text) !== 'foreign')) {
    throw new Refusal(`No guide written by Nehemvix is in ${resolve(directory)}.`, 'nehemvix run')
  }
  return files
}

function splitSections(text: string): { key: string; markdown: string }[] {
  const anchors = [...text.matchAll(ANCHOR)]
  return anchors.map((anchor, at) => ({
    key: anchor[1] ?? '',
    markdown: text.slice(anchor.index + anchor[0].length, anchors[at + 1]?.index ?? text.length),
  }))
}

/** Links as they stand in a finished guide: permalinks to a commit, or relative to the guide's folder. Those between its files are no references. */
function linksOf(guidePath: string | null): ResolveLink {
  return (url) => {
    const permalink = PERMALINK.exec(url)?.[1]
    if (permalink !== undefined) return decode(permalink)
    if (guidePath === null || /^(?:[a-z][a-z0-9+.-]*:|\/\/|[#?]|$)/i.test(url)) return null
    const path = url.startsWith('/') ? decode(url.slice(1)) : posix.join(guidePath, decode(url))
    const isOwn = AUDIENCES.some((audience) => path.startsWith(posix.join(guidePath, `${audience}.md`)))
    return isOwn || path.startsWith(posix.join(guidePath, 'README.md')) ? null : path
  }
}

function guidePathIn(root: string, directory: string): string | null {
  const way = relative(root, directory)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way.split(sep).join('/')
}
