import { expect, test } from 'vitest'
import { sayMoment } from '../../src/commands/moment.ts'

const NOW = new Date('2026-11-29T18:30:00Z')

test.each([
  ['2026-11-29T18:30:20Z', 'since 2026-11-29 18:30 UTC'],
  ['2026-11-29T18:31:00Z', 'in about 1 minute (2026-11-29 18:31 UTC)'],
  ['2026-11-29T19:59:00Z', 'in about 89 minutes (2026-11-29 19:59 UTC)'],
  ['2026-11-30T08:00:00.000Z', 'in about 14 hours (2026-11-30 08:00 UTC)'],
  ['2026-12-06T18:30:00Z', 'in about 7 days (2026-12-06 18:30 UTC)'],
  ['2026-11-30T09:00:00+01:00', 'in about 14 hours (2026-11-30 08:00 UTC)'],
  ['2026-11-28T00:00:00Z', 'since 2026-11-28 00:00 UTC'],
  ['soon', null],
])('%s', (moment, said) => {
  expect(sayMoment(moment, NOW)).toBe(said)
})
