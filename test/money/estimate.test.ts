import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExpectedCall, estimateCost } from '../../src/money/estimate.ts'
import { type Price, statedPrice, tablePrice } from '../../src/money/price.ts'

const AT = new Date('2026-11-29T12:00:00Z')
const LUNA = tablePrice('openai', 'gpt-6-luna', AT) as Price

/** A call as the pipeline plans it: what is low is not above what is high. */
const plannedCall = fc.record({ inputHigh: fc.nat(200_000), outputLimit: fc.nat(16_000) }).chain(({ inputHigh, outputLimit }) =>
  fc.record({
    inputHigh: fc.constant(inputHigh),
    outputLimit: fc.constant(outputLimit),
    inputLow: fc.nat(inputHigh),
    outputLow: fc.nat(outputLimit),
    units: fc.array(fc.constantFrom('shared', 'beginner', 'senior'), { minLength: 1, maxLength: 5 }),
  }),
)
const both = (calls: readonly ExpectedCall[]) => ({ low: calls, high: calls })
const plan = fc.array(plannedCall, { maxLength: 30 })
const price = fc.oneof(
  fc.constant(LUNA),
  fc.tuple(fc.double({ min: 0, max: 50, noNaN: true }), fc.double({ min: 0, max: 200, noNaN: true })).map(statedPrice),
)

test('low is never above high', () => {
  fc.assert(
    fc.property(plan, price, (calls, of) => {
      const { lowMicroUsd, highMicroUsd } = estimateCost(both(calls), of, AT)
      expect(lowMicroUsd).toBeLessThanOrEqual(highMicroUsd)
      expect(lowMicroUsd).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('also where a plan knows less than nothing: short input is no reason for low above high', () => {
  const odd: ExpectedCall = { inputLow: 1_000, inputHigh: 10, outputLow: 900, outputLimit: 5, units: ['shared'] }
  const { lowMicroUsd, highMicroUsd } = estimateCost(both([odd]), LUNA, AT)
  expect(lowMicroUsd).toBe(highMicroUsd)
})

test('a cap of the high estimate lets its own plan run to the end, however its calls fall, and whatever they cost within their limits', () => {
  const bill = fc.record({
    input: fc.double({ min: 0, max: 1, noNaN: true }),
    output: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(plan, price, fc.infiniteStream(bill), (calls, of, bills) => {
      const cap = estimateCost(both(calls), of, AT).highMicroUsd
      let spent = 0
      for (const call of calls) {
        expect(spent + of.atMost({ inputTokens: call.inputHigh, outputTokens: call.outputLimit }, AT)).toBeLessThanOrEqual(cap)
        const { input = 1, output = 1 } = bills.next().value ?? {}
        const usage = {
          inputTokens: Math.floor(call.inputHigh * input),
          cachedInputTokens: 0,
          outputTokens: Math.floor(call.outputLimit * output),
        }
        spent += of.cost(usage, AT)
      }
    }),
  )
})

test('nothing to do costs nothing', () =>
  expect(estimateCost(both([]), LUNA, AT)).toMatchObject({ lowMicroUsd: 0, highMicroUsd: 0 }))

test('by purpose it is the same money, divided', () => {
  fc.assert(
    fc.property(plan, price, (calls, of) => {
      const { highMicroUsd, byPurpose } = estimateCost(both(calls), of, AT)
      const sum = [...byPurpose.values()].reduce((total, one) => total + one.highMicroUsd, 0)
      expect(Math.abs(sum - highMicroUsd)).toBeLessThan(1)
    }),
  )
})
