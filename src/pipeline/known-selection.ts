// What of the repository is read and what is not, as it was decided for the commit before: asked before the state is opened for work.
import type { KeyedSelection, Selection, SelectionMemory } from '../repository/selection.ts'
import { findMemory, hasMemory, keepMemory } from '../store/memories.ts'
import { openStore, type Store } from '../store/open.ts'

export interface KnownSelection extends SelectionMemory {
  /** Whether the state remembers nothing of any file. */
  isEmpty(): boolean
  /** Writes what was decided anew. */
  keep(store: Store): void
}

/** The memory in a state folder; an empty one where there is no state, or none that can be read: whoever opens it for work says why. */
export function openKnownSelection(directory: string): KnownSelection {
  let fresh: KeyedSelection | null = null
  return {
    isEmpty: () => !(ask(directory, (store) => hasMemory(store, 'readings')) ?? false),
    last() {
      return ask(directory, (store) => {
        const stored = findMemory(store, 'selection')
        if (stored === null) return null
        // What is damaged throws, and is made anew.
        const { choices, skipped } = JSON.parse(stored.content) as Selection
        return Array.isArray(choices) && !choices.some((one) => !Array.isArray(one)) && Array.isArray(skipped)
          ? { key: stored.key, choices, skipped }
          : null
      })
    },
    note(selection) {
      fresh = selection
    },
    keep(store) {
      if (fresh === null) return
      const { key, ...content } = fresh
      keepMemory(store, 'selection', { key, content: JSON.stringify(content) })
      fresh = null
    },
  }
}

function ask<T>(directory: string, question: (store: Store) => T): T | null {
  try {
    const store = openStore(directory, { readOnly: true, mustExist: true })
    try {
      return question(store)
    } finally {
      store.close()
    }
  } catch {
    return null
  }
}
