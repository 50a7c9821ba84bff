import { commentAbove, fileComment } from './doc-comment.ts'
import { docstringAt } from './docstring.ts'
import { addImports } from './imports.ts'
import { type MaskedLine, maskLines } from './mask.ts'
import type { LanguageRules } from './rules/rules.ts'
import type { Outline, OutlineSymbol } from './shape.ts'
import { signatureFrom } from './signature.ts'

const MOST_SYMBOLS = 3000
const LONGEST_LINE = 400
const CLOSES = /^(?:end\b|\}|\)|\])/

type Draft = { -readonly [Key in keyof OutlineSymbol]: OutlineSymbol[Key] }

/** Outlines a language whose bodies show by their indentation: Python, Ruby, Make, and whatever is not known better. */
export function scanIndents(
  lines: readonly string[],
  rules: LanguageRules,
  restarts?: ReadonlySet<number>,
): Omit<Outline, 'language' | 'headings'> {
  const masked = maskLines(lines, rules.syntax, restarts)
  const imports = new Set<string>()
  const symbols: Draft[] = []
  const open: { symbol: Draft; indent: number }[] = []
  let brackets = 0
  let lastCode = 0
  for (const [index, raw] of lines.entries()) {
    const { code, startsInside } = masked[index] ?? { code: '', startsInside: false }
    const trimmed = raw.trim()
    const indent = raw.length - raw.trimStart().length
    if (restarts?.has(index) === true) brackets = 0
    const isCode = !startsInside && brackets === 0 && (code.trim() !== '' || /^["']/.test(trimmed))
    if (isCode) {
      closeSymbols(open, { trimmed, indent, lastCode, line: index + 1 })
      if (raw.length <= LONGEST_LINE) {
        addImports(imports, trimmed, rules)
        const symbol =
          symbols.length < MOST_SYMBOLS
            ? declared({ lines, masked, index, indent, trimmed }, open.at(-1)?.symbol ?? null, rules)
            : null
        if (symbol !== null) {
          symbols.push(symbol)
          open.push({ symbol, indent })
        }
      }
    }
    if (trimmed !== '' && (code.trim() !== '' || startsInside || isCode)) lastCode = index + 1
    brackets = Math.max(0, brackets + countBrackets(code, rules))
  }
  for (const { symbol } of open) symbol.lastLine = Math.max(symbol.firstLine, lastCode)
  const kept = symbols.filter((symbol) => !/@(?:\w+\.)?overload\b/.test(lines[symbol.firstLine - 2] ?? ''))
  const docstring = rules.syntax.multiline.length > 0 ? docstringAt(lines, 0) : null
  return { docstring: docstring ?? fileComment(lines, rules), symbols: kept, imports: [...imports] }
}

function closeSymbols(
  open: { symbol: Draft; indent: number }[],
  at: { trimmed: string; indent: number; lastCode: number; line: number },
): void {
  for (let last = open.at(-1); last !== undefined && at.indent <= last.indent; last = open.at(-1)) {
    open.pop()
    const closesHere = at.indent === last.indent && CLOSES.test(at.trimmed)
    last.symbol.lastLine = Math.max(last.symbol.firstLine, closesHere ? at.line : at.lastCode)
    if (closesHere) return
  }
}

interface Place {
  readonly lines: readonly string[]
  readonly masked: readonly MaskedLine[]
  readonly index: number
  readonly indent: number
  readonly trimmed: string
}

function declared(place: Place, container: Draft | null, rules: LanguageRules): Draft | null {
  const { lines, masked, index, indent, trimmed } = place
  const isMember = container !== null
  if (isMember && container.kind !== 'class' && container.kind !== 'type') return null
  for (const rule of rules.symbols) {
    if (rule.where === 'top' && indent > 0) continue
    const name = rule.pattern.exec(trimmed)?.groups?.name
    if (name === undefined) continue
    let bodyStart = index + 1
    let depth = countBrackets(masked[index]?.code ?? '', rules)
    while (depth > 0 && bodyStart < lines.length && bodyStart < index + 60)
      depth += countBrackets(masked[bodyStart++]?.code ?? '', rules)
    return {
      kind: isMember && rule.kind === 'function' ? 'method' : rule.kind,
      name,
      signature: signatureFrom(lines, masked, index),
      firstLine: index + 1,
      lastLine: index + 1,
      docstring: (rules.syntax.multiline.length > 0 ? docstringAt(lines, bodyStart) : null) ?? commentAbove(lines, index, rules),
      isPublic: rules.isPublic(trimmed, name) && (container?.isPublic ?? true),
      parent: container?.name ?? null,
    }
  }
  return null
}

function countBrackets(code: string, rules: LanguageRules): number {
  const [opening, closing] = rules.bracesAreBrackets === true ? ['([{', ')]}'] : ['([', ')]']
  let depth = 0
  for (const character of code) {
    if (opening.includes(character)) depth++
    else if (closing.includes(character)) depth--
  }
  return depth
}
