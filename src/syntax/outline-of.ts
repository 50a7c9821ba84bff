import { languageOf } from '../outline/language.ts'
import { outlineByLines } from '../outline/outline-by-lines.ts'
import type { Outline } from '../outline/shape.ts'
import { grammarOf, READER_VERSION } from './grammars.ts'
import { askParser } from './parse-process.ts'

/** In characters. What is longer is skipped when a repository is read. */
const LONGEST = 1_000_000

/**
 * Outlines one file: by its grammar where there is one and the text can be parsed within bounds, else by rules on its lines.
 * The same text gives the same outline. Throws only where an installation lost a file of its own.
 */
export async function outlineOf(path: string, text: string): Promise<Outline> {
  const language = languageOf(path, text)
  const grammar = grammarOf(language, path)
  const read = grammar === null || text.length > LONGEST || text.trim() === '' ? null : await askParser({ path, text, grammar })
  return read === null ? outlineByLines(path, text) : { language, ...read, headings: [] }
}

/**
 * What an outline depends on besides the text: the grammar, what is taken out of it, and the version of all that. null: no parser is
 * needed.
 */
export function outlineReader(path: string, text: string): string | null {
  const grammar = grammarOf(languageOf(path, text), path)
  if (grammar === null) return null
  const name = path.slice(path.lastIndexOf('/') + 1)
  const role = /\.(?:vue|svelte)$/i.test(name) ? '/page' : /^__init__\./.test(name) ? '/package' : ''
  return `${grammar}${role}/${READER_VERSION}`
}
