// The commands on a job that is there: status, cancel, resume, approve, rerun, and two processes at once.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn } from './cli.ts'
import { openWorkplace, runApproved, untilCalls, type Workplace } from './workplace.ts'

const hashOfState = (place: Workplace): string =>
  createHash('sha256')
    .update(readFileSync(join(place.repository.root, '.nehemvix/nehemvix.db')))
    .digest('hex')

test('status reads only: before approval, after a pause and when all is done', async () => {
  const place = await openWorkplace({ script: { rules: [{ from: 3, to: 6, do: { status: 401, body: {} } }] } })
  await place.nehemvix('run', '--model', 'gpt-6-luna')
  for (const [expected, next] of [
    ['awaiting_approval', 'approve'],
    ['paused_key', 'resume'],
    ['completed', 'rerun'],
  ] as const) {
    const before = hashOfState(place)
    const calls = await place.calls()
    const { code, result } = await place.nehemvix('status')
    expect([code, result.status, await place.calls()]).toEqual([0, expected, calls])
    expect(hashOfState(place)).toBe(before)
    if (next === 'resume') await place.models.script({})
    await place.nehemvix(next)
  }
})

test('status of a running job tells its stage and its calls in flight', async () => {
  const place = await openWorkplace({ script: { rules: [{ nth: 1, do: { latency_ms: 4_000 } }] } })
  const running = place.start('run', '--model', 'gpt-6-luna', '--yes')
  await untilCalls(place, 1)
  const { code, result } = await place.nehemvix('status')
  expect([code, result.status, result.stage, result.calls?.in_flight]).toEqual([0, 'running', 'file-summaries', 1])
  expect(result.reserved_usd).toBeGreaterThan(0)
  expect((await running.ended).code).toBe(0)
})

test('cancel from a second process: that one ends 0, the first ends 7, and what was in flight is kept', async () => {
  const place = await openWorkplace({ script: { rules: [{ prompt: '<section id="', do: { latency_ms: 3_000 } }] } })
  const running = place.start('run', '--model', 'gpt-6-luna', '--yes')
  await untilCalls(place, 7)
  const cancel = await place.nehemvix('cancel')
  expect(cancel.code).toBe(0)
  const { code, result } = await running.ended
  expect([code, result.status]).toEqual([7, 'cancelled'])
  const calls = await place.calls()
  expect(calls).toBeLessThan(15)
  expect(result.calls).toMatchObject({ succeeded: calls, failed: 0, unknown: 0, in_flight: 0 })
  expect((await place.nehemvix('status')).result.status).toBe('cancelled')
  await place.models.script({})
  const resumed = await place.nehemvix('resume')
  expect([resumed.code, resumed.result.status]).toEqual([0, 'completed'])
  const { units } = await place.models.stats()
  expect(Object.entries(units).filter(([, unit]) => unit.billed !== 1)).toEqual([])
})

test('cancel of a job that waits ends it at once; resume takes it up again', async () => {
  const place = await openWorkplace()
  await place.nehemvix('run', '--model', 'gpt-6-luna')
  const cancel = await place.nehemvix('cancel')
  expect([cancel.code, cancel.result.status, await place.calls()]).toEqual([0, 'cancelled', 0])
  const resumed = await place.nehemvix('resume')
  expect([resumed.code, resumed.result.status, await place.calls()]).toEqual([4, 'awaiting_approval', 0])
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s in mid-run: calls in flight settle, exit 130, and resume repeats nothing',
  async (signal) => {
    const place = await openWorkplace({ script: { latency_ms: 300 } })
    const running = place.start('run', '--model', 'gpt-6-luna', '--yes')
    await untilCalls(place, 7)
    running.child.kill(signal)
    const { code, result } = await running.ended
    expect([code, result.status]).toEqual([130, 'interrupted'])
    const calls = await place.calls()
    expect(calls).toBeLessThan(15)
    expect(result.calls).toMatchObject({ succeeded: calls, failed: 0, unknown: 0, in_flight: 0 })
    const resumed = await place.nehemvix('resume')
    expect([resumed.code, resumed.result.status]).toEqual([0, 'completed'])
    const { units } = await place.models.stats()
    expect(Object.entries(units).filter(([, unit]) => unit.billed !== 1)).toEqual([])
  },
)

test('a second process on a running job is told by whom it is held: exit 6, no call', async () => {
  const place = await openWorkplace({ script: { rules: [{ nth: 1, do: { latency_ms: 5_000 } }] } })
  const running = place.start('run', '--model', 'gpt-6-luna', '--yes')
  await untilCalls(place, 1)
  const others = await Promise.all([
    place.nehemvix('run', '--model', 'gpt-6-luna', '--yes'),
    place.nehemvix('resume'),
    place.nehemvix('approve', '--cap', '5'),
    place.nehemvix('run', '--audience', 'beginner'),
  ])
  expect(others.map(({ code, result }) => [code, result.status])).toEqual(Array(4).fill([6, 'held']))
  expect(others.filter(({ stderr }) => !stderr.includes(String(running.child.pid)))).toEqual([])
  expect(await place.calls()).toBe(1)
  const first = await running.ended
  expect([first.code, first.result.status, first.result.calls?.succeeded]).toEqual([0, 'completed', await place.calls()])
})

test('two processes started at once: one works, the other is held, and every unit is bought once', async () => {
  const place = await openWorkplace({ script: { latency_ms: 200 } })
  await place.nehemvix('run', '--model', 'gpt-6-luna')
  const both = await Promise.all([place.nehemvix('approve'), place.nehemvix('approve')])
  expect(both.map(({ code }) => code).sort()).toEqual([0, 6])
  const { units } = await place.models.stats()
  expect(Object.entries(units).filter(([, unit]) => unit.billed !== 1)).toEqual([])
})

test('resume of a completed job: exit 0, no call, and the guide as it was', async () => {
  const place = await openWorkplace()
  await runApproved(place)
  const folder = join(place.repository.root, 'docs/guide')
  const guide = filesIn(folder)
  const calls = await place.calls()
  const { code, result } = await place.nehemvix('resume')
  expect([code, result.status, result.run, await place.calls()]).toEqual([0, 'completed', 1, calls])
  expect(filesIn(folder)).toEqual(guide)
})

test('an unfinished job is not run again: rerun points to resume', async () => {
  const place = await openWorkplace()
  const asked = await place.nehemvix('run', '--model', 'gpt-6-luna')
  const { code, result } = await place.nehemvix('rerun')
  expect([code, result.error?.next]).toEqual([2, `nehemvix resume ${asked.result.job}`])
  expect(place.rows('SELECT status, run FROM jobs')).toEqual([{ status: 'awaiting_approval', run: 1 }])
})

test('resume does not approve: a job that waits for approval waits on', async () => {
  const place = await openWorkplace()
  await place.nehemvix('run', '--model', 'gpt-6-luna')
  const { code, result } = await place.nehemvix('resume')
  expect([code, result.status, await place.calls()]).toEqual([4, 'awaiting_approval', 0])
})

test('--yes approves at once', async () => {
  const place = await openWorkplace()
  const { code, result } = await runApproved(place)
  expect([code, result.status, result.cap_usd]).toEqual([0, 'completed', result.estimate?.high_usd])
})

test('check finds nothing broken in the guide that was written, and what was broken by hand', async () => {
  const place = await openWorkplace()
  await runApproved(place)
  const good = await place.nehemvix('check')
  expect([good.code, JSON.parse(good.stdout)]).toEqual([0, expect.objectContaining({ broken: [] })])
  const text = readFileSync(join(place.repository.root, 'docs/guide/senior.md'), 'utf8')
  place.repository.write('docs/guide/senior.md', text.replace('### About', 'See `src/parcel/no_such_file.py`.\n\n### About'))
  const bad = await place.nehemvix('check')
  expect([bad.code, bad.stdout]).toEqual([1, expect.stringContaining('no_such_file.py')])
})
