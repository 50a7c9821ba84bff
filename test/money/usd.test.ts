import fc from 'fast-check'
import { expect, test } from 'vitest'
import { microUsdFrom, printUsd, usdFrom } from '../../src/money/usd.ts'

test('a typed amount is never more than it says, and binary fractions take nothing away', () => {
  expect([0.1, 0.29, 1.005, 5, 0.000001, 0].map(microUsdFrom)).toEqual([100_000, 290_000, 1_005_000, 5_000_000, 1, 0])
  expect(microUsdFrom(0.0000019)).toBe(1)
})

test('micro-dollars come back as they went', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000_000), (micro) => {
      expect(microUsdFrom(usdFrom(micro))).toBe(micro)
    }),
  )
})

test('as many places as tell something', () => {
  expect([0, 1, 950, 9_999, 10_000, 123_456, 1_000_000, 12_345_678].map(printUsd)).toEqual([
    '$0',
    '$0.000001',
    '$0.000950',
    '$0.009999',
    '$0.0100',
    '$0.1235',
    '$1.00',
    '$12.35',
  ])
})
