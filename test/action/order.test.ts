import { expect, test } from 'vitest'
import { deriveOrder, type OrderParts } from '../../src/action/order.ts'
import { EMPTY_RECORD, type RecordedJob } from '../../src/github/state-record.ts'

/** A schedule looks at nothing but the record. */
const partsWith = (status: string): OrderParts =>
  ({ record: { ...EMPTY_RECORD, jobs: [{ job: 'j', status } as RecordedJob] }, now: new Date() }) as OrderParts

test.each(['approve', 'rerun', 'cancel'] as const)('%s takes a person: a schedule or a push is refused', async (operation) => {
  expect(await deriveOrder({ kind: 'nobody' }, operation, partsWith('awaiting_approval'))).toMatchObject({ kind: 'refuse' })
})

test.each([
  ['paused_quota', 'resume'],
  ['paused_provider', 'resume'],
  ['interrupted', 'resume'],
  ['paused_outcome', 'run'],
  ['paused_cap', 'run'],
  ['awaiting_approval', 'run'],
  ['completed', 'run'],
])('a schedule that finds a job %s goes on by %s, and is nobody', async (status, operation) => {
  const ordered = await deriveOrder({ kind: 'nobody' }, 'auto', partsWith(status))
  expect(ordered).toMatchObject({ kind: 'order', order: { operation, by: null, consents: false, paysAgain: false } })
})
