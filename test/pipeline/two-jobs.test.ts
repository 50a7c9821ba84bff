// A crash in one job, and a person who goes on with another that shares units with it.
import { expect, test } from 'vitest'
import { billedTwice, holdCalls } from '../chaos/stage.ts'

test('after a crash also the first command for another job only tells; what is shared is sent again once, and by a resume', async () => {
  // The first calls are for files, which both jobs need; there would be more of them to send.
  const held = await holdCalls(0, 2, '--concurrency', '2')
  held.running.child.kill('SIGKILL')
  await held.running.ended
  held.release()
  const crashed = held.books()
  const lost = crashed.ledger.filter((row) => row.status === 'IN_FLIGHT')
  expect(lost).toHaveLength(2)
  const lostUnits = lost.flatMap((row) => row.units.map((unit) => crashed.planned.get(unit)))
  const sent = held.keeper.requests()

  const other = await held.nehemvix(
    'run',
    '--yes',
    '--cap',
    '5',
    '--audience',
    'beginner',
    '--model',
    'gpt-6-luna',
    '--window',
    '8000',
  )
  expect([other.code, other.result.status, held.keeper.requests()]).toEqual([3, 'paused_outcome', sent])
  expect(other.result.paused?.message).toMatch(/^2 calls were sent/)

  const resumed = await held.nehemvix('resume')
  expect([resumed.code, resumed.result.status]).toEqual([0, 'completed'])

  const first = await held.nehemvix('run', '--yes', '--cap', '5', '--model', 'gpt-6-luna', '--window', '8000')
  expect([first.code, first.result.status], 'the call was told of, and its units are there').toEqual([0, 'completed'])
  expect((await billedTwice(held.keeper)).filter((unit) => !lostUnits.includes(unit))).toEqual([])
})
