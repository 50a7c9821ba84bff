// What of the repository is read and what is not, as far as it was decided before: asked before the state is opened for work.
import type { Choice, KnownChoices } from '../repository/select-files.ts'
import { findKnownFile, type KnownFile, keepKnownFiles } from '../store/known-files.ts'
import { openStore, type Store } from '../store/open.ts'

/** Goes up whenever the same content may be chosen otherwise: rules of skipping, encodings, languages. */
const WHAT = 'choice/1'

export interface ChoiceMemory extends KnownChoices {
  /** Nothing is looked up any more. */
  close(): void
  /** Writes what was decided anew. */
  keep(store: Store): void
}

/** The memory in a state folder; an empty one where there is no state, or none that can be read: whoever opens it for work says why. */
export function openKnownChoices(directory: string): ChoiceMemory {
  let store: Store | null | undefined
  const fresh: KnownFile[] = []
  return {
    find(contentHash, path) {
      store = store === undefined ? openToRead(directory) : store
      const known = store === null ? null : findKnownFile(store, contentHash, path, WHAT)
      return known === null ? null : (JSON.parse(known) as Choice)
    },
    note(contentHash, path, choice) {
      fresh.push({ contentHash, path, what: WHAT, facts: JSON.stringify(choice) })
    },
    close: () => store?.close(),
    keep: (to) => keepKnownFiles(to, fresh.splice(0)),
  }
}

function openToRead(directory: string): Store | null {
  try {
    return openStore(directory, { readOnly: true, mustExist: true })
  } catch {
    return null
  }
}
