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
