import { expect, test } from 'vitest'
import { acquireLease, holdsLease, LEASE_TIMEOUT_MS, leaseHolder, releaseLease, renewLease } from '../../src/store/lease.ts'
import { isAlive, thisProcess } from '../../src/store/this-process.ts'
import { deadProcess, later, makeJob, makeStore, mustReserve, NOW, reserve, takeLease } from './make-store.ts'

const elsewhere = { ...thisProcess(), host: 'another-host boot pid' }

test('a free lease is taken, a held one names its holder', () => {
  const store = makeStore()
  expect(leaseHolder(store, thisProcess(), NOW)).toBe(null)
  const epoch = takeLease(store)
  renewLease(store, epoch, { id: 'a-job', run: 2 }, NOW)
  const held = acquireLease(store, elsewhere, later(1_000))
  expect(held).toMatchObject({ kind: 'held', by: { process: process.pid, job: 'a-job', run: 2, heartbeatAt: NOW } })
  expect(leaseHolder(store, elsewhere, later(1_000))?.host).toBe(thisProcess().host.split(' ')[0])
  releaseLease(store, epoch)
  expect(leaseHolder(store, thisProcess(), NOW)).toBe(null)
  expect(takeLease(store, elsewhere)).toBe(epoch + 1)
})

test('a lease of a process that is gone is free at once; on another host only after its time', () => {
  const store = makeStore()
  takeLease(store, deadProcess())
  expect(acquireLease(store, elsewhere, later(1_000)).kind).toBe('held')
  expect(acquireLease(store, thisProcess(), later(1_000)).kind).toBe('acquired')
})

test('a process number that was given away again is not the process that had it', () => {
  const me = thisProcess()
  expect(isAlive(me.process, me.started)).toBe(true)
  expect(isAlive(me.process, '1')).toBe(false)
  expect(isAlive(2 ** 22 + 1, me.started)).toBe(false)
})

test('without a heartbeat a lease is dead after its time, and not before', () => {
  const store = makeStore()
  const epoch = takeLease(store)
  expect(acquireLease(store, elsewhere, later(LEASE_TIMEOUT_MS)).kind).toBe('held')
  expect(renewLease(store, epoch, null, later(30_000))).toBe(true)
  expect(acquireLease(store, elsewhere, later(LEASE_TIMEOUT_MS + 1)).kind).toBe('held')
  expect(acquireLease(store, elsewhere, later(30_000 + LEASE_TIMEOUT_MS + 1)).kind).toBe('acquired')
})

test('a clock that was set back keeps no lease alive', () => {
  const store = makeStore()
  takeLease(store, elsewhere)
  expect(acquireLease(store, thisProcess(), later(-30_000)).kind).toBe('held')
  expect(acquireLease(store, thisProcess(), later(-3_600_000)).kind).toBe('acquired')
})

test('who lost the lease can neither renew, release nor spend', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  const old = takeLease(store, deadProcess())
  const epoch = takeLease(store)
  expect(renewLease(store, old, { id: job.id, run: 1 }, NOW)).toBe(false)
  releaseLease(store, old)
  expect(holdsLease(store, epoch)).toBe(true)
  expect(leaseHolder(store, thisProcess(), NOW)).not.toBe(null)
  expect(reserve(store, job, old, ['a'])).toEqual({ kind: 'fenced' })
  expect(store.sql('SELECT count(*) AS n FROM ledger').get()).toEqual({ n: 0 })
})

test('what the dead had in flight is of unknown outcome from the take-over on; what was settled stays', () => {
  const store = makeStore()
  const job = makeJob(store, 'one', 1_000)
  const old = takeLease(store, deadProcess())
  const lost = mustReserve(store, job, old, ['a'])
  takeLease(store)
  expect(store.sql('SELECT id, status, cost_micro_usd AS cost FROM ledger').all()).toEqual([
    { id: lost, status: 'OUTCOME_UNKNOWN', cost: null },
  ])
})

test('a lease that was given back is no one’s to renew', () => {
  const store = makeStore()
  const epoch = takeLease(store)
  releaseLease(store, epoch)
  expect(renewLease(store, epoch, null, NOW)).toBe(false)
})
