import { plainText, sentencesOf } from '../../outline/plain-text.ts'
import type { OutlineSymbol } from '../../outline/shape.ts'
import { cite, code, told } from './markdown-text.ts'
import type { Material, Placed, ReadFile } from './material.ts'

/** A line of code that matched; `line` counts from 1. */
export interface Hit {
  readonly file: ReadFile
  readonly line: number
  readonly text: string
  readonly match: RegExpExecArray
}

/** A sentence of the repository's prose or docstrings, plain, with the lines it was taken from. */
export interface Saying {
  readonly file: ReadFile
  readonly from: number
  readonly to: number
  readonly text: string
}

interface Limits {
  readonly most: number
  readonly perFile?: number
  /** Places that were told before, as cited. */
  readonly except?: readonly string[]
  /** Sentences of the changelog count too. */
  readonly withChangelog?: boolean
  /** Of what matches, which sentence of a paragraph is taken. */
  readonly accepts?: (text: string, paragraph: string) => boolean
}

/** Lines of code, not of comments or within strings over lines, that match. Spread over the files. */
export function findLines(files: readonly ReadFile[], pattern: RegExp, { most, perFile = most }: Limits): readonly Hit[] {
  const hits: Hit[] = []
  for (const file of files) {
    let inFile = 0
    for (const [index, text] of file.lines.entries()) {
      if (hits.length >= most) return hits
      if (inFile >= perFile) break
      const masked = file.masked[index]
      if (text.length > 300 || masked === undefined || masked.startsInside || masked.code.trim() === '') continue
      const match = pattern.exec(text)
      if (match === null || (masked.code[match.index] === ' ' && text[match.index] !== ' ')) continue
      hits.push({ file, line: index + 1, text: text.trim(), match })
      inFile++
    }
  }
  return hits
}

/** Comments that match, those in strings and regular expressions left aside. */
export function findComments(files: readonly ReadFile[], pattern: RegExp): readonly { file: ReadFile; line: number }[] {
  return files.flatMap((file) =>
    file.lines.flatMap((text, index) => {
      const match = text.length < 300 ? pattern.exec(text) : null
      return match !== null && isComment(text, file.masked[index], match.index) ? [{ file, line: index + 1 }] : []
    }),
  )
}

const COMMENT = /^\s*(?:\/\/|\/\*|#|--|<!--)/

function isComment(text: string, masked: ReadFile['masked'][number] | undefined, at: number): boolean {
  if (masked === undefined) return false
  if (masked.startsInside) return /^\s*\*/.test(text) && (masked.code[at] ?? ' ') === ' '
  let from = at
  while (from > 0 && masked.code[from - 1] === ' ') from--
  // Quotes stay in what is masked: after an odd number of them stands the inside of a string.
  const quotes = masked.code.slice(0, from).match(/["'`]/g)?.length ?? 0
  return (masked.code[at] ?? ' ') === ' ' && quotes % 2 === 0 && COMMENT.test(text.slice(from))
}

/** Sentences in docs and docstrings that match, each once. */
export function findSayings(
  material: Material,
  pattern: RegExp,
  { most, perFile = 2, except = [], withChangelog = false, accepts = () => true }: Limits,
): readonly Saying[] {
  const found: Saying[] = []
  const seen = new Set<string>()
  for (const file of material.files) {
    if (file.kind === 'licence' || file.kind === 'contributing' || (file.kind === 'changelog' && !withChangelog)) continue
    let inFile = 0
    for (const paragraph of paragraphsOf(file)) {
      if (except.some((told) => told.includes(cite(file, paragraph.from, paragraph.to)))) continue
      for (const text of sentencesOf(paragraph.text)) {
        if (found.length >= most) return found
        if (
          inFile >= perFile ||
          text.length < 30 ||
          text.length > 320 ||
          seen.has(text) ||
          !pattern.test(text) ||
          !isSentence(text) ||
          !accepts(text, paragraph.text)
        )
          continue
        seen.add(text)
        found.push({ file, from: paragraph.from, to: paragraph.to, text })
        inFile++
      }
    }
  }
  return found
}

/** What a sentence speaks of stands in it, not in one before. */
export const standsAlone = (text: string): boolean =>
  !/^(?:It|This|These|They|That|Those|Such|Note|However|But|And|Also|Otherwise|Instead|Therefore|Thus|Hence|So|Then|Since)\b|\bthis (?:method|function|class|type|returns|will)\b/i.test(
    text,
  )

/** A sentence with its place; of a comment with the name that it speaks of. */
export function sayingTold({ file, from, to, text }: Saying, most: number): string {
  const owner = file.prose === null ? (symbolAt(file, from) ?? symbolAt(file, to + 1)) : null
  return `${owner === null ? '' : `${code(owner.symbol.name)}: `}${told(text, most)} (${cite(file, from, to)})`
}

function isSentence(text: string): boolean {
  if (/^(?:Here|For example|In this|Let's)\b|\bdonat\w+|\bsponsor/i.test(text)) return false
  return /^["“(]?\p{Lu}/u.test(text) && /[.!?:]["”)]?$/.test(text) && !/[{}=]|\$ |;$/.test(text)
}

function paragraphsOf(file: ReadFile): readonly { text: string; from: number; to: number }[] {
  if (file.prose !== null) {
    return file.prose.paragraphs.map(({ text, firstLine, lastLine }) => ({ text, from: firstLine, to: lastLine }))
  }
  return file.outline.symbols.flatMap((symbol) => {
    // What follows the first directive or parameter list is reference, not prose.
    const prose = (symbol.docstring ?? '').split(/\n\s*(?:\.\. |:param|:return|@\w)/)[0] ?? ''
    return prose === '' ? [] : [{ text: plainText(prose), ...docstringPlace(file, symbol, prose) }]
  })
}

/** Where a docstring stands: within its symbol or right above it. */
function docstringPlace(file: ReadFile, { firstLine, lastLine }: OutlineSymbol, docstring: string): { from: number; to: number } {
  const lines = docstring.split('\n')
  const first = lines[0]?.trim() ?? ''
  for (let line = Math.max(1, firstLine - lines.length - 6); first.length > 3 && line <= firstLine + 30; line++) {
    if (file.lines[line - 1]?.includes(first) === true)
      return { from: line, to: Math.min(line + lines.length - 1, file.lines.length) }
  }
  // Its lines were not given: Python's stand in what they speak of, all others right above.
  return file.path.endsWith('.py')
    ? { from: firstLine, to: Math.min(firstLine + lines.length, lastLine) }
    : { from: Math.max(1, firstLine - lines.length - 1), to: firstLine }
}

/** The innermost symbol that a line stands in. */
export function symbolAt(file: ReadFile, line: number): Placed | null {
  let best: Placed | null = null
  for (const symbol of file.outline.symbols) {
    if (symbol.firstLine > line || symbol.lastLine < line) continue
    if (best === null || symbol.lastLine - symbol.firstLine <= best.symbol.lastLine - best.symbol.firstLine)
      best = { file, symbol }
  }
  return best
}
