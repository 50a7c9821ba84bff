import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packCalls } from '../../src/pipeline/pack.ts'

const sized = (...sizes: number[]) => sizes.map((inputTokens, unit) => ({ unit, inputTokens, isAlone: false }))

test('as few calls as the limits allow, of even size, in order', () => {
  expect(packCalls(sized(10, 10, 10, 10), { inputTokens: 30, units: 9 })).toEqual([
    [0, 1],
    [2, 3],
  ])
  expect(packCalls(sized(1, 1, 1, 1, 1, 1, 1), { inputTokens: 100, units: 3 })).toEqual([
    [0, 1],
    [2, 3, 4],
    [5, 6],
  ])
  expect(packCalls(sized(10, 10), { inputTokens: 20, units: 2 })).toEqual([[0, 1]])
})

test('what is too large alone gets a call of its own; nothing makes no call', () => {
  expect(packCalls(sized(5, 500, 5), { inputTokens: 100, units: 9 })).toEqual([[0], [1], [2]])
  expect(packCalls([], { inputTokens: 100, units: 9 })).toEqual([])
})

test('a unit that was asked for before without use goes alone, after the others', () => {
  const units = sized(1, 1, 1).map((one) => ({ ...one, isAlone: one.unit === 1 }))
  expect(packCalls(units, { inputTokens: 100, units: 9 })).toEqual([[0, 2], [1]])
})

/** Calls that are filled up to the limits, one after the other. */
function filledUp(sizes: readonly number[], limits: { inputTokens: number; units: number }): number {
  let [calls, filled, count] = [0, 0, Number.POSITIVE_INFINITY]
  for (const size of sizes) {
    if (count + 1 > limits.units || filled + size > limits.inputTokens) [calls, filled, count] = [calls + 1, 0, 0]
    filled += size
    count++
  }
  return calls
}

test('whatever the sizes, every unit is in one call, every call within the limits, and none is one too many', () => {
  const packable = fc.record({ inputTokens: fc.integer({ min: 0, max: 60 }), isAlone: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(packable, { maxLength: 40 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 8 }),
      (list, inputTokens, units) => {
        const calls = packCalls(
          list.map((one, unit) => ({ ...one, unit })),
          { inputTokens, units },
        )
        const together = list.filter((one) => !one.isAlone).map((one) => one.inputTokens)
        expect(calls.length).toBeLessThanOrEqual(filledUp(together, { inputTokens, units }) + list.length - together.length)
        expect(calls.flat().sort((a, b) => a - b)).toEqual(list.map((_, n) => n))
        for (const call of calls) {
          const size = call.reduce((sum, unit) => sum + (list[unit]?.inputTokens ?? 0), 0)
          expect(call.length).toBeLessThanOrEqual(units)
          if (call.length > 1) expect(size).toBeLessThanOrEqual(inputTokens)
          if (call.some((unit) => list[unit]?.isAlone)) expect(call).toHaveLength(1)
          expect(call).toEqual(call.toSorted((a, b) => a - b))
        }
      },
    ),
  )
})
