// What planning needs of each file: out of the store where the content is known, else read, counted and kept.
import { type FileFacts, factsOf } from '../guide/rank-evidence.ts'
import { fileTag } from '../prompts/file-summary.ts'
import type { Source, SourceFile, SourceText } from '../repository/source.ts'
import { findKnownFile, hasKnownFiles, type KnownFile, keepKnownFiles } from '../store/known-files.ts'
import type { Store } from '../store/open.ts'
import { READER_VERSION } from '../syntax/grammars.ts'
import { type Outlines, openOutlines } from './outlines.ts'
import { countSent } from './request-tokens.ts'

/** The first number goes up whenever the same content may tell something else: secrets, tokens, signals. */
const READER = `1/${READER_VERSION}`

export interface FileReading {
  /** As it would be sent. */
  readonly tokens: number
  readonly redactions: number
  /** The whole content where it says all and costs no call. */
  readonly trivialText: string | null
  /** null: it holds nothing. */
  readonly facts: FileFacts | null
}

/** Read at once: many small files, or a few large ones. Some groups are parsed while the next is read. */
const GROUP_FILES = 64
const GROUP_BYTES = 400_000
const GROUPS_IN_WORK = 8
/** Each transaction waits for the disk. What is not yet written is read again after a crash. */
const MOST_UNWRITTEN = 2_000

/** One reading for each file, in their order. */
export async function readFiles(store: Store, source: Source, files: readonly SourceFile[]): Promise<FileReading[]> {
  const outlines = openOutlines(store)
  const isNew = !hasKnownFiles(store)
  const fresh: KnownFile[] = []
  const groups: Promise<FileReading[]>[] = []
  for (const group of groupsOf(files)) {
    const reading = readGroup(group, { store, source, outlines, fresh, isNew })
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

interface Reading {
  readonly store: Store
  readonly source: Source
  readonly outlines: Outlines
  readonly fresh: KnownFile[]
  /** Nothing can be known yet. */
  readonly isNew: boolean
}

async function readGroup(
  group: readonly SourceFile[],
  { store, source, outlines, fresh, isNew }: Reading,
): Promise<FileReading[]> {
  const readings = group.map((file) => (isNew ? null : findKnownFile(store, file.contentHash, file.path, READER)))
  const unknown = group.filter((_, index) => readings[index] === null)
  const texts = unknown.length === 0 ? [] : await source.readTexts(unknown)
  const outlined = Promise.all(unknown.map((file, index) => outlines.of(file, (texts[index] as SourceText).text)))
  // Counted while they are parsed in the other process.
  const tokens = unknown.map(({ path }, index) =>
    countSent(fileTag({ kind: 'file', path, text: (texts[index] as SourceText).text })),
  )
  const told = (await outlined).map((outline, index): FileReading => {
    const { path } = unknown[index] as SourceFile
    const { text, redactions } = texts[index] as SourceText
    const facts = text.trim() === '' ? null : factsOf(path, text, outline)
    return { tokens: tokens[index] as number, redactions, trivialText: trivial(text), facts }
  })
  for (const [index, { contentHash, path }] of unknown.entries())
    fresh.push({ contentHash, path, facts: JSON.stringify(told[index]) })
  let next = 0
  return readings.map((known) => (known === null ? (told[next++] as FileReading) : (JSON.parse(known) as FileReading)))
}

function* groupsOf(files: readonly SourceFile[]): Generator<SourceFile[]> {
  let group: SourceFile[] = []
  let bytes = 0
  for (const file of files) {
    if (group.length >= GROUP_FILES || (group.length > 0 && bytes + file.sizeBytes > GROUP_BYTES)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(file)
    bytes += file.sizeBytes
  }
  if (group.length > 0) yield group
}

/** A file that holds nothing, or a single word, says all by itself. */
function trivial(text: string): string | null {
  const content = text.trim()
  if (content === '') return 'Empty.'
  return /^\S{1,60}$/.test(content) ? `Holds only: ${content}` : null
}
