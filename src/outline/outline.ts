import { readHeadings } from './headings.ts'
import { languageOf } from './language.ts'
import { splitLines } from './lines.ts'
import { firstParagraph } from './prose.ts'
import { RULES } from './rules/table.ts'
import { scanBraces } from './scan-braces.ts'
import { scanIndents } from './scan-indents.ts'
import type { Outline } from './shape.ts'

/**
 * Outlines one file by rules on its lines: no parser, linear in the text, and safe on any text.
 * What the rules do not see is left out; what they report stands on the lines given. `restarts` are the lines (from 0) before which
 * text is missing: no string and no bracket stays open over such a gap.
 */
export function outlineOf(path: string, text: string, restarts?: ReadonlySet<number>): Outline {
  const language = languageOf(path, text)
  if (language === 'Markdown' || language === 'reStructuredText') {
    const lines = splitLines(text)
    const paragraph = firstParagraph(lines, language)
    return { language, docstring: paragraph?.text ?? null, symbols: [], imports: [], headings: readHeadings(lines, language) }
  }
  const rules = RULES[language]
  if (rules === undefined) return { language, docstring: null, symbols: [], imports: [], headings: [] }
  const lines = splitLines(text)
  const found = rules.blocks === 'braces' ? scanBraces(lines, rules, restarts) : scanIndents(lines, rules, restarts)
  return { language, ...found, headings: [] }
}
