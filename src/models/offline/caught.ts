import type { Placed } from './material.ts'

/** Whether a line raises an error. */
export const isRaised = (line: string): boolean => /^\s*(?:\}?\s*else\s+)?(?:if\s*\(.*\)\s*)?(?:raise|throw)\b/.test(line)

/** Whether a line of a function stands in a block that the same function guards with a handler of its own. */
export function isCaughtWithin({ file, symbol }: Placed, line: number): boolean {
  const indentOf = (text: string): number => text.search(/\S/)
  let least = indentOf(file.lines[line - 1] ?? '')
  for (let above = line - 1; above > symbol.firstLine; above--) {
    const text = file.masked[above - 1]?.code ?? ''
    const indent = indentOf(text)
    if (indent < 0 || indent >= least) continue
    least = indent
    if (/^\s*(?:try|begin)\b/.test(text)) return hasHandler({ file, symbol }, above, indent)
  }
  return false
}

/** A `try` with nothing but a `finally` catches nothing. */
function hasHandler({ file, symbol }: Placed, from: number, indent: number): boolean {
  for (let below = from + 1; below <= symbol.lastLine; below++) {
    const text = file.masked[below - 1]?.code ?? ''
    const at = text.search(/\S/)
    if (at < 0 || at > indent) continue
    if (/^\s*\}?\s*(?:except|catch|rescue)\b/.test(text)) return true
    if (at < indent || !/^\s*[})\]]/.test(text)) return false
  }
  return false
}
