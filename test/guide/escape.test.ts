import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeText, showCode } from '../../src/guide/escape.ts'
import { parseMarkdown } from '../../src/guide/markdown.ts'

test.each([
  ['src/my_file.ts', '`src/my_file.ts`'],
  ['a`b.ts', 'a\\`b.ts'],
  ['<script>.ts', '&lt;script&gt;.ts'],
  ['a\nb\u202ec.ts', '`a\\nb\\u202ec.ts`'],
  [' lead', ' lead'],
  ['@team/a&b', '@&#8203;team/a&amp;b'],
])('showCode(%j) is %j', (value, expected) => {
  expect(showCode(value)).toBe(expected)
})

test('escaped text is one paragraph of plain text that reads as the value', () => {
  const character = fc.oneof(
    fc.constantFrom(...'`*_[]()<>&#@!|~\\-+=.:/"\'1a \n'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(
      fc.array(character, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
      (value) => {
        const [paragraph, ...rest] = parseMarkdown(`x ${escapeText(value)} x`).children
        expect(rest).toEqual([])
        expect(paragraph).toMatchObject({ type: 'paragraph', children: [{ type: 'text' }] })
      },
    ),
    { numRuns: 3_000 },
  )
})
