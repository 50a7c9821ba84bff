// What the main step tells the post step: whether it holds the repository, and where its state lies.
import { saveState } from '@actions/core'

export const rememberHold = (stateDirectory: string): void => saveState('state-directory', stateDirectory)

/** The runner takes the last value: the post step has nothing left to do. */
export const rememberRelease = (): void => saveState('state-directory', '')
