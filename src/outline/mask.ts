import type { Marks } from './marks.ts'

export interface MaskedLine {
  /** The line with comments and the inside of strings blanked; quotes and columns stay. */
  readonly code: string
  /** The line starts within a string or a block comment. */
  readonly startsInside: boolean
}

interface Open {
  readonly close: string
  readonly escapes: boolean
  readonly multiline: boolean
  readonly template: boolean
  readonly heredoc: boolean
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const blank = (text: string): string => ' '.repeat(text.length)

function startPattern(marks: Marks): RegExp {
  const parts: string[] = []
  for (const [open] of marks.blocks) parts.push(escapeRegExp(open))
  for (const open of marks.lines) parts.push(open === '#' ? '(?<![\\w$&{])#(?!\\[)' : escapeRegExp(open))
  for (const [open] of marks.multiline) parts.push(escapeRegExp(open))
  if (marks.characters) parts.push("'(?:\\\\[^\\n']{1,10}|[^'\\\\\\n])'")
  for (const open of marks.quotes) parts.push(escapeRegExp(open))
  if (marks.heredocs) parts.push('<<[-~]?["\']?[A-Z_]{2,40}["\']?')
  if (marks.templates) parts.push('`', '\\{', '\\}')
  if (marks.regularExpressions)
    parts.push('(?<=(?:^|[(,=:[!&|?;{}]|=>|return)\\s{0,8})/(?![/*])(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\])*\\]|[^/\\\\[])+/')
  return new RegExp(parts.join('|'), 'g')
}

const patterns = new WeakMap<Marks, RegExp>()

/**
 * Blanks comments and strings, so that braces and keywords in them do not count. Linear in the text.
 * At a line of `restarts` (from 0) nothing is open: what stood before it is missing.
 */
export function maskLines(lines: readonly string[], marks: Marks, restarts?: ReadonlySet<number>): readonly MaskedLine[] {
  const pattern = patterns.get(marks) ?? startPattern(marks)
  patterns.set(marks, pattern)
  const stack: Open[] = []
  const templateBraces: number[] = []
  return lines.map((line, index) => {
    if (restarts?.has(index) === true) {
      stack.length = 0
      templateBraces.length = 0
    }
    const startsInside = stack.length > 0 && stack.at(-1)?.close !== '}'
    const code = maskLine(line, { pattern, marks, stack, templateBraces })
    while (stack.length > 0 && stack.at(-1)?.multiline === false) stack.pop()
    return { code, startsInside }
  })
}

interface State {
  readonly pattern: RegExp
  readonly marks: Marks
  readonly stack: Open[]
  /** Brace depth within each open `${`. */
  readonly templateBraces: number[]
}

function maskLine(line: string, state: State): string {
  if (line.length > 5000) return blank(line)
  let out = ''
  let at = 0
  while (at < line.length) {
    const open = state.stack.at(-1)
    const isString = open !== undefined && open.close !== '}'
    const step = isString ? skipString(line, at, open, state) : readCode(line, at, state)
    // What closes a string is a quote and stays; what closes a comment does not.
    out += isString
      ? blank(line.slice(at, step.next - step.code.length)) + (open.close === '*/' ? blank(step.code) : step.code)
      : step.code
    at = step.next
  }
  return out
}

interface Step {
  readonly next: number
  readonly code: string
}

function skipString(line: string, from: number, open: Open, state: State): Step {
  if (open.heredoc) {
    if (line.trim() === open.close) state.stack.pop()
    return { next: line.length, code: '' }
  }
  for (let at = from; at < line.length; at++) {
    if (open.escapes && line[at] === '\\') at++
    else if (open.template && line[at] === '$' && line[at + 1] === '{') {
      state.stack.push({ close: '}', escapes: false, multiline: true, template: false, heredoc: false })
      state.templateBraces.push(0)
      return { next: at + 2, code: '' }
    } else if (line.startsWith(open.close, at)) {
      state.stack.pop()
      return { next: at + open.close.length, code: open.close }
    }
  }
  return { next: line.length, code: '' }
}

function readCode(line: string, from: number, state: State): Step {
  const { pattern, marks, stack, templateBraces } = state
  pattern.lastIndex = from
  const match = pattern.exec(line)
  if (match === null) return { next: line.length, code: line.slice(from) }
  const token = match[0]
  const before = line.slice(from, match.index)
  const next = match.index + token.length
  if (token === '{' || token === '}') return { next, code: before + brace(token, stack, templateBraces) }
  const block = marks.blocks.find(([open]) => open === token)
  if (block !== undefined) {
    stack.push({ close: block[1], escapes: false, multiline: true, template: false, heredoc: false })
    return { next, code: before + blank(token) }
  }
  if (marks.lines.includes(token)) return { next: line.length, code: before + blank(line.slice(match.index)) }
  const multiline = marks.multiline.find(([open]) => open === token)
  if (multiline !== undefined) {
    const close = multiline[1]
    stack.push({ close, escapes: close.length > 1, multiline: true, template: false, heredoc: false })
    return { next, code: before + token }
  }
  if (token === '`' && marks.templates) {
    stack.push({ close: '`', escapes: true, multiline: true, template: true, heredoc: false })
    return { next, code: before + token }
  }
  if (marks.quotes.includes(token)) {
    stack.push({ close: token, escapes: true, multiline: false, template: false, heredoc: false })
    return { next, code: before + token }
  }
  if (token.startsWith('<<')) {
    stack.push({ close: token.replace(/[^A-Z_]/g, ''), escapes: false, multiline: true, template: false, heredoc: true })
    // The rest of this line is still code; the heredoc starts on the next one.
    return { next: line.length, code: before + blank(token) + line.slice(next) }
  }
  // A character or a regular expression, whole.
  return { next, code: `${before}"${blank(token.slice(2))}"` }
}

function brace(token: string, stack: Open[], templateBraces: number[]): string {
  const depth = templateBraces.at(-1)
  if (depth === undefined || stack.at(-1)?.close !== '}') return token
  if (token === '{') templateBraces[templateBraces.length - 1] = depth + 1
  else if (depth > 0) templateBraces[templateBraces.length - 1] = depth - 1
  else {
    templateBraces.pop()
    stack.pop()
    return ' '
  }
  return token
}
