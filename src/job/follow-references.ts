// Where references lead now that the files have changed: lines by what they said, paths by what became of the file.
import { followLines } from '../guide/follow-lines.ts'
import { type CitedLines, citedLines, type LineMark, markLines } from '../guide/line-marks.ts'
import { parsePermalink } from '../guide/permalink.ts'
import { printReference, type Reference } from '../guide/reference.ts'
import type { Occurrence } from '../guide/references.ts'
import type { PastCommits } from '../repository/past-commits.ts'
import type { Source, TextFile } from '../repository/source.ts'

export type LineReference = Extract<Reference, { kind: 'lines' }>

/** What a file of the guide says about where its references come from. */
export interface Origin {
  readonly commit: string | null
  /** By `path:from-to`. */
  readonly marks: ReadonlyMap<string, CitedLines>
}

export interface Follower {
  /** The path that a file of the commit has now; null where it is not known. */
  renamed(path: string, occurrence: Occurrence, origin: Origin): Promise<string | null>
  /** null: nobody knows what the lines said. */
  followed(
    reference: LineReference,
    path: string,
    occurrence: Occurrence,
    origin: Origin,
  ): Promise<{ from: number; to: number } | 'gone' | null>
  /** The marks of a file as it is; null where it is not read. */
  marksOf(path: string): Promise<readonly LineMark[] | null>
}

export function createFollower(source: Source, past: PastCommits): Follower {
  const files = new Map(source.files.map((file) => [file.path, file]))
  const known = new Map<string, Promise<readonly LineMark[] | null>>()
  const readMarks = async (file: TextFile | undefined) =>
    file === undefined ? null : markLines((await source.readText(file)).text)
  const marksOf = (path: string) => {
    const marks = known.get(path) ?? readMarks(files.get(path))
    known.set(path, marks)
    return marks
  }
  return {
    marksOf,
    renamed: async (path, occurrence, origin) => {
      const commit = commitOf(occurrence, origin)
      if (commit === null) return null
      const before = await past.filesAt(commit)
      const content = before?.get(path)
      if (before === null || content === undefined) return null
      const name = (await past.renamesSince(commit)).get(path)
      if (name !== undefined && files.has(name)) return name
      // Not committed yet: the same content under a name that is new.
      const same = source.files.filter((file) => file.contentHash === content && !before.has(file.path))
      return (same.find((file) => baseOf(file.path) === baseOf(path)) ?? same[0])?.path ?? null
    },
    followed: async (reference, path, occurrence, origin) => {
      const now = await marksOf(path)
      const cited = origin.marks.get(printReference(reference)) ?? (await citedAt(past, reference, commitOf(occurrence, origin)))
      if (now === null || cited === null) return null
      const found = followLines(cited, reference.from, now)
      return found.kind === 'gone' ? 'gone' : { from: found.from, to: found.to }
    },
  }
}

/** A permalink names the commit at which its lines are right. */
function commitOf({ url }: Occurrence, { commit }: Origin): string | null {
  return (url === null ? null : parsePermalink(url)?.commit) ?? commit
}

async function citedAt(past: PastCommits, { path, from, to }: LineReference, commit: string | null): Promise<CitedLines | null> {
  const text = commit === null ? null : await past.textAt(commit, path)
  if (text === null) return null
  const marks = markLines(text)
  return from >= 1 && from <= to && to <= marks.length ? citedLines(marks, from, to) : null
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
