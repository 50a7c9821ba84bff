// What planning needs of each file: as it is remembered of the commit before, else read and told anew.
import { groupBySize, SMALL_GROUP } from '../repository/group-by-size.ts'
import type { Source, SourceFile, SourceText } from '../repository/source.ts'
import { findMemory, keepMemory } from '../store/memories.ts'
import type { Store } from '../store/open.ts'
import { READER_VERSION } from '../syntax/grammars.ts'
import { restParseProcess } from '../syntax/parse-process.ts'
import { openOutlines } from './outlines.ts'
import type { ReadAhead } from './read-ahead.ts'
import { type FileReading, readingKey, tellTexts } from './tell-texts.ts'

/** The first number goes up whenever the same content may tell something else: secrets, tokens, signals. */
const READER = `2/${READER_VERSION}`

/** Some groups are parsed while the next are read. */
const GROUPS_IN_WORK = 8

/** One reading for each file, in their order. `ahead` holds those of files that were read while the repository was looked through. */
export async function readFiles(
  store: Store,
  source: Source,
  files: readonly SourceFile[],
  ahead: ReadAhead | null = null,
): Promise<FileReading[]> {
  await ahead?.settle(store)
  const outlines = openOutlines(store)
  const known = remembered(store)
  const readGroup = async (group: readonly SourceFile[]): Promise<FileReading[]> => {
    const readings = group.map((file) => known.get(readingKey(file)) ?? ahead?.of(file) ?? null)
    const unread = group.filter((_, index) => readings[index] === null)
    const texts = unread.length === 0 ? [] : await source.readTexts(unread)
    const told = await tellTexts(
      unread.map((file, index) => ({ file, text: texts[index] as SourceText })),
      outlines,
    )
    let next = 0
    return readings.map((reading) => reading ?? (told[next++] as FileReading))
  }
  const groups: Promise<FileReading[]>[] = []
  for (const group of groupBySize(files, ({ sizeBytes }) => sizeBytes, SMALL_GROUP)) {
    const reading = readGroup(group)
    // Told when its turn comes.
    reading.catch(() => {})
    groups.push(reading)
    await groups.at(-GROUPS_IN_WORK)
  }
  const readings = (await Promise.all(groups)).flat()
  outlines.keep()
  // What comes next takes room, and seldom reads a file.
  source.rest()
  restParseProcess()
  if (known.size !== files.length || files.some((file) => !known.has(readingKey(file)))) remember(store, files, readings)
  return readings
}

/** Path, content hash and reading of each file; the path is not said again in the reading. */
type Entry = readonly [path: string, contentHash: string, reading: FileReading]

function remember(store: Store, files: readonly SourceFile[], readings: readonly FileReading[]): void {
  const entries = files.map(({ path, contentHash }, index): unknown => {
    const { facts, ...reading } = readings[index] as FileReading
    return [path, contentHash, { ...reading, facts: facts && { ...facts, path: undefined } }]
  })
  keepMemory(store, 'readings', { key: READER, content: JSON.stringify(entries) })
}

function remembered(store: Store): ReadonlyMap<string, FileReading> {
  const memory = findMemory(store, 'readings')
  if (memory?.key !== READER) return new Map()
  try {
    const entries = JSON.parse(memory.content) as Entry[]
    return new Map(
      entries.map(([path, contentHash, { facts, ...reading }]) => [
        readingKey({ path, contentHash }),
        { ...reading, facts: facts && { ...facts, path } },
      ]),
    )
  } catch {
    // Damaged: it is made anew.
    return new Map()
  }
}
