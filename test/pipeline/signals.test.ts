// Signals and a second process, against the built product with its calls held in flight.
import type { ChildProcess } from 'node:child_process'
import { expect, test } from 'vitest'
import { ageLease, isUnlocked } from '../chaos/books.ts'
import { until } from '../chaos/gatekeeper.ts'
import { billedTwice, holdCalls, statusesOf } from '../chaos/stage.ts'

/** In the middle of the sections: the stage before has one call at a time. */
const BEFORE = 14
const SENT = BEFORE + 4

test.each(['SIGINT', 'SIGTERM'] as const)('%s: calls in flight settle, resume repeats nothing', async (signal) => {
  const held = await holdCalls(BEFORE, 4)
  held.running.child.kill(signal)
  await until(() => held.said().includes('Stopping'))
  held.release()
  const ended = await held.running.ended
  expect([ended.code, ended.result.status]).toEqual([130, 'interrupted'])
  expect([ended.result.calls?.succeeded, ended.result.calls?.in_flight, ended.result.calls?.unknown]).toEqual([SENT, 0, 0])
  expect(held.keeper.requests()).toBe(SENT)
  const resumed = await held.nehemvix('resume')
  expect([resumed.code, resumed.result.status, resumed.result.run]).toEqual([0, 'completed', 1])
  expect(await billedTwice(held.keeper)).toEqual([])
  expect(statusesOf(held.books())).toEqual(['SUCCEEDED'])
})

test('a second SIGINT ends at once; the next resume tells, the one after it sends again', async () => {
  const held = await holdCalls(BEFORE, 4)
  held.running.child.kill('SIGINT')
  await until(() => held.said().includes('Stopping'))
  held.running.child.kill('SIGINT')
  const ended = await held.running.ended
  expect(ended.code).toBe(130)
  expect(held.books().ledger.filter((row) => row.status === 'IN_FLIGHT')).toHaveLength(4)
  const told = await held.nehemvix('resume')
  expect([told.code, told.result.status, told.result.calls?.undecided]).toEqual([3, 'paused_outcome', 4])
  expect(held.keeper.requests()).toBe(SENT)
  const run = await held.nehemvix('run', '--yes', '--model', 'gpt-6-luna')
  expect([run.code, run.result.status, held.keeper.requests()], 'run is not the person who decides').toEqual([
    3,
    'paused_outcome',
    SENT,
  ])
  const resumed = await held.nehemvix('resume')
  expect([resumed.code, resumed.result.status]).toEqual([0, 'completed'])
  expect([resumed.result.calls?.unknown, resumed.result.calls?.undecided]).toEqual([4, 0])
})

test('a second process on the same job ends with 6 and sends nothing', async () => {
  const held = await holdCalls(BEFORE, 4)
  for (const args of [['resume'], ['run', '--yes', '--model', 'gpt-6-luna'], ['approve', '--cap', '9']]) {
    const second = await held.nehemvix(...args)
    expect([second.code, second.result.status], args.join(' ')).toEqual([6, 'held'])
    expect(second.result.error?.message).toContain(String(held.running.child.pid))
  }
  expect(held.keeper.requests()).toBe(SENT)
  expect(held.books().ledger.filter((row) => row.status === 'IN_FLIGHT')).toHaveLength(4)
  held.release()
  const first = await held.running.ended
  expect([first.code, first.result.status]).toEqual([0, 'completed'])
  expect(await billedTwice(held.keeper)).toEqual([])
})

test('two processes that start at once: one works, the other ends with 6', async () => {
  const held = await holdCalls(BEFORE, 4)
  held.running.child.kill('SIGKILL')
  await held.running.ended
  held.release()
  expect((await held.nehemvix('resume')).code).toBe(3)
  const both = await Promise.all([held.start('resume').ended, held.start('resume').ended])
  // The later one is turned away, or finds the job completed.
  const codes = both.map((one) => one.code).sort()
  expect([
    [0, 6],
    [0, 0],
  ]).toContainEqual(codes)
  expect(both.some((one) => one.result.status === 'completed')).toBe(true)
  const lost = new Set(held.books().ledger.flatMap((row) => (row.status === 'OUTCOME_UNKNOWN' ? row.units : [])))
  const names = new Set([...lost].map((unit) => held.books().planned.get(unit)))
  expect((await billedTwice(held.keeper)).filter((unit) => !names.has(unit))).toEqual([])
})

/** Nobody can take over from a process that stands still with the write lock of the database in its hand. */
async function stopBetweenTransactions(child: ChildProcess, root: string): Promise<void> {
  for (;;) {
    child.kill('SIGSTOP')
    if (isUnlocked(root)) return
    child.kill('SIGCONT')
    await new Promise((done) => setTimeout(done, 20))
  }
}

test.each(['before it goes on', 'after it goes on'])(
  'a process that stood still past its lease reserves nothing more; its answers come %s',
  async (when) => {
    const held = await holdCalls(BEFORE, 4)
    const { child } = held.running
    const sent = held.books().ledger.filter((row) => row.status === 'IN_FLIGHT')
    expect(sent).toHaveLength(4)
    await stopBetweenTransactions(child, held.root)
    ageLease(held.root, 120_000)
    const told = await held.nehemvix('resume')
    expect([told.code, told.result.status, told.result.calls?.undecided]).toEqual([3, 'paused_outcome', 4])
    const other = await held.nehemvix('resume')
    expect([other.code, other.result.status]).toEqual([0, 'completed'])
    const before = held.books()
    if (when === 'before it goes on') {
      held.release()
      await new Promise((done) => setTimeout(done, 200))
    }
    child.kill('SIGCONT')
    held.release()
    const ended = await held.running.ended
    expect([ended.code, ended.result.status]).toEqual([6, 'held'])
    const after = held.books()
    expect(
      after.ledger.map((row) => row.id),
      'no row was added',
    ).toEqual(before.ledger.map((row) => row.id))
    const late = after.ledger.filter((row) => sent.some((one) => one.id === row.id))
    expect(
      late.map((row) => row.status),
      'late answers settle what was unknown',
    ).toEqual(Array(4).fill('SUCCEEDED'))
    expect([after.status, after.stage], 'the job is as the other process left it').toEqual([before.status, before.stage])
    const spent = after.ledger.reduce((sum, row) => sum + (row.cost ?? 0), 0)
    const status = await held.nehemvix('status')
    expect([status.result.status, status.result.unknown_usd]).toEqual(['completed', 0])
    expect(Math.round((status.result.spent_usd ?? 0) * 1e6)).toBe(spent)
  },
)
