import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Price, statedPrice, tablePrice, wholeMicroUsd } from '../../src/money/price.ts'

const AT = new Date('2026-11-29T12:00:00Z')

/** Usage within the limits that a reservation was made for. */
const withinLimits = fc.record({ inputTokens: fc.nat(600_000), outputTokens: fc.nat(64_000) }).chain((limits) =>
  fc.record({
    limits: fc.constant(limits),
    input: fc.nat(limits.inputTokens),
    output: fc.nat(limits.outputTokens),
    cachedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    writtenShare: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
)

function neverAboveItsReservation(price: Price): void {
  fc.assert(
    fc.property(withinLimits, ({ limits, input, output, cachedShare, writtenShare }) => {
      const cachedInputTokens = Math.floor(input * cachedShare)
      const cacheWriteInputTokens = Math.floor((input - cachedInputTokens) * writtenShare)
      const cost = price.cost({ inputTokens: input, cachedInputTokens, cacheWriteInputTokens, outputTokens: output }, AT)
      expect(cost).toBeLessThanOrEqual(price.atMost(limits, AT))
      expect(Number.isSafeInteger(cost) && cost >= 0).toBe(true)
    }),
    { numRuns: 300 },
  )
}

describe.each([
  ['openai', 'gpt-6-luna'],
  ['gemini', 'gemini-3.8-flash'],
  ['gemini', 'gemini-2.5-pro'],
  ['anthropic', 'claude-haiku-4-5'],
  ['anthropic', 'claude-sonnet-4-5'],
])('%s %s', (provider, model) => {
  const price = tablePrice(provider, model, AT)
  test('is in the table', () => expect(price?.source).toContain('2026-11-29'))
  test('usage within its limits never costs more than was reserved', () => neverAboveItsReservation(price as Price))
  test('input that came out of a cache is never dearer', () => {
    const usage = { inputTokens: 50_000, cachedInputTokens: 0, outputTokens: 10 }
    const [whole, cached] = [price?.cost(usage, AT) ?? 0, price?.cost({ ...usage, cachedInputTokens: 50_000 }, AT) ?? 0]
    expect(whole).toBeGreaterThan(0)
    expect(cached).toBeLessThanOrEqual(whole)
  })
})

test('a stated price: dollars per million, rounded up to whole micro-dollars, cached as dear as any', () => {
  const price = statedPrice([0.1, 0.5])
  expect(price.cost({ inputTokens: 1_000, cachedInputTokens: 900, outputTokens: 100 }, AT)).toBe(150)
  expect(price.cost({ inputTokens: 1, cachedInputTokens: 0, outputTokens: 0 }, AT)).toBe(1)
  expect(statedPrice([0, 0]).atMost({ inputTokens: 1e9, outputTokens: 1e9 }, AT)).toBe(0)
  neverAboveItsReservation(price)
})

test('a model that nobody knows has no price, which is not the price 0', () => {
  expect(tablePrice('openai', 'no-such-model-9', AT)).toBe(null)
  expect(tablePrice('local', 'qwen3', AT)).toBe(null)
})

test('rounding goes up, but not by the noise of binary fractions', () => {
  expect([0, 0.2, 1, 1.00001, 1.001, 0.1 * 3 * 10, 299_999.99999999994].map(wholeMicroUsd)).toEqual([0, 1, 1, 1, 2, 3, 300_000])
})
