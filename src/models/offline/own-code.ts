import type { Placed } from './material.ts'

/** Where a function or class within the function begins, that runs later or never. */
const INNER: readonly (readonly [RegExp, RegExp])[] = [
  [/\.(?:[cm]?[jt]sx?)$/, /=>|\bfunction\b|\bclass\s/],
  [
    /\.(?:java|groovy)$/,
    /(?<!\b(?:case\b.*|default\s*))->|\bnew\s+[\w.<>?, ]+\([^;]*\)\s*\{\s*$|^\s*(?:(?:final|static|abstract)\s+)*(?:class|interface)\s/,
  ],
  [/\.(?:kt|scala|swift|cs)$/, /->|=>|\bobject\b\s*[:{]|\{\s*\w+(?:,\s*\w+)*\s+in\b/],
  [/\.go$/, /\bfunc\s*\(/],
  [/\.py$/, /\blambda\b|^\s*(?:async\s+)?def\s|^\s*class\s/],
  [/\.rs$/, /[(,=]\s*(?:move\s+)?\|[^|]*\|/],
  [/\.php$/, /\bfn\s*\(|\bfunction\s*\(/],
  [/\.rb$/, /\blambda\b|->|\bproc\b/],
  [/\.(?:cpp|cc|hpp)$/, /\[[&=\w, ]*\]\s*\([^)]*\)\s*(?:->\s*\w+\s*)?\{/],
]
/** Go carries these out later, whatever line they stand on. */
const LATER = /^\s*(?:defer|go)\b/

/** The code that a function runs itself, line by line: without functions and classes within it, and without what Go puts off. */
export function ownCode({ file, symbol }: Placed): readonly { line: number; text: string }[] {
  const own: { line: number; text: string }[] = []
  const inner = INNER.find(([path]) => path.test(file.path))?.[1]
  const indentOf = (line: number): number => (file.lines[line - 1] ?? '').search(/\S/)
  const outermost = indentOf(symbol.firstLine)
  /** How far in the line stands in which an inner function began. */
  let within: number | null = null
  for (let line = symbol.firstLine; line <= Math.min(symbol.lastLine, symbol.firstLine + 200); line++) {
    const masked = file.masked[line - 1]
    const indent = indentOf(line)
    // An attribute of Rust calls nothing.
    if (masked === undefined || masked.startsInside || indent < 0 || /^\s*#!?\[/.test(masked.code)) continue
    if (within !== null) {
      if (indent > within) continue
      within = null
      if (/^\s*[\])}]/.test(masked.code)) continue
    }
    const isFirst = line === symbol.firstLine
    const text = isFirst ? masked.code.slice(masked.code.indexOf(symbol.name) + symbol.name.length + 1) : masked.code
    // The function's own head is no inner one, on one line or more.
    const isHead = isFirst || indent <= outermost
    const starts = isHead ? -1 : text.search(inner ?? /^\b$/)
    if (starts >= 0 || LATER.test(text)) within = indent
    if (!(file.path.endsWith('.go') && LATER.test(text))) own.push({ line, text: starts < 0 ? text : text.slice(0, starts) })
  }
  return own
}
