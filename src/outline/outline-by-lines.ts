import { readHeadings } from './headings.ts'
import { languageOf } from './language.ts'
import { lineRulesOf } from './line-rules.ts'
import { splitLines } from './lines.ts'
import { MARKS } from './marks.ts'
import { firstParagraph } from './prose.ts'
import { scanLines } from './scan-lines.ts'
import type { Outline } from './shape.ts'

const NOTHING = { docstring: null, symbols: [], imports: [], exports: [], headings: [] } as const

/**
 * Outlines one file by rules on its lines: prose, and code that no grammar reads. Linear in the text, and safe on any text.
 * What the rules do not see is left out; what they report stands on the lines given.
 */
export function outlineByLines(path: string, text: string): Outline {
  const language = languageOf(path, text)
  if (language === 'Markdown' || language === 'reStructuredText') {
    const lines = splitLines(text)
    const paragraph = firstParagraph(lines, language)
    return { ...NOTHING, language, docstring: paragraph?.text ?? null, headings: readHeadings(lines, language) }
  }
  const marks = MARKS[language]
  if (marks === undefined) return { ...NOTHING, language }
  return { ...NOTHING, language, ...scanLines(splitLines(text), lineRulesOf(language, marks)) }
}
