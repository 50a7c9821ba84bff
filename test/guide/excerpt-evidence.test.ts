import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExcerptBudget, excerptOf } from '../../src/guide/excerpt-evidence.ts'
import type { Evidence } from '../../src/models/model.ts'
import { outlineByLines } from '../../src/outline/outline-by-lines.ts'
import { outlineOf } from '../../src/syntax/outline-of.ts'

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

async function excerpts(path: string, text: string, sectionId: string, budget: ExcerptBudget): Promise<readonly Evidence[]> {
  return excerptOf({ path, text, outline: await outlineOf(path, text) }, sectionId, budget)
}

describe('excerptOf', () => {
  it('gives a file that fits whole, with its outline', async () => {
    expect(await excerpts('a.py', 'X = 1\n', 'senior/architecture', { maxTokens: 10, countTokens })).toMatchObject([
      { path: 'a.py', text: 'X = 1\n', firstLine: 1, outline: { symbols: [{ name: 'X' }] } },
    ])
  })

  it('gives the head, the class and the member that speaks of the section', async () => {
    const pieces = await excerpts('a.py', FILE, 'senior/errors-and-edges', { maxTokens: 250, countTokens })
    const text = pieces.map((piece) => piece.text).join('\n')
    expect(pieces[0]?.firstLine).toBe(1)
    expect(text).toContain('def failing(self):')
    expect(text).toContain('class Box:')
    expect(pieces.length).toBeGreaterThan(1)
    expect(await excerpts('a.py', FILE, 'senior/errors-and-edges', { maxTokens: 250, countTokens })).toEqual(pieces)
  })

  it('takes a comment along with what it speaks of', async () => {
    const text = `${'let x = 1;\n'.repeat(60)}\n/**\n * Explains it.\n */\nexport function thrower() {\n  throw new Error('no')\n}\n${'let y = 1;\n'.repeat(60)}`
    const pieces = await excerpts('a.ts', text, 'senior/errors-and-edges', { maxTokens: 130, countTokens })
    expect(pieces.map((piece) => piece.text).join('\n')).toContain(' * Explains it.\n */\nexport function thrower() {')
  })

  it('never fits a line that is too long', async () => {
    expect(await excerpts('a.js', 'x'.repeat(100_000), 'senior/architecture', { maxTokens: 100, countTokens })).toEqual([])
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
          const file = { path, text, outline: outlineByLines(path, text) }
          const pieces = excerptOf(file, 'senior/errors-and-edges', { maxTokens, countTokens })
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
