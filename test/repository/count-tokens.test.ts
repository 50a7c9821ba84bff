import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { countTokens } from '../../src/repository/count-tokens.ts'

it.each([
  '',
  'hello world',
  'function f() {\n\n\treturn "日本語の文字列"\n}\n',
  `${'='.repeat(200)}\n${' '.repeat(250)}x`,
  'é😀 \u0301 ½ naïve',
  "it isn’t IT’S they'LL 1234567 +=~~ // \t\r\n  \n   x  ",
  'averyveryverylongidentifierName.withMembers_andMore',
])('is exact on %j', (text) => {
  expect(countTokens(text)).toBe(encode(text).length)
})

const PARTS = [
  'a',
  'B',
  'Zz',
  'x9',
  '12',
  '1234',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '\v',
  '\f',
  '\0',
  "'",
  "'s",
  "'LL",
  "'vE",
  "'rx",
  '/',
  '//',
  '.',
  '((',
  '_',
  '-',
  '=',
  '{',
  '"',
  'é',
  'É',
  '漢',
  '½',
  '٣',
  '\u0301',
  '\u00a0',
  '\u2028',
  '\u3000',
  '😀',
  '«',
  'ǅ',
  'ʰ',
  '\ud800',
  '<|endoftext|>',
  'İ',
  'ſ',
  '\u212a',
]

it('is exact on anything that these parts make', () => {
  let seed = 7
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return (seed >>> 8) % below
  }
  for (let round = 0; round < 6_000; round++) {
    // Mostly ASCII: the parts before the letters with accents.
    const parts = round % 3 === 0 ? PARTS : PARTS.slice(0, PARTS.indexOf('é'))
    const text = Array.from({ length: 1 + next(12) }, () => parts[next(parts.length)]).join('')
    expect(countTokens(text), JSON.stringify(text)).toBe(
      encode(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }).length,
    )
  }
})

it('stays exact when more pieces come than it keeps', () => {
  const words = (from: number) => Array.from({ length: 40_000 }, (_, n) => `w${((from + n) * 7919).toString(36)}`).join(' ')
  for (const text of [words(0), words(40_000), words(0)]) expect(countTokens(text)).toBe(encode(text).length)
})

it('takes the tokenizer’s own words for plain text', () => {
  expect(countTokens('<|endoftext|> <|im_start|>')).toBeGreaterThan(5)
})

it('errs by less than a token for each cut of a long run', () => {
  for (const text of ['ab'.repeat(600), `x ${'-'.repeat(1_000)}\n`, 'é'.repeat(700), '😀'.repeat(400)]) {
    expect(Math.abs(countTokens(text) - encode(text).length)).toBeLessThanOrEqual(text.length / 256)
  }
})

it.each(['a', ' ', '\n', '-', 'é', '漢', '😀', 'aB', '?!', '«»!', '\u0301'])(
  'counts 200 kB of %j in well under a second',
  (unit) => {
    const text = unit.repeat(200_000 / Buffer.byteLength(unit))
    const start = performance.now()
    expect(countTokens(text)).toBeGreaterThan(100)
    expect(performance.now() - start).toBeLessThan(5_000)
  },
)
