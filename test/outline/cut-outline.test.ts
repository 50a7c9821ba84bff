import { expect, it } from 'vitest'
import { outlineOfPart, outlineWithin } from '../../src/outline/cut-outline.ts'
import type { Outline, OutlineSymbol } from '../../src/outline/shape.ts'

const symbol = (name: string, firstLine: number, lastLine: number): OutlineSymbol => ({
  kind: 'function',
  name,
  signature: `${name}()`,
  firstLine,
  lastLine,
  docstring: null,
  isPublic: true,
  parent: null,
})
const OUTLINE: Outline = {
  language: 'Go',
  docstring: 'Keeps values.',
  symbols: [symbol('first', 2, 4), symbol('long', 5, 20), symbol('last', 21, 22)],
  imports: ['fmt'],
  exports: [{ name: 'other', line: 21, from: 'box' }],
  headings: [{ level: 1, title: 'One', line: 6 }],
}

it('tells of known lines only what is declared on them, and ends a symbol where they stop', () => {
  const known = new Set([1, 2, 3, 4, 5, 6, 7, 21])
  const within = outlineWithin(OUTLINE, (line) => known.has(line))
  expect(within.symbols.map(({ name, firstLine, lastLine }) => `${name} ${firstLine}-${lastLine}`)).toEqual([
    'first 2-4',
    'long 5-7',
    'last 21-21',
  ])
  expect(within).toMatchObject({
    docstring: 'Keeps values.',
    imports: ['fmt'],
    exports: OUTLINE.exports,
    headings: OUTLINE.headings,
  })
})

it('numbers a part from its own first line; only the first speaks for the file', () => {
  const part = outlineOfPart(OUTLINE, 5, 10)
  expect(part.symbols.map(({ name, firstLine, lastLine }) => `${name} ${firstLine}-${lastLine}`)).toEqual(['long 1-10'])
  expect(part).toMatchObject({ docstring: null, imports: [], exports: [], headings: [{ title: 'One', line: 2 }] })
  expect(outlineOfPart(OUTLINE, 1, 4)).toMatchObject({
    docstring: 'Keeps values.',
    imports: ['fmt'],
    symbols: [{ name: 'first' }],
  })
})
