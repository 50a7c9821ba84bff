// Money, over random lives of a job: whatever costs, fails, dies or comes late, no reservation brings a job above its cap.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { updateJob } from '../../src/store/jobs.ts'
import { acquireLease } from '../../src/store/lease.ts'
import { jobTotals, reserveCall, settleFailed, settleSucceeded } from '../../src/store/ledger.ts'
import { deadProcess, makeJob, makeStore, NOW } from '../store/make-store.ts'

const CAP = 10_000

/** What can happen next. `at` chooses one of the calls that it can happen to; `share` is the bill as a share of its reservation. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('reserve' as const), micro: fc.integer({ min: 0, max: 6_000 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('bill' as const),
      at: fc.nat(99),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('overrun' as const), at: fc.nat(99), more: fc.integer({ min: 1, max: 3_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('fail' as const, 'unknown' as const), at: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late' as const), at: fc.nat(99), isBilled: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('old process reserves' as const), micro: fc.integer({ min: 0, max: 500 }) }),
  },
)

interface Call {
  readonly id: number
  readonly reserved: number
}

test('spent + reserved + unknown never rise above the cap, but by a bill above its own reservation', () => {
  const store = makeStore()
  let lives = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const job = makeJob(store, `life ${++lives}`, CAP)
      const begin = () => {
        const lease = acquireLease(store, deadProcess(), NOW)
        if (lease.kind === 'held') throw new Error('held')
        return lease.epoch
      }
      let epoch = begin()
      let oldEpoch = epoch - 1
      let inFlight: Call[] = []
      let unknown: Call[] = []
      const model = { spent: 0, over: 0 }
      const take = (from: Call[], at: number): Call | undefined => from.splice(at % Math.max(1, from.length), 1)[0]
      const reserve = (reservedMicroUsd: number, by: number) => {
        const sent = { provider: 'p', host: 'h', model: 'm', run: 1, stage: 'sections' as const, unitKeys: ['u'] }
        return reserveCall(store, { ...sent, jobId: job.id, epoch: by, reservedMicroUsd }, null, NOW)
      }
      for (const next of steps) {
        const before = held(store, job.id)
        switch (next.kind) {
          case 'reserve': {
            const reservation = reserve(next.micro, epoch)
            const fits = next.micro === 0 || before + next.micro <= CAP
            expect(reservation.kind).toBe(fits ? 'reserved' : inFlight.length > 0 ? 'wait' : 'capped')
            if (reservation.kind === 'reserved') inFlight.push({ id: reservation.ledgerId, reserved: next.micro })
            if (reservation.kind === 'capped') expect(reservation.missingMicroUsd).toBe(before + next.micro - CAP)
            break
          }
          case 'old process reserves':
            expect(reserve(next.micro, oldEpoch)).toEqual({ kind: 'fenced' })
            break
          case 'bill':
          case 'overrun': {
            const call = take(inFlight, next.at)
            if (!call) break
            const cost = next.kind === 'bill' ? Math.floor(call.reserved * next.share) : call.reserved + next.more
            settleSucceeded(store, call.id, bill(cost), NOW)
            model.spent += cost
            model.over += Math.max(0, cost - call.reserved)
            break
          }
          case 'fail':
          case 'unknown': {
            const call = take(inFlight, next.at)
            if (!call) break
            const status = next.kind === 'fail' ? 'FAILED' : 'OUTCOME_UNKNOWN'
            settleFailed(store, call.id, { status, kind: 'unknown', message: '', requestId: null }, NOW)
            if (next.kind === 'unknown') unknown.push(call)
            break
          }
          case 'kill':
            oldEpoch = epoch
            epoch = begin()
            unknown = [...unknown, ...inFlight]
            inFlight = []
            break
          case 'late': {
            const call = take(unknown, next.at)
            if (!call) break
            if (next.isBilled) settleSucceeded(store, call.id, bill(call.reserved), NOW)
            else settleFailed(store, call.id, { status: 'FAILED', kind: 'retry', message: '', requestId: null }, NOW)
            model.spent += next.isBilled ? call.reserved : 0
            break
          }
        }
        const sum = (calls: readonly Call[]) => calls.reduce((total, call) => total + call.reserved, 0)
        expect(jobTotals(store, job.id)).toEqual({
          spentMicroUsd: model.spent,
          reservedMicroUsd: sum(inFlight),
          unknownMicroUsd: sum(unknown),
          inFlight: inFlight.length,
        })
        expect(held(store, job.id)).toBeLessThanOrEqual(CAP + model.over)
      }
      updateJob(store, job.id, { status: 'completed' }, NOW)
    }),
    { numRuns: 60 },
  )
})

function held(store: Parameters<typeof jobTotals>[0], jobId: string): number {
  const { spentMicroUsd, reservedMicroUsd, unknownMicroUsd } = jobTotals(store, jobId)
  return spentMicroUsd + reservedMicroUsd + unknownMicroUsd
}

const bill = (costMicroUsd: number) => ({
  costMicroUsd,
  inputTokens: 1,
  cachedInputTokens: 0,
  outputTokens: 1,
  reasoningTokens: 0,
  requestId: null,
})
