/** Raise it when a reader of answers learns to read more: stored answers are then read again before anything is bought again. */
export const READER_VERSION = 1
