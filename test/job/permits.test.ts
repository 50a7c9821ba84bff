import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decidePermit, type Permit } from '../../src/job/permits.ts'

const permit = (changed: Partial<Permit>) =>
  decidePermit({
    estimateHighMicroUsd: 100,
    capMicroUsd: null,
    spentMicroUsd: 0,
    unknownMicroUsd: 0,
    approveUnderMicroUsd: 0,
    ...changed,
  })

test('without an approval it asks, unless it is free or below the threshold', () => {
  expect(permit({})).toEqual({ kind: 'ask' })
  expect(permit({ estimateHighMicroUsd: 0 })).toEqual({ kind: 'open', capMicroUsd: 0, why: 'free' })
  expect(permit({ approveUnderMicroUsd: 101 })).toEqual({ kind: 'open', capMicroUsd: 100, why: 'under the threshold' })
  expect(permit({ approveUnderMicroUsd: 100 }), 'below, not at').toEqual({ kind: 'ask' })
})

test('the cap it gives itself holds what is spent and unknown already', () => {
  const before = { spentMicroUsd: 30, unknownMicroUsd: 7 }
  expect(permit({ ...before, estimateHighMicroUsd: 0 })).toEqual({ kind: 'open', capMicroUsd: 37, why: 'free' })
  expect(permit({ ...before, approveUnderMicroUsd: 101 })).toMatchObject({ capMicroUsd: 137 })
})

test('with a cap it asks only for what exceeds it, unknown calls included', () => {
  expect(permit({ capMicroUsd: 150, spentMicroUsd: 40, unknownMicroUsd: 10 })).toEqual({
    kind: 'open',
    capMicroUsd: 150,
    why: 'within the cap',
  })
  expect(permit({ capMicroUsd: 150, spentMicroUsd: 40, unknownMicroUsd: 11 })).toEqual({ kind: 'ask' })
  expect(permit({ capMicroUsd: 99, approveUnderMicroUsd: 1_000 }), 'no threshold opens a cap').toEqual({ kind: 'ask' })
})

test('whatever it opens, the cap holds all that there is', () => {
  const micro = fc.nat(1_000_000)
  const any = fc.record({
    estimateHighMicroUsd: micro,
    capMicroUsd: fc.option(micro),
    spentMicroUsd: micro,
    unknownMicroUsd: micro,
    approveUnderMicroUsd: micro,
  })
  fc.assert(
    fc.property(any, (one) => {
      const decision = decidePermit(one)
      if (decision.kind === 'ask') return
      expect(one.spentMicroUsd + one.unknownMicroUsd + one.estimateHighMicroUsd).toBeLessThanOrEqual(decision.capMicroUsd)
      if (one.capMicroUsd !== null) expect(decision.capMicroUsd).toBe(one.capMicroUsd)
    }),
  )
})
