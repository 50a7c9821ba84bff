import { isEverydayWord } from './everyday-words.ts'
import { isPathLike } from './path-like.ts'
import { isCommandLike } from './shell-commands.ts'

/** What model-written text points at in the repository. Paths are from its root; lines count from 1, both ends included. */
export type Reference =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'lines'; readonly path: string; readonly from: number; readonly to: number }
  | { readonly kind: 'path-symbol'; readonly path: string; readonly symbol: string }
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'command'; readonly command: string }

const NAME = /^[\p{L}_][\p{L}\p{N}_]*(?:(?:\.|::|#|->|\?\.)[\p{L}_][\p{L}\p{N}_]*)*$/u
const DECLARATION =
  /^(?:(?:export|default|async|static|abstract|pub|def|class|function|fn|func|interface|struct|enum|trait|type|new) )+(?=\S)/
const LINES = /^(.+?)(?::L?|#L)(\d{1,9})(?:[-–]L?(\d{1,9})|:\d+)?((?:, ?L?\d{1,9}(?:[-–]L?\d{1,9})?)*)$/
const IS_COMMIT = /^(?=.*\d)[0-9a-f]{7,40}$/

/** Reads what stands in code font; null where it is no reference: a value, a version, a built-in, a type expression. */
export function parseReference(code: string): Reference | null {
  const text = code.replace(/\s+/g, ' ').trim().replace(/^\$ /, '')
  if (text === '' || text.length > 300) return null
  if (isCommandLike(text)) return { kind: 'command', command: text }
  const symbol = parseSymbol(text)
  const place = parsePlace(text)
  if (place !== null || symbol === null) return place
  // `new Makefile#all`: what is left of a declaration may be a place after all.
  const declared = symbol.includes('#') ? parsePlace(symbol) : null
  return declared ?? { kind: 'symbol', symbol }
}

/** The one spelling of a reference: `parseReference(printReference(reference))` gives it back. */
export function printReference(reference: Reference): string {
  switch (reference.kind) {
    case 'path':
      return isPathLike(reference.path) && !isCommandLike(reference.path) ? reference.path : `./${reference.path}`
    case 'lines':
      return `${reference.path}:${reference.from}${reference.to === reference.from ? '' : `-${reference.to}`}`
    case 'path-symbol':
      return `${reference.path}#${reference.symbol}`
    case 'symbol':
      return isPathLike(reference.symbol) || isCommandLike(reference.symbol) ? `${reference.symbol}()` : reference.symbol
    case 'command':
      return reference.command
  }
}

/** Reads `path`, `path:10-24`, `path#L10-L24`, `path#symbol` and `path::symbol`. Several ranges become one from the first to the last line. */
export function parsePlace(text: string): Reference | null {
  const [, before, from, to, more] = LINES.exec(text) ?? []
  if (before !== undefined && isPathLike(normalisePath(before))) {
    const last = more ? more.match(/\d+/g)?.at(-1) : to
    return { kind: 'lines', path: normalisePath(before), from: Number(from), to: Number(last ?? from) }
  }
  const [, file, rest] = /^(.+?)(?:#|::?)([^/#]+)$/.exec(text) ?? []
  const symbol = rest === undefined ? null : parseSymbol(rest)
  if (file !== undefined && symbol !== null && !/^L\d+$/.test(symbol) && isPathLike(normalisePath(file)))
    return { kind: 'path-symbol', path: normalisePath(file), symbol }
  const path = normalisePath(text)
  return isPathLike(path) || (path !== text && isPathLike(text)) ? { kind: 'path', path } : null
}

/** The dotted name of an identifier, a call or a declaration; null for anything else and for words of the languages themselves. */
function parseSymbol(text: string): string | null {
  const declared = text.replace(DECLARATION, '')
  const name = withoutArguments(declared.replace(/^[@$]/, ''))
    .replace(/[!?]$/, '')
    .replace(/^(?:self|this|cls|super)\./, '')
  if (!NAME.test(name) || name.length < 2 || IS_COMMIT.test(name)) return null
  return isEverydayWord(name) || isEverydayWord(name.split(/[^\p{L}\p{N}_]/u)[0] ?? name) ? null : name
}

/** `sign(value, salt())` -> `sign`; what is no single call stays as it is. */
function withoutArguments(text: string): string {
  const open = text.indexOf('(')
  if (open < 1 || !text.endsWith(')')) return text
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0 && at < text.length - 1) return text
  }
  return depth === 0 ? text.slice(0, open) : text
}

function normalisePath(path: string): string {
  return path.replace(/^(?:\.\/+)+/, '')
}
