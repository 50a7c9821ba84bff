// Writes a guide's references anew where what they mean has moved.
import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sealFile, withoutSeal } from '../guide/digest.ts'
import { type CitedLines, citedLines, withLineMarks } from '../guide/line-marks.ts'
import { makeLinks } from '../guide/links.ts'
import { type Mend, mendText } from '../guide/mend.ts'
import { parsePermalink } from '../guide/permalink.ts'
import { withFollowed } from '../guide/provenance.ts'
import { printReference, type Reference } from '../guide/reference.ts'
import type { PastCommits } from '../repository/past-commits.ts'
import type { Source } from '../repository/source.ts'
import type { Follower } from './follow-references.ts'
import type { GuideFolder, GuideText } from './guide-folder.ts'
import type { Judged } from './judge-references.ts'

interface Ground {
  readonly source: Source
  readonly past: PastCommits
  readonly follower: Follower
}

/** Mends each file of the guide that has something to mend, and says so beside its origin. A file that was ours stays ours. */
export async function mendGuide(
  guide: GuideFolder,
  texts: ReadonlyMap<string, GuideText>,
  judged: readonly Judged[],
  ground: Ground,
): Promise<void> {
  const isCommitted = await committedFiles(ground)
  const hrefTo = addresses(guide, ground.past.head, isCommitted)
  for (const [name, { text, state, hasCarriageReturns }] of texts) {
    const own = judged.filter(({ file }) => file.name === name)
    const mends = own.flatMap(({ occurrence, verdict }): Mend[] =>
      verdict.kind === 'moved' ? [{ occurrence, to: verdict.to, href: hrefTo(verdict.to, occurrence.url) }] : [],
    )
    if (mends.length === 0) continue
    const followedTo = mends.every(({ to }) => isCommitted(to)) ? ground.past.head : null
    const mended = withFollowed(withLineMarks(mendText(text, mends), await marksAfter(own, ground.follower)), followedTo)
    const sealed = state === 'ours' ? sealFile(withoutSeal(mended)) : mended
    await replaceFile(join(guide.directory, name), hasCarriageReturns ? sealed.replaceAll('\n', '\r\n') : sealed)
  }
}

/** What moved says what stands there now; all else keeps what it said before. */
async function marksAfter(judged: readonly Judged[], follower: Follower): Promise<Map<string, CitedLines>> {
  const marks = new Map<string, CitedLines>()
  for (const { file, occurrence, verdict } of judged) {
    const key = printReference(occurrence.reference)
    const before = file.origin.marks.get(key)
    if (verdict.kind !== 'moved' && before !== undefined && !marks.has(key)) marks.set(key, before)
  }
  for (const { verdict } of judged) {
    if (verdict.kind !== 'moved' || verdict.to.kind !== 'lines') continue
    const now = await follower.marksOf(verdict.to.path)
    if (now !== null) marks.set(printReference(verdict.to), citedLines(now, verdict.to.from, verdict.to.to))
  }
  return marks
}

/** Whether what is referred to is at HEAD as it is in the files. */
async function committedFiles({ source, past }: Ground): Promise<(to: Reference) => boolean> {
  const committed = past.head === null ? null : await past.filesAt(past.head)
  const contents = new Map(source.files.map(({ path, contentHash }) => [path, contentHash]))
  return (to) => committed !== null && (!('path' in to) || committed.get(to.path) === contents.get(to.path))
}

/** A permalink leads to HEAD where the file is as it is there; what is not committed yet gets a relative link, which is right once it is. */
function addresses(
  { guidePath }: GuideFolder,
  head: string | null,
  isCommitted: (to: Reference) => boolean,
): (to: Reference, url: string | null) => string | null {
  const relative = makeLinks({ webUrl: null, commit: '', isWorktree: true, guidePath }, [])
  return (to, url) => {
    const permalink = url === null ? null : parsePermalink(url)
    if (permalink === null || head === null || (!isCommitted(to) && guidePath !== null)) return relative.hrefOf(to)
    return makeLinks({ webUrl: permalink.webUrl, commit: head, isWorktree: false, guidePath }, []).hrefOf(to)
  }
}

/** Whole or not at all: a guide is worth money. */
async function replaceFile(path: string, text: string): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(fresh, text, { flush: true })
  await rename(fresh, path)
}
