import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineByLines } from '../../src/outline/outline-by-lines.ts'

/** `kind parent.name from-to`, with `+` for what is public. */
function shape(path: string, lines: readonly string[]): string[] {
  return outlineByLines(path, lines.join('\n')).symbols.map(
    ({ kind, name, parent, firstLine, lastLine, isPublic }) =>
      `${isPublic ? '+' : '-'} ${kind} ${parent === null ? '' : `${parent}.`}${name} ${firstLine}-${lastLine}`,
  )
}

describe('outlineByLines', () => {
  it.each([
    ['SQL', 'a.sql', ['-- Who may come in.', 'CREATE TABLE IF NOT EXISTS users (', '  id int', ');'], ['+ type users 2-4'], []],
    [
      'Make',
      'Makefile',
      ['include more.mk', '# Runs all tests.', 'test: build', '\tpytest', 'X := 1'],
      ['+ target test 3-4'],
      ['more.mk'],
    ],
    [
      'Protocol Buffers',
      'a.proto',
      [
        'import "b.proto";',
        'service Store {',
        '  rpc Get(Key) returns (Value);',
        '}',
        'message Key {',
        '  string name = 1;',
        '}',
      ],
      ['+ class Store 2-4', '+ method Store.Get 3-3', '+ class Key 5-7'],
      ['b.proto'],
    ],
    [
      'Perl',
      'a.pm',
      ['package Box::Store;', 'use strict;', '# Finds.', 'sub get {', '  return 1;', '}', 'sub _hidden {', '}'],
      ['+ class Box::Store 1-1', '+ function get 4-6', '- function _hidden 7-8'],
      ['strict'],
    ],
    [
      'JavaScript that no grammar could read',
      'a.js',
      ['export class A extends B {', '  /* } */', '}', 'export async function f(', '  a,', ') {', '  return "}"', '}'],
      ['+ class A 1-3', '+ function f 4-8'],
      [],
    ],
  ])('reads %s', (_language, path, lines, symbols, imports) => {
    expect(shape(path, lines)).toEqual(symbols)
    expect(outlineByLines(path, lines.join('\n')).imports).toEqual(imports)
  })

  it('takes the comment above as what a declaration says, and its line as its signature', () => {
    const { symbols } = outlineByLines('Makefile', '# Runs all tests.\n# Twice.\ntest: build\n\tpytest\n')
    expect(symbols).toMatchObject([{ docstring: 'Runs all tests.\nTwice.', signature: 'test: build' }])
  })

  it('finds headings and the first paragraph of Markdown, not badges, code or comments', () => {
    const lines = [
      '# Title',
      '[![badge](x)](y)',
      '<!-- a',
      'comment of some length here -->',
      '',
      'It does **good** things for [you](z), always.',
      '',
      '```sh',
      '# not a heading',
      '```',
      '',
      'Part',
      '----',
    ]
    const outline = outlineByLines('README.md', lines.join('\n'))
    expect(outline.docstring).toBe('It does good things for you, always.')
    expect(outline.headings).toEqual([
      { level: 1, title: 'Title', line: 1 },
      { level: 2, title: 'Part', line: 12 },
    ])
  })

  it('answers on any text, with lines that exist', () => {
    const piece = fc.constantFrom(
      'class A {',
      '}',
      'def f(',
      ')',
      '"""',
      '`',
      '${',
      '/*',
      '*/',
      "'",
      '"',
      '\n',
      '\n\n',
      '  ',
      'function f() {',
      '#',
      'export ',
      '\u0000',
      '日本',
      '<<EOF\n',
      '\\',
    )
    const path = fc.constantFrom(
      'a.py',
      'a.ts',
      'a.go',
      'a.rb',
      'a.lua',
      'a.php',
      'a.sh',
      'README.md',
      'a.rst',
      'a.xyz',
      'Makefile',
      'a.sql',
    )
    fc.assert(
      fc.property(path, fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (name, pieces) => {
        const text = pieces.join('')
        const count = text.split('\n').length
        for (const { firstLine, lastLine } of outlineByLines(name, text).symbols) {
          expect(firstLine).toBeGreaterThanOrEqual(1)
          expect(lastLine).toBeGreaterThanOrEqual(firstLine)
          expect(lastLine).toBeLessThanOrEqual(count)
        }
      }),
      { numRuns: 500 },
    )
  })

  it.each(['a.py', 'a.ts', 'a.rs', 'A.java', 'a.lua', 'a.sql', 'README.md', 'a.rst'])(
    'stays linear on hostile text (%s)',
    (path) => {
      const hostile = ['(', '{', '/[', '`${', '"', '<'.repeat(3), 'a b ', '[x](', '::', '/*', '[[', '--[[']
        .map((unit) => unit.repeat(20_000))
        .join('\n')
      const many = 'export const f = (a: (b: (c\n'.repeat(10_000)
      const start = performance.now()
      outlineByLines(path, hostile)
      outlineByLines(path, many)
      expect(performance.now() - start).toBeLessThan(3000)
    },
  )
})
