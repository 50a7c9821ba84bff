import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from '../../src/guide/excerpt-evidence.ts'

const countTokens = (text: string): number => Math.ceil(text.length / 4)
const FILE = [
  '"""Head of the file."""',
  '',
  'import os',
  '',
  ...Array.from({ length: 30 }, (_, n) => `X${n} = ${n}`),
  '',
  'class Box:',
  '    """Holds."""',
  '',
  ...Array.from({ length: 20 }, (_, n) => [
    `    def plain${n}(self):`,
    ...Array.from({ length: 6 }, (__, m) => `        self.a${m} = ${m}`),
    '',
  ]).flat(),
  '    def failing(self):',
  ...Array.from({ length: 5 }, () => '        raise ValueError("no")'),
  '',
].join('\n')

describe('excerptOf', () => {
  it('gives a file that fits whole', () => {
    expect(excerptOf('a.py', 'x = 1\n', 'senior/architecture', { maxTokens: 10, countTokens })).toEqual([
      { path: 'a.py', text: 'x = 1\n', firstLine: 1 },
    ])
  })

  it('gives the head, the class and the member that speaks of the section', () => {
    const pieces = excerptOf('a.py', FILE, 'senior/errors-and-edges', { maxTokens: 250, countTokens })
    const text = pieces.map((piece) => piece.text).join('\n')
    expect(pieces[0]?.firstLine).toBe(1)
    expect(text).toContain('def failing(self):')
    expect(text).toContain('class Box:')
    expect(pieces.length).toBeGreaterThan(1)
    expect(excerptOf('a.py', FILE, 'senior/errors-and-edges', { maxTokens: 250, countTokens })).toEqual(pieces)
  })

  it('takes a comment along with what it speaks of', () => {
    const text = `${'let x = 1;\n'.repeat(60)}\n/**\n * Explains it.\n */\nexport function thrower() {\n  throw new Error('no')\n}\n${'let y = 1;\n'.repeat(60)}`
    const pieces = excerptOf('a.ts', text, 'senior/errors-and-edges', { maxTokens: 130, countTokens })
    expect(pieces.map((piece) => piece.text).join('\n')).toContain(' * Explains it.\n */\nexport function thrower() {')
  })

  it('never fits a line that is too long', () => {
    expect(excerptOf('a.js', 'x'.repeat(100_000), 'senior/architecture', { maxTokens: 100, countTokens })).toEqual([])
  })

  it('keeps within the budget, in order, with whole lines at their numbers', () => {
    const line = fc.oneof(
      fc.constantFrom('class A:', '    def f(self):', '        raise X', '# Title', '', '```', 'export function g() {', '}'),
      fc.string({ maxLength: 120 }).map((text) => text.replace(/\n/g, ' ')),
    )
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 200 }),
        fc.integer({ min: 1, max: 600 }),
        fc.constantFrom('a.py', 'a.ts', 'a.md', 'a.txt'),
        (lines, maxTokens, path) => {
          const text = lines.join('\n')
          const pieces = excerptOf(path, text, 'senior/errors-and-edges', { maxTokens, countTokens })
          let after = 0
          for (const piece of pieces) {
            const taken = piece.text.split('\n')
            expect(piece.firstLine).toBeGreaterThan(after)
            expect(taken).toEqual(text.split('\n').slice(piece.firstLine - 1, piece.firstLine - 1 + taken.length))
            after = piece.firstLine + taken.length - 1
          }
          expect(pieces.reduce((sum, piece) => sum + countTokens(piece.text), 0)).toBeLessThanOrEqual(maxTokens)
        },
      ),
      { numRuns: 200 },
    )
  })
})
