import { commentAbove, fileComment } from './doc-comment.ts'
import { addImports } from './imports.ts'
import { maskLines } from './mask.ts'
import type { LanguageRules, SymbolRule } from './rules/rules.ts'
import type { Outline, OutlineSymbol } from './shape.ts'
import { signatureFrom } from './signature.ts'

const MOST_SYMBOLS = 3000
const LONGEST_LINE = 400
const TRANSPARENT = /^(?:export\s+|pub\s+|inline\s+|declare\s+)*(?:namespace|mod|module|extern)\b[^;]*\{\s*$/
const GOES_ON = /(?:=>|->|[=,(+|&?:\\]|\bextends|\bimplements)\s*$/
const CONTINUES = /^(?:[{.|&?:+)=]|where\b|throws\b|extends\b|implements\b|->)/

type Draft = { -readonly [Key in keyof OutlineSymbol]: OutlineSymbol[Key] }
interface OpenSymbol {
  readonly symbol: Draft
  readonly braces: number
  readonly brackets: number
  opened: boolean
}

/** Outlines a language whose bodies stand in braces. */
export function scanBraces(lines: readonly string[], rules: LanguageRules): Omit<Outline, 'language' | 'headings'> {
  const masked = maskLines(lines, rules.syntax)
  const imports = new Set<string>()
  const symbols: Draft[] = []
  const open: OpenSymbol[] = []
  let braces = 0
  let brackets = 0
  let topBraces = 0
  for (const [index, raw] of lines.entries()) {
    const { code, startsInside } = masked[index] ?? { code: '', startsInside: false }
    const trimmed = raw.trim()
    const indent = raw.length - raw.trimStart().length
    if (!startsInside && trimmed !== '' && raw.length <= LONGEST_LINE && (code[indent] ?? ' ') !== ' ') {
      addImports(imports, trimmed, rules)
      // In code as people format it, a declaration in the first column is never inside another one: mend a lost count there.
      if (indent === 0 && (braces > topBraces || brackets > 0) && matchRule(trimmed, rules, 'top') !== null) {
        for (const { symbol } of open.splice(0)) symbol.lastLine = index
        braces = topBraces
        brackets = 0
      }
      const container = open.at(-1)?.symbol
      const isTop = container === undefined && braces === topBraces && brackets === 0
      const isMember =
        container !== undefined &&
        isContainer(container) &&
        braces === (open.at(-1)?.braces ?? 0) + 1 &&
        brackets === open.at(-1)?.brackets
      const match = isTop ? matchRule(trimmed, rules, 'top') : isMember ? matchRule(trimmed, rules, 'member') : null
      if (match !== null && symbols.length < MOST_SYMBOLS) {
        const declaration = isMember ? ` ${trimmed}` : trimmed
        const symbol: Draft = {
          kind: isMember && match.kind === 'function' ? 'method' : match.kind,
          name: match.name,
          signature: signatureFrom(lines, masked, index),
          firstLine: index + 1,
          lastLine: index + 1,
          docstring: commentAbove(lines, index, rules),
          isPublic: rules.isPublic(declaration, match.name) && (container?.isPublic ?? true),
          parent: isMember ? container.name : null,
        }
        symbols.push(symbol)
        open.push({ symbol, braces, brackets, opened: false })
      } else if (isTop && TRANSPARENT.test(trimmed)) topBraces = braces + 1
    }
    for (const character of code) {
      if (character === '{') {
        braces++
        const last = open.at(-1)
        if (last !== undefined && brackets === last.brackets) last.opened = true
      } else if (character === '}') braces = Math.max(0, braces - 1)
      else if (character === '(' || character === '[') brackets++
      else if (character === ')' || character === ']') brackets = Math.max(0, brackets - 1)
    }
    if (braces < topBraces) topBraces = braces
    closeSymbols(open, { index, braces, brackets, code, next: nextCode(masked, index) })
  }
  for (const { symbol } of open) symbol.lastLine = lines.length
  markPublic(symbols, lines, rules)
  return { docstring: fileComment(lines, rules), symbols, imports: [...imports] }
}

const isContainer = (symbol: Draft): boolean => symbol.kind === 'class' || symbol.kind === 'type'

/** The first rule that fits a trimmed line at this place. */
function matchRule(
  trimmed: string,
  rules: LanguageRules,
  where: 'top' | 'member',
): { kind: SymbolRule['kind']; name: string } | null {
  for (const rule of rules.symbols) {
    if (rule.where !== 'any' && rule.where !== where) continue
    const name = rule.pattern.exec(trimmed)?.groups?.name
    if (name !== undefined) return { kind: rule.kind, name }
  }
  return null
}

interface LineEnd {
  readonly index: number
  readonly braces: number
  readonly brackets: number
  readonly code: string
  readonly next: string
}

function closeSymbols(open: OpenSymbol[], end: LineEnd): void {
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (end.braces > last.braces || end.brackets > last.brackets) return
    const isWhole = last.opened ? !/^[|&.]/.test(end.next) : !GOES_ON.test(end.code) && !CONTINUES.test(end.next)
    const isLost = end.index + 1 - last.symbol.firstLine > 12 && !last.opened
    if (!isWhole && !isLost) return
    last.symbol.lastLine = end.index + 1
    open.pop()
  }
}

function nextCode(masked: readonly { readonly code: string }[], index: number): string {
  for (let at = index + 1; at < masked.length && at < index + 3; at++) {
    const code = masked[at]?.code.trim() ?? ''
    if (code !== '') return code
  }
  return ''
}

/** Names exported apart from their declaration, and files that mark nothing. */
function markPublic(symbols: Draft[], lines: readonly string[], rules: LanguageRules): void {
  if (rules.publicByDefault !== true) return
  const exported = new Set<string>()
  for (const line of lines) {
    const list = /^(?:export\s*(?:type\s*)?|module\.exports\s*=\s*)(?:\{([^}]{0,2000})\}?|([\w$]+))\s*;?/.exec(line)
    if (
      list === null ||
      /^export\s+(?:const|let|var|function|class|async|default|type\s+\w|interface|enum|abstract|declare)\b/.test(line)
    )
      continue
    for (const name of (list[1] ?? list[2] ?? '').split(','))
      exported.add(
        name
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s|:/)[0] ?? '',
      )
  }
  const nothingMarked = exported.size === 0 && !symbols.some((symbol) => symbol.isPublic && symbol.parent === null)
  for (const symbol of symbols) {
    if (exported.has(symbol.name)) symbol.isPublic = true
    else if (nothingMarked && symbol.parent === null) symbol.isPublic = !symbol.name.startsWith('_')
  }
  const publicOwners = new Set(symbols.filter((symbol) => symbol.parent === null && symbol.isPublic).map((symbol) => symbol.name))
  for (const symbol of symbols) {
    if (symbol.parent !== null && publicOwners.has(symbol.parent) && !/^(?:private|protected)\b|^[#_]/.test(symbol.signature))
      symbol.isPublic = true
  }
}
