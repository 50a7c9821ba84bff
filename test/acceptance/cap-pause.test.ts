// A job that the cap stopped: what it proposes makes room, and asking again without more room changes nothing.
import { expect, test } from 'vitest'
import { openWorkplace } from './workplace.ts'

test('a cap too small: the same pause however often it is resumed, and the cap it proposes always makes room', async () => {
  const place = await openWorkplace()
  const begin = ['run', '--model', 'gemini-3.8-flash', '--audience', 'beginner', '--window', '8000', '--yes']
  let { code, result } = await place.nehemvix(...begin, '--cap', '0.0026')
  expect([code, result.status]).toEqual([3, 'paused_cap'])
  const sent = await place.calls()
  // More often than a stage may stand still before that counts as a bug.
  for (let n = 0; n < 5; n++) {
    const again = await place.nehemvix('resume')
    expect([again.code, again.result.status, await place.calls()]).toEqual([3, 'paused_cap', sent])
  }
  while (result.status === 'paused_cap') {
    const before = await place.calls()
    ;({ code, result } = await place.nehemvix(...(result.paused?.next ?? '').split(' ').slice(1)))
    expect(await place.calls(), `after ${result.paused?.next}`).toBeGreaterThan(before)
  }
  expect([code, result.status]).toEqual([0, 'completed'])
  const { units } = await place.models.stats()
  expect(Object.entries(units).filter(([, unit]) => unit.billed !== 1)).toEqual([])
})
