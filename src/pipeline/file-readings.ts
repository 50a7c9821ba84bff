// What planning needs of each file: out of the store where the content is known, else read, counted and kept.
import { type FileFacts, factsOf } from '../guide/rank-evidence.ts'
import { fileTag } from '../prompts/file-summary.ts'
import type { Source, SourceFile } from '../repository/source.ts'
import { findKnownFile, type KnownFile, keepKnownFiles } from '../store/known-files.ts'
import type { Store } from '../store/open.ts'
import { READER_VERSION } from '../syntax/grammars.ts'
import { type Outlines, openOutlines } from './outlines.ts'
import { countSent } from './request-tokens.ts'

/** The first number goes up whenever the same content may tell something else: secrets, tokens, signals. */
const WHAT = `reading/1/${READER_VERSION}`

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
const GROUPS_IN_WORK = 3
/** Each transaction waits for the disk. What is not yet written is read again after a crash. */
const MOST_UNWRITTEN = 2_000

/** One reading for each file, in their order. */
export async function readFiles(store: Store, source: Source, files: readonly SourceFile[]): Promise<FileReading[]> {
  const outlines = openOutlines(store)
  const fresh: KnownFile[] = []
  const groups: Promise<FileReading[]>[] = []
  for (const group of groupsOf(files)) {
    groups.push(Promise.all(group.map((file) => readingOf(file, { store, source, outlines, fresh }))))
    await groups.at(-GROUPS_IN_WORK)
    if (fresh.length >= MOST_UNWRITTEN) keepKnownFiles(store, fresh.splice(0))
  }
  const readings = await Promise.all(groups)
  keepKnownFiles(store, fresh)
  outlines.keep()
  return readings.flat()
}

interface Reading {
  readonly store: Store
  readonly source: Source
  readonly outlines: Outlines
  readonly fresh: KnownFile[]
}

async function readingOf(file: SourceFile, { store, source, outlines, fresh }: Reading): Promise<FileReading> {
  const known = findKnownFile(store, file.contentHash, file.path, WHAT)
  if (known !== null) return JSON.parse(known) as FileReading
  const { text, redactions } = await source.readText(file)
  const outline = outlines.of(file, text)
  // Counted while it is parsed in the other process.
  const tokens = countSent(fileTag({ kind: 'file', path: file.path, text }))
  const facts = text.trim() === '' ? null : factsOf(file.path, text, await outline)
  const reading = { tokens, redactions, trivialText: trivial(text), facts }
  fresh.push({ contentHash: file.contentHash, path: file.path, what: WHAT, facts: JSON.stringify(reading) })
  return reading
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
