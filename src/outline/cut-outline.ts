import type { Outline } from './shape.ts'

/**
 * What an outline tells of the lines that are known: what is declared on them. A symbol ends where its lines stop being known: what
 * stands in a gap may be of another one.
 */
export function outlineWithin(outline: Outline, isKnown: (line: number) => boolean): Outline {
  const symbols = outline.symbols
    .filter(({ firstLine }) => isKnown(firstLine))
    .map((symbol) => {
      let last = symbol.firstLine
      while (last < symbol.lastLine && isKnown(last + 1)) last++
      return last === symbol.lastLine ? symbol : { ...symbol, lastLine: last }
    })
  const exports = outline.exports.filter(({ line }) => isKnown(line))
  const headings = outline.headings.filter(({ line }) => isKnown(line))
  return { ...outline, symbols, exports, headings }
}

/** The outline of a part of a file: `count` lines from `firstLine` on, numbered from 1. Only the first part speaks for the file. */
export function outlineOfPart(outline: Outline, firstLine: number, count: number): Outline {
  const within = outlineWithin(outline, (line) => line >= firstLine && line < firstLine + count)
  const moved = firstLine - 1
  return {
    language: outline.language,
    docstring: firstLine === 1 ? outline.docstring : null,
    symbols: within.symbols.map((one) => ({ ...one, firstLine: one.firstLine - moved, lastLine: one.lastLine - moved })),
    imports: firstLine === 1 ? outline.imports : [],
    exports: within.exports.map((one) => ({ ...one, line: one.line - moved })),
    headings: within.headings.map((one) => ({ ...one, line: one.line - moved })),
  }
}
