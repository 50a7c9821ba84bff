import { commentAbove, fileComment } from './doc-comment.ts'
import type { LineRules } from './line-rules.ts'
import { maskLines } from './mask.ts'
import type { Outline, OutlineSymbol } from './shape.ts'

const MOST_SYMBOLS = 3000
const MOST_IMPORTS = 200
const LONGEST_LINE = 400
const LONGEST_SIGNATURE = 200
const CLOSES = /^(?:end\b|\}|\)|\])/

type Draft = { -readonly [Key in keyof OutlineSymbol]: OutlineSymbol[Key] }

interface Line {
  /** From 0. */
  readonly index: number
  readonly trimmed: string
  readonly indent: number
}

/** Outlines code whose bodies show by their indentation. */
export function scanLines(lines: readonly string[], rules: LineRules): Pick<Outline, 'docstring' | 'symbols' | 'imports'> {
  const masked = maskLines(lines, rules.marks)
  const imports = new Set<string>()
  const symbols: Draft[] = []
  const open: { symbol: Draft; indent: number }[] = []
  let brackets = 0
  let lastCode = 0
  for (const [index, raw] of lines.entries()) {
    const { code, startsInside } = masked[index] ?? { code: '', startsInside: false }
    const trimmed = raw.trim()
    const line = { index, trimmed, indent: raw.length - raw.trimStart().length }
    if (!startsInside && brackets === 0 && code.trim() !== '') {
      closeSymbols(open, line, lastCode)
      if (raw.length <= LONGEST_LINE) {
        addImport(imports, trimmed, rules)
        const symbol = symbols.length < MOST_SYMBOLS ? declared(lines, line, open.at(-1)?.symbol ?? null, rules) : null
        if (symbol !== null) {
          symbols.push(symbol)
          open.push({ symbol, indent: line.indent })
        }
      }
    }
    if (trimmed !== '' && (code.trim() !== '' || startsInside)) lastCode = index + 1
    brackets = Math.max(0, brackets + countBrackets(code))
  }
  for (const { symbol } of open) symbol.lastLine = Math.max(symbol.firstLine, lastCode)
  return { docstring: fileComment(lines, rules), symbols, imports: [...imports] }
}

function closeSymbols(open: { symbol: Draft; indent: number }[], { trimmed, indent, index }: Line, lastCode: number): void {
  for (let last = open.at(-1); last !== undefined && indent <= last.indent; last = open.at(-1)) {
    open.pop()
    const closesHere = indent === last.indent && CLOSES.test(trimmed)
    last.symbol.lastLine = Math.max(last.symbol.firstLine, closesHere ? index + 1 : lastCode)
    if (closesHere) return
  }
}

function declared(lines: readonly string[], line: Line, container: Draft | null, rules: LineRules): Draft | null {
  const { index, trimmed, indent } = line
  if (container !== null && container.kind !== 'class' && container.kind !== 'type') return null
  for (const rule of rules.symbols) {
    if (rule.where === 'top' && indent > 0) continue
    const name = rule.pattern.exec(trimmed)?.groups?.name
    if (name === undefined) continue
    return {
      kind: container !== null && rule.kind === 'function' ? 'method' : rule.kind,
      name,
      signature: trimmed.replace(/[\s{:=;]+$/, '').slice(0, LONGEST_SIGNATURE),
      firstLine: index + 1,
      lastLine: index + 1,
      docstring: commentAbove(lines, index, rules),
      isPublic: rules.isPublic(trimmed, name) && (container?.isPublic ?? true),
      parent: container?.name ?? null,
    }
  }
  return null
}

function addImport(imports: Set<string>, trimmed: string, rules: LineRules): void {
  if (imports.size >= MOST_IMPORTS) return
  const module = rules.imports.map((pattern) => pattern.exec(trimmed)?.[1]).find((found) => found !== undefined)
  if (module !== undefined && module.length <= 160) imports.add(module)
}

function countBrackets(code: string): number {
  let depth = 0
  for (const character of code) {
    if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
  }
  return depth
}
