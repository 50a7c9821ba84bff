// The two questions that rules ask of a failure. Codes have one spelling (`toCode`); words are families, never one known sentence.
import type { Reading } from './reading.ts'

export const hasCode = (reading: Reading, pattern: RegExp): boolean => [...reading.codes].some((code) => pattern.test(code))

export const says = (reading: Reading, ...patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(reading.sentences))
