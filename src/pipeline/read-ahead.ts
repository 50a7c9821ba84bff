// The first time every text is new: it is told of while the repository is still being looked through, before there is a store, and so
// it is read once only.
import { setImmediate } from 'node:timers/promises'
import { isFixture } from '../outline/file-kind.ts'
import { groupBySize, SMALL_GROUP } from '../repository/group-by-size.ts'
import type { TextReader } from '../repository/open-source.ts'
import type { ReadText, SourceFile } from '../repository/source.ts'
import type { Store } from '../store/open.ts'
import { outlineReader } from '../syntax/outline-of.ts'
import { wakeParseProcess } from '../syntax/parse-process.ts'
import { collectOutlines } from './outlines.ts'
import { type FileReading, readingKey, tellTexts } from './tell-texts.ts'

/** Texts that wait to be parsed are held: enough that the reading need not wait, however the files are mixed. */
const MOST_CHARACTERS = 3_000_000

export interface ReadAhead extends TextReader {
  /** Waits for all that was taken, and keeps the outlines. */
  settle(store: Store): Promise<void>
  /** Handed out once. null: it was not taken. */
  of(file: SourceFile): FileReading | null
}

export function startReadAhead(): ReadAhead {
  wakeParseProcess()
  const outlines = collectOutlines()
  const readings = new Map<string, FileReading>()
  const groups: Promise<void>[] = []
  let held = 0
  let oldest = 0
  const tell = async (group: readonly ReadText[]): Promise<void> => {
    const told = await tellTexts(group, outlines)
    for (const [index, { file }] of group.entries()) readings.set(readingKey(file), told[index] as FileReading)
  }
  return {
    // The process that parses must not wait for work while there is some.
    goesFirst: (path) => !isFixture(path) && outlineReader(path, '') !== null,
    async take(read) {
      for (const group of groupBySize(read, ({ file }) => file.sizeBytes, SMALL_GROUP)) {
        const characters = group.reduce((sum, { text }) => sum + text.text.length, 0)
        held += characters
        const work = tell(group).finally(() => {
          held -= characters
        })
        // Told by `settle`.
        work.catch(() => {})
        groups.push(work)
        // Texts are handed over to the process that parses only now.
        await setImmediate()
        while (held > MOST_CHARACTERS) await groups[oldest++]
      }
    },
    async settle(store) {
      await Promise.all(groups)
      outlines.keep(store)
    },
    of(file) {
      const reading = readings.get(readingKey(file)) ?? null
      readings.delete(readingKey(file))
      return reading
    },
  }
}
