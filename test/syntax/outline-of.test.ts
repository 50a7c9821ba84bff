import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineByLines } from '../../src/outline/outline-by-lines.ts'
import { GRAMMARS } from '../../src/syntax/grammars.ts'
import { outlineOf, outlineReader } from '../../src/syntax/outline-of.ts'
import { writeOutline } from './write-outline.ts'

const FIXTURES = new URL('../fixtures/outline/', import.meta.url).pathname

const samples = readdirSync(FIXTURES)
  .sort()
  .map((grammar) => {
    const folder = join(FIXTURES, grammar)
    const name = readdirSync(folder).find((file) => file !== 'expected.txt') ?? ''
    const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
    return { grammar, path: `src/${name}`, text: read(name), expected: read('expected.txt') }
  })

describe('outlineOf', () => {
  it('has a sample for every grammar, of which there are at least 20', () => {
    expect(samples.map(({ grammar }) => grammar)).toEqual(Object.keys(GRAMMARS).sort())
    expect(samples.length).toBeGreaterThanOrEqual(20)
  })

  it.each(samples)('tells symbols, ranges, documentation, imports and exports of $grammar', async ({ path, text, expected }) => {
    expect(writeOutline(await outlineOf(path, text))).toBe(expected)
  })

  it('tells the same each time, in any order, and however many ask at once', async () => {
    const first = await Promise.all(samples.map(({ path, text }) => outlineOf(path, text)))
    const second = await Promise.all([...samples].reverse().map(({ path, text }) => outlineOf(path, text)))
    expect(second.reverse()).toEqual(first)
  })

  it('reads CommonJS: what hangs on an object is public, what is required is no symbol', async () => {
    const lines = [
      "var path = require('path')",
      "var debug = require('debug')('box')",
      'var app = exports = module.exports = {}',
      'app.use = function use(fn) {',
      '  return fn',
      '}',
      'function helper() {}',
      'function shown() {}',
      'module.exports.shown = shown',
    ]
    const outline = await outlineOf('a.js', lines.join('\n'))
    expect(outline.symbols.map(({ name, isPublic }) => `${isPublic ? '+' : '-'} ${name}`)).toEqual([
      '- app',
      '+ use',
      '- helper',
      '+ shown',
    ])
    expect(outline.imports).toEqual(['path', 'debug'])
  })

  it('reads the scripts of a page at their lines, and a header of C++ as such', async () => {
    const page = '<template>\n  <p>class No {}</p>\n</template>\n<script lang="ts">\nexport function shown() {}\n</script>\n'
    expect((await outlineOf('a.vue', page)).symbols.map(({ name, firstLine }) => `${name} ${firstLine}`)).toEqual(['shown 5'])
    expect(await outlineOf('a.h', 'namespace a {\nclass B {};\n}\n')).toMatchObject({ language: 'C++', symbols: [{ name: 'B' }] })
    expect(await outlineOf('a.h', 'struct b { int n; };\n')).toMatchObject({ language: 'C', symbols: [{ name: 'b' }] })
  })

  it('takes what a package takes in by name as what it offers', async () => {
    const text = 'from .signer import Signer\nfrom .errors import Bad as Broken\n'
    expect((await outlineOf('box/__init__.py', text)).exports).toEqual([
      { name: 'Signer', line: 1, from: '.signer' },
      { name: 'Broken', line: 2, from: '.errors' },
    ])
    expect((await outlineOf('box/signer.py', text)).exports).toEqual([])
    expect(outlineReader('box/__init__.py', text)).not.toBe(outlineReader('box/signer.py', text))
  })

  it('keeps what stands before and after a piece that is no code', async () => {
    const text = 'export class A {\n  first() {}\n}\n<<<<<<< HEAD ))) {{\nexport function after() {\n  return 1\n}\n'
    const names = (await outlineOf('a.ts', text)).symbols.map(({ name }) => name)
    expect(names).toContain('A')
    expect(names).toContain('first')
  })

  it('falls back to lines where no grammar reads a file', async () => {
    const sql = 'CREATE TABLE users (\n  id int\n);\n'
    expect(await outlineOf('a.sql', sql)).toEqual(outlineByLines('a.sql', sql))
    expect(outlineReader('a.sql', sql)).toBe(null)
  })

  it('answers on any text, with lines that exist', async () => {
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
      '\n',
      '  ',
      'function f() {',
      '=>',
      '#',
      'export ',
      'import ',
      '\u0000',
      '日本',
      '<<EOF\n',
      '\\',
      'private\n',
    )
    const path = fc.constantFrom(...samples.map((sample) => sample.path))
    await fc.assert(
      fc.asyncProperty(path, fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), async (name, pieces) => {
        const text = pieces.join('')
        const count = text.split('\n').length
        for (const { firstLine, lastLine } of (await outlineOf(name, text)).symbols) {
          expect(firstLine).toBeGreaterThanOrEqual(1)
          expect(lastLine).toBeGreaterThanOrEqual(firstLine)
          expect(lastLine).toBeLessThanOrEqual(count)
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('hostile text', () => {
  const LENGTH = 30_000
  const repeated = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length))
  // Each of these uses up the memory, the stack or the time of some grammar's parser.
  const hostile = ['(', '{', 'a=>', '%w('].map(repeated)

  it.each(samples)(
    'is given up in time, and harms no later outline ($grammar)',
    async ({ path, text, expected }) => {
      for (const evil of hostile) {
        const start = performance.now()
        const { symbols } = await outlineOf(path, evil)
        expect(performance.now() - start).toBeLessThan(15_000)
        expect(symbols.length).toBeLessThanOrEqual(3000)
      }
      expect(writeOutline(await outlineOf(path, text))).toBe(expected)
    },
    120_000,
  )

  it('may be one line of 300 kB, or a million lines', async () => {
    const line = `export const data = [${'{"a":1,"b":[2,3]},'.repeat(17_000)}]`
    expect((await outlineOf('a.js', line)).symbols).toMatchObject([
      { name: 'data', signature: 'export const data', firstLine: 1 },
    ])
    expect((await outlineOf('a.py', '\n'.repeat(500_000))).symbols).toEqual([])
    expect((await outlineOf('a.go', 'x'.repeat(1_500_000))).symbols).toEqual([])
  })

  it('names at most 3000 symbols and 200 imports', async () => {
    const text = Array.from({ length: 4000 }, (_, n) => `import 'm${n}'\nexport function f${n}() {}`).join('\n')
    const { symbols, imports } = await outlineOf('a.ts', text)
    expect(symbols.length).toBe(3000)
    expect(imports.length).toBe(200)
  })
})
