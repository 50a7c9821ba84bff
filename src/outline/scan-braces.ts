import { commentAbove, fileComment } from './doc-comment.ts'
import { addImports } from './imports.ts'
import { type MaskedLine, maskLines } from './mask.ts'
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

interface Scan {
  readonly lines: readonly string[]
  readonly masked: readonly MaskedLine[]
  readonly rules: LanguageRules
  readonly symbols: Draft[]
  readonly open: OpenSymbol[]
  /** Symbols that add members to a type declared elsewhere. */
  readonly extensions: Set<Draft>
  braces: number
  brackets: number
  /** How many braces enclose what counts as the top: one within `namespace x {`. */
  topBraces: number
}

/** Outlines a language whose bodies stand in braces. */
export function scanBraces(
  lines: readonly string[],
  rules: LanguageRules,
  restarts?: ReadonlySet<number>,
): Omit<Outline, 'language' | 'headings'> {
  const masked = maskLines(lines, rules.syntax, restarts)
  const imports = new Set<string>()
  const scan: Scan = { lines, masked, rules, symbols: [], open: [], extensions: new Set(), braces: 0, brackets: 0, topBraces: 0 }
  for (const [index, raw] of lines.entries()) {
    const { code, startsInside } = masked[index] ?? { code: '', startsInside: false }
    const trimmed = raw.trim()
    const indent = raw.length - raw.trimStart().length
    if (restarts?.has(index) === true) restart(scan, index, indent)
    if (!startsInside && trimmed !== '' && raw.length <= LONGEST_LINE && (code[indent] ?? ' ') !== ' ') {
      addImports(imports, trimmed, rules)
      readDeclaration(scan, { index, indent, trimmed })
    }
    countBrackets(scan, code)
    closeSymbols(scan, { index, code, next: nextCode(masked, index) })
  }
  for (const { symbol } of scan.open) symbol.lastLine = lines.length
  markPublic(scan.symbols, lines, rules)
  return { docstring: fileComment(lines, rules), symbols: scan.symbols, imports: [...imports] }
}

/** After a gap, indentation is all that tells where a line stands: at the edge nothing is open, deeper the classes are. */
function restart(scan: Scan, index: number, indent: number): void {
  const { open } = scan
  while (open.length > 0 && (indent === 0 || !isContainer(open.at(-1)?.symbol))) {
    const closed = open.pop()
    if (closed !== undefined) closed.symbol.lastLine = Math.max(closed.symbol.firstLine, index)
  }
  const container = open.at(-1)
  scan.braces = container === undefined ? scan.topBraces : container.braces + 1
  scan.brackets = container?.brackets ?? 0
}

function readDeclaration(scan: Scan, at: { index: number; indent: number; trimmed: string }): void {
  const { rules, open, symbols } = scan
  // In code as people format it, a declaration in the first column is never inside another one: mend a lost count there.
  if (at.indent === 0 && (scan.braces > scan.topBraces || scan.brackets > 0) && matchRule(at.trimmed, rules, 'top') !== null) {
    for (const { symbol } of open.splice(0)) symbol.lastLine = at.index
    scan.braces = scan.topBraces
    scan.brackets = 0
  }
  const container = open.at(-1)
  const isTop = container === undefined && scan.braces === scan.topBraces && scan.brackets === 0
  const isMember =
    container !== undefined &&
    isContainer(container.symbol) &&
    scan.braces === container.braces + 1 &&
    scan.brackets === container.brackets
  const match = isTop || isMember ? matchRule(at.trimmed, rules, isTop ? 'top' : 'member') : null
  if (match !== null && symbols.length < MOST_SYMBOLS) {
    const symbol = draft(scan, at, { ...match, container: isMember ? container.symbol : null })
    if (match.addsMembers) scan.extensions.add(symbol)
    symbols.push(symbol)
    open.push({ symbol, braces: scan.braces, brackets: scan.brackets, opened: false })
  } else if (isTop && TRANSPARENT.test(at.trimmed)) scan.topBraces = scan.braces + 1
}

function draft(scan: Scan, at: { index: number; trimmed: string }, match: Match & { readonly container: Draft | null }): Draft {
  const { lines, masked, rules } = scan
  const { kind, name, owner, addsMembers, container } = match
  return {
    kind: container !== null && kind === 'function' ? 'method' : kind,
    name,
    signature: signatureFrom(lines, masked, at.index),
    firstLine: at.index + 1,
    lastLine: at.index + 1,
    docstring: commentAbove(lines, at.index, rules),
    isPublic:
      !addsMembers &&
      rules.isPublic(container === null ? at.trimmed : ` ${at.trimmed}`, name) &&
      (container === null || container.isPublic || scan.extensions.has(container)),
    parent: container?.name ?? owner,
  }
}

function countBrackets(scan: Scan, code: string): void {
  for (const character of code) {
    if (character === '{') {
      scan.braces++
      const last = scan.open.at(-1)
      if (last !== undefined && scan.brackets === last.brackets) last.opened = true
    } else if (character === '}') scan.braces = Math.max(0, scan.braces - 1)
    else if (character === '(' || character === '[') scan.brackets++
    else if (character === ')' || character === ']') scan.brackets = Math.max(0, scan.brackets - 1)
  }
  if (scan.braces < scan.topBraces) scan.topBraces = scan.braces
}

const isContainer = (symbol: Draft | undefined): boolean => symbol?.kind === 'class' || symbol?.kind === 'type'

interface Match {
  readonly kind: SymbolRule['kind']
  readonly name: string
  /** The type that the line itself names as owner, as Go's receivers do. */
  readonly owner: string | null
  readonly addsMembers: boolean
}

/** The first rule that fits a trimmed line at this place. */
function matchRule(trimmed: string, rules: LanguageRules, where: 'top' | 'member'): Match | null {
  for (const rule of rules.symbols) {
    if (rule.where !== 'any' && rule.where !== where) continue
    const groups = rule.pattern.exec(trimmed)?.groups
    const name = groups?.name
    if (name !== undefined && name !== '_')
      return { kind: rule.kind, name, owner: groups?.owner ?? null, addsMembers: rule.addsMembers === true }
  }
  return null
}

interface LineEnd {
  readonly index: number
  readonly code: string
  /** The next code, to see whether it goes on there. */
  readonly next: string
}

function closeSymbols({ open, braces, brackets, rules }: Scan, end: LineEnd): void {
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (braces > last.braces || brackets > last.brackets) return
    const goesOn =
      GOES_ON.test(end.code) ||
      CONTINUES.test(end.next) ||
      (rules.terminated === true && last.symbol.kind !== 'constant' && !/[;,}]\s*$/.test(end.code))
    const isWhole = last.opened ? !/^[|&.]/.test(end.next) : !goesOn
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

/** Names exported apart from their declaration. */
function markPublic(symbols: Draft[], lines: readonly string[], rules: LanguageRules): void {
  if (rules.exportsByList !== true) return
  const exported = new Set<string>()
  for (const line of lines) {
    const list = /^(?:export\s*(?:type\s*)?|(?:exports\s*=\s*)?module\.exports\s*=\s*)(?:\{([^}]{0,2000})\}?|([\w$]+))\s*;?/.exec(
      line,
    )
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
  for (const symbol of symbols) {
    if (exported.has(symbol.name)) symbol.isPublic = true
  }
  const publicOwners = new Set(symbols.filter((symbol) => symbol.parent === null && symbol.isPublic).map((symbol) => symbol.name))
  for (const symbol of symbols) {
    if (symbol.parent !== null && publicOwners.has(symbol.parent) && !/^(?:private|protected)\b|^[#_]/.test(symbol.signature))
      symbol.isPublic = true
  }
}
