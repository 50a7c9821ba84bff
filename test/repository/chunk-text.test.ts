import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chunkText } from '../../src/repository/chunk-text.ts'
import { countTokens } from '../../src/repository/count-tokens.ts'

const oneACharacter = (text: string) => text.length

it('gives a small text back whole', () => {
  expect(chunkText('a\nb\n', 100, oneACharacter)).toEqual([{ part: 1, of: 1, firstLine: 1, text: 'a\nb\n' }])
  expect(chunkText('', 100, oneACharacter)).toEqual([{ part: 1, of: 1, firstLine: 1, text: '' }])
})

it('cuts at line ends, and after a blank line where one is near the limit', () => {
  expect(chunkText('aaa\nbbb\nccc\n', 8, oneACharacter)).toEqual([
    { part: 1, of: 2, firstLine: 1, text: 'aaa\nbbb\n' },
    { part: 2, of: 2, firstLine: 3, text: 'ccc\n' },
  ])
  expect(chunkText('aaaa\nbb\n\nc\nd\ne\n', 11, oneACharacter).map((chunk) => chunk.text)).toEqual(['aaaa\nbb\n\n', 'c\nd\ne\n'])
  // Too far back: most of the room would stay empty.
  expect(chunkText('a\n\nbbbb\ncccc\ndddd\n', 14, oneACharacter).map((chunk) => chunk.text)).toEqual([
    'a\n\nbbbb\ncccc\n',
    'dddd\n',
  ])
})

it('cuts a line that is too long by characters, never through one', () => {
  const chunks = chunkText('x\n😀😀😀😀\ny', 5, oneACharacter)
  expect(chunks.map((chunk) => chunk.text)).toEqual(['x\n', '😀😀', '😀😀\n', 'y'])
  expect(chunks.map((chunk) => chunk.firstLine)).toEqual([1, 2, 2, 3])
})

it('joins to the whole text, within the limit, with the right first lines', () => {
  const lines = fc.array(fc.oneof(fc.constantFrom('', '  ', 'word word', '日本'), fc.string({ unit: 'grapheme', maxLength: 60 })))
  fc.assert(
    fc.property(lines, fc.integer({ min: 4, max: 40 }), (parts, limit) => {
      const text = parts.join('\n')
      const chunks = chunkText(text, limit, countTokens)
      expect(chunks.map((chunk) => chunk.text).join('')).toBe(text)
      let before = ''
      for (const [i, chunk] of chunks.entries()) {
        expect(chunk).toMatchObject({ part: i + 1, of: chunks.length, firstLine: before.split('\n').length })
        if ([...chunk.text].length > 1) expect(countTokens(chunk.text)).toBeLessThanOrEqual(limit)
        before += chunk.text
      }
    }),
    { seed: 7, numRuns: 200 },
  )
})

it('takes linear time on one long line', () => {
  const line = 'const a = [1, 2, 3];'.repeat(25_000)
  const start = performance.now()
  expect(chunkText(line, 2_000, countTokens).length).toBeGreaterThan(50)
  expect(performance.now() - start).toBeLessThan(5_000)
})
