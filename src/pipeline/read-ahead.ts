// The first time every text is new: it is told of while the repository is still being looked through, before there is a store, and so
// it is read once only.
import { setImmediate } from 'node:timers/promises'
import type { ReadText, SourceFile } from '../repository/source.ts'
import type { Store } from '../store/open.ts'
import { collectOutlines } from './outlines.ts'
import { type FileReading, GROUPS_IN_WORK, groupsOf, tellTexts } from './tell-texts.ts'

export interface ReadAhead {
  /** Resolves when more may come. */
  take(read: readonly ReadText[]): Promise<void>
  /** Waits for all that was taken, and keeps the outlines. */
  settle(store: Store): Promise<void>
  /** Handed out once. null: it was not taken. */
  of(file: SourceFile): FileReading | null
}

export function startReadAhead(): ReadAhead {
  const outlines = collectOutlines()
  const readings = new Map<string, FileReading>()
  const groups: Promise<void>[] = []
  const tell = async (group: readonly ReadText[]): Promise<void> => {
    const told = await tellTexts(group, outlines)
    for (const [index, { file }] of group.entries()) readings.set(keyOf(file), told[index] as FileReading)
  }
  return {
    async take(read) {
      for (const group of groupsOf(read, ({ file }) => file)) {
        const work = tell(group)
        // Told by `settle`.
        work.catch(() => {})
        groups.push(work)
        // Texts are handed over to the process that parses only now.
        await setImmediate()
        await groups.at(-GROUPS_IN_WORK)
      }
    },
    async settle(store) {
      await Promise.all(groups)
      outlines.keep(store)
    },
    of(file) {
      const reading = readings.get(keyOf(file)) ?? null
      readings.delete(keyOf(file))
      return reading
    },
  }
}

const keyOf = ({ contentHash, path }: SourceFile): string => `${contentHash} ${path}`
