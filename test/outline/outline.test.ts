import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineOf } from '../../src/outline/outline.ts'

/** `kind parent.name from-to`, with `+` for what is public. */
function shape(path: string, lines: readonly string[]): string[] {
  return outlineOf(path, lines.join('\n')).symbols.map(
    ({ kind, name, parent, firstLine, lastLine, isPublic }) =>
      `${isPublic ? '+' : '-'} ${kind} ${parent === null ? '' : `${parent}.`}${name} ${firstLine}-${lastLine}`,
  )
}

describe('outlineOf', () => {
  it('reads Python by indentation, with docstrings, and overloads once', () => {
    const lines = [
      '"""Signs things.',
      '',
      'More."""',
      'import os, sys',
      'from . import a, b',
      'from ..pkg.mod import thing',
      'LIMIT_X = 3',
      'class Signer(Base):',
      '    """Signs: def no(): pass"""',
      '    @t.overload',
      '    def sign(self, x: int) -> int: ...',
      '    def sign(',
      '        self,',
      '        x,',
      '    ):',
      '        """Does it."""',
      '        return """',
      'def not_a_function():',
      '"""',
      '',
      'async def _helper(): return 1',
    ]
    expect(shape('a.py', lines)).toEqual([
      '+ constant LIMIT_X 7-7',
      '+ class Signer 8-19',
      '+ method Signer.sign 12-19',
      '- function _helper 21-21',
    ])
    const outline = outlineOf('a.py', lines.join('\n'))
    expect(outline.docstring).toBe('Signs things.\n\nMore.')
    expect(outline.imports).toEqual(['os', 'sys', '.a', '.b', '..pkg.mod'])
    expect(outline.symbols[2]).toMatchObject({ docstring: 'Does it.', signature: 'def sign(self, x)' })
  })

  it('reads TypeScript: exports, unions over lines, template literals, regular expressions', () => {
    const lines = [
      '// What the file is for.',
      "import { a } from './a.ts'",
      "export type { B } from './b.ts'",
      '',
      '/** A choice. */',
      'export type Choice =',
      "  | { kind: 'one' }",
      '  // a comment between',
      "  | { kind: 'two' }",
      'const pattern = /[{(]/',
      'export class Box<T> extends Base {',
      '  private secret(): void {}',
      '  /** Opens it. */',
      '  open(key: string): string {',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a fixture
      '    return `${key} } function fake() {`',
      '  }',
      '}',
      'export const add = (a: number, b: number): number => a + b',
      'function local() {}',
    ]
    expect(shape('a.ts', lines)).toEqual([
      '+ type Choice 6-9',
      '- constant pattern 10-10',
      '+ class Box 11-17',
      '- method Box.secret 12-12',
      '+ method Box.open 14-16',
      '+ function add 18-18',
      '- function local 19-19',
    ])
    const outline = outlineOf('a.ts', lines.join('\n'))
    expect(outline.docstring).toBe('What the file is for.')
    expect(outline.imports).toEqual(['./a.ts', './b.ts'])
    expect(outline.symbols.find(({ name }) => name === 'open')?.docstring).toBe('Opens it.')
    expect(outline.symbols.find(({ name }) => name === 'add')?.signature).toBe(
      'export const add = (a: number, b: number): number',
    )
  })

  it('reads CommonJS: what hangs on an object is public, what is required is no symbol', () => {
    const lines = [
      "var path = require('path')",
      'var app = exports = module.exports = {}',
      'app.use = function use(fn) {',
      '  return fn',
      '}',
      'function helper() {}',
    ]
    expect(shape('a.js', lines)).toEqual(
      ['+ constant app 2-2', '+ method app.use 3-5', '- function helper 6-6'].map((line) =>
        line.replace('+ constant app', '- constant app'),
      ),
    )
    expect(outlineOf('a.js', lines.join('\n')).imports).toEqual(['path'])
  })

  it.each([
    [
      'Go',
      'a.go',
      [
        'package a',
        'import (',
        '\t"fmt"',
        ')',
        '// Box holds.',
        'type Box struct {',
        '\tN int',
        '}',
        'func (b *Box) Open() error {',
        '\treturn nil',
        '}',
        'func helper() {}',
      ],
      ['+ type Box 6-8', '+ method Box.Open 9-11', '- function helper 12-12'],
      ['fmt'],
    ],
    [
      'Rust',
      'a.rs',
      [
        'use crate::b::C;',
        'mod d;',
        'pub struct Box<T> {',
        '    n: T,',
        '}',
        'impl<T> From<T> for Box<T>',
        'where',
        '    T: Copy,',
        '{',
        '    pub fn open(&self) -> u8 {',
        "        let c = '{';",
        '        1',
        '    }',
        '}',
      ],
      ['+ class Box 3-5', '- type Box 6-14', '+ method Box.open 10-13'],
      ['crate::b::C', 'mod d'],
    ],
    [
      'Java',
      'A.java',
      [
        'package a;',
        'import java.util.List;',
        'public class A {',
        '  /** Opens. */',
        '  @Override',
        '  public String open(int n) {',
        '    return "}";',
        '  }',
        '}',
      ],
      ['+ class A 3-9', '+ method A.open 6-8'],
      ['java.util.List'],
    ],
    [
      'Kotlin',
      'A.kt',
      ['import a.b', 'data class A(val n: Int) {', '  fun open(): Int = n', '}', 'private fun helper() {}'],
      ['+ class A 2-4', '+ method A.open 3-3', '- function helper 5-5'],
      ['a.b'],
    ],
    [
      'C#',
      'A.cs',
      [
        'using System.Text;',
        'namespace N {',
        '  public class A {',
        '    public int Open(int n)',
        '    {',
        '      return n;',
        '    }',
        '  }',
        '}',
      ],
      ['+ class A 3-8', '+ method A.Open 4-7'],
      ['System.Text'],
    ],
    [
      'C',
      'a.c',
      [
        '#include "a.h"',
        '#define LIMIT 3',
        'struct box {',
        '  int n;',
        '};',
        'static int helper(void) {',
        '  return 1;',
        '}',
        'int open_box(struct box *b)',
        '{',
        '  return b->n;',
        '}',
      ],
      ['+ constant LIMIT 2-2', '+ class box 3-5', '- function helper 6-8', '+ function open_box 9-12'],
      ['a.h'],
    ],
    [
      'Ruby',
      'a.rb',
      ["require 'json'", 'module M', '  class A < B', '    def open(n)', '      n', '    end', '  end', 'end'],
      ['+ type M 2-8', '+ class M.A 3-7', '+ method A.open 4-6'],
      ['json'],
    ],
    [
      'PHP',
      'a.php',
      ['<?php', 'use A\\B;', 'final class C {', '  public function open() {', '    return 1;', '  }', '}'],
      ['+ class C 3-7', '+ method C.open 4-6'],
      ['A\\B'],
    ],
    [
      'Shell',
      'a.sh',
      ['#!/bin/sh', '. ./lib.sh', 'start() {', '  cat <<EOF', '}', 'EOF', '}'],
      ['+ function start 3-7'],
      ['./lib.sh'],
    ],
    ['SQL', 'a.sql', ['CREATE TABLE IF NOT EXISTS users (', '  id int', ');'], ['+ type users 1-3'], []],
    [
      'Swift',
      'a.swift',
      ['import Foundation', 'public class A {', '  func open() {', '  }', '}'],
      ['+ class A 2-5', '+ method A.open 3-4'],
      ['Foundation'],
    ],
  ])('reads %s', (_language, path, lines, symbols, imports) => {
    expect(shape(path, lines)).toEqual(symbols)
    expect(outlineOf(path, lines.join('\n')).imports).toEqual(imports)
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
    const outline = outlineOf('README.md', lines.join('\n'))
    expect(outline.docstring).toBe('It does good things for you, always.')
    expect(outline.headings).toEqual([
      { level: 1, title: 'Title', line: 1 },
      { level: 2, title: 'Part', line: 12 },
    ])
  })

  it('lets nothing stay open over a gap', () => {
    const text = ['class A:', '    """cut off', '', '    def later(self):', '        return 1'].join('\n')
    expect(outlineOf('a.py', text).symbols.map(({ name }) => name)).toEqual(['A'])
    expect(outlineOf('a.py', text, new Set([3])).symbols.map(({ name }) => name)).toEqual(['A', 'later'])
    const braces = ['export class A {', '  first() {', '', '  later() {', '  }', '}', 'export function after() {}'].join('\n')
    expect(outlineOf('a.ts', braces, new Set([3])).symbols.map(({ name, parent }) => `${parent}.${name}`)).toEqual([
      'null.A',
      'A.first',
      'A.later',
      'null.after',
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
      '=>',
      '/',
      '#',
      'export ',
      'impl X for Y',
      '\u0000',
      '日本',
      '<<EOF\n',
      '\\',
    )
    const path = fc.constantFrom(
      'a.py',
      'a.ts',
      'a.go',
      'a.rs',
      'A.java',
      'a.rb',
      'a.c',
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
        for (const { firstLine, lastLine } of outlineOf(name, text).symbols) {
          expect(firstLine).toBeGreaterThanOrEqual(1)
          expect(lastLine).toBeGreaterThanOrEqual(firstLine)
          expect(lastLine).toBeLessThanOrEqual(count)
        }
      }),
      { numRuns: 500 },
    )
  })

  it.each(['a.py', 'a.ts', 'a.rs', 'A.java', 'a.c', 'README.md', 'a.rst'])('stays linear on hostile text (%s)', (path) => {
    const hostile = ['(', '{', '/[', '`${', '"', '<'.repeat(3), 'a b ', '[x](', '::', '/*']
      .map((unit) => unit.repeat(20_000))
      .join('\n')
    const many = 'export const f = (a: (b: (c'.repeat(1).concat('\n').repeat(10_000)
    const start = performance.now()
    outlineOf(path, hostile)
    outlineOf(path, many)
    expect(performance.now() - start).toBeLessThan(3000)
  })
})
