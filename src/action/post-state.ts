// What the main step tells the post step: whether it holds the repository, and where its state lies.
import { getState, saveState } from '@actions/core'

export const rememberHold = (stateDirectory: string): void => saveState('state-directory', stateDirectory)

/** The runner takes the last value: the post step has nothing left to do. */
export const rememberRelease = (): void => saveState('state-directory', '')

/** null: the main step has given back what it held, or never held anything. */
export const heldState = (): string | null => getState('state-directory') || null
