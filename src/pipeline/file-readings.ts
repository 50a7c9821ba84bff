// What planning needs of each file: out of the store where the content is known, else read, counted and kept.
import type { Source, SourceFile, SourceText } from '../repository/source.ts'
import { findKnownFile, hasKnownFiles, type KnownFile, keepKnownFiles } from '../store/known-files.ts'
import type { Store } from '../store/open.ts'
import { READER_VERSION } from '../syntax/grammars.ts'
import { openOutlines } from './outlines.ts'
import type { ReadAhead } from './read-ahead.ts'
import { type FileReading, GROUPS_IN_WORK, groupsOf, tellTexts } from './tell-texts.ts'

/** The first number goes up whenever the same content may tell something else: secrets, tokens, signals. */
const READER = `1/${READER_VERSION}`

/** Each transaction waits for the disk. What is not yet written is read again after a crash. */
const MOST_UNWRITTEN = 2_000

/** One reading for each file, in their order. `ahead` holds those of files that were read while the repository was looked through. */
export async function readFiles(
  store: Store,
  source: Source,
  files: readonly SourceFile[],
  ahead: ReadAhead | null = null,
): Promise<FileReading[]> {
  await ahead?.settle(store)
  const outlines = openOutlines(store)
  const isNew = !hasKnownFiles(store)
  const fresh: KnownFile[] = []
  const readGroup = async (group: readonly SourceFile[]): Promise<FileReading[]> => {
    const known = group.map((file) => (isNew ? null : knownReading(store, file)))
    const told = new Map(group.map((file) => [file, ahead?.of(file) ?? null] as const))
    const unread = group.filter((file, index) => known[index] === null && told.get(file) === null)
    const texts = unread.length === 0 ? [] : await source.readTexts(unread)
    const readings = await tellTexts(
      unread.map((file, index) => ({ file, text: texts[index] as SourceText })),
      outlines,
    )
    for (const [index, file] of unread.entries()) told.set(file, readings[index] as FileReading)
    return group.map((file, index) => {
      const old = known[index]
      if (old) return old
      const reading = told.get(file) as FileReading
      fresh.push({ contentHash: file.contentHash, path: file.path, facts: JSON.stringify(reading) })
      return reading
    })
  }
  const groups: Promise<FileReading[]>[] = []
  for (const group of groupsOf(files, (file) => file)) {
    const reading = readGroup(group)
    // Told when its turn comes.
    reading.catch(() => {})
    groups.push(reading)
    await groups.at(-GROUPS_IN_WORK)
    if (fresh.length >= MOST_UNWRITTEN) keepKnownFiles(store, READER, fresh.splice(0))
  }
  const readings = await Promise.all(groups)
  keepKnownFiles(store, READER, fresh)
  outlines.keep()
  return readings.flat()
}

function knownReading(store: Store, { contentHash, path }: SourceFile): FileReading | null {
  const known = findKnownFile(store, contentHash, path, READER)
  return known === null ? null : (JSON.parse(known) as FileReading)
}
