// The four interruptions the product was made for, each resumed without redoing finished work.
import { expect, test } from 'vitest'
import { twelveFiles } from './fixture.ts'
import { DAILY_QUOTA_ID, recordedReply } from './provider-replies.ts'
import { askedIn, openWorkplace, untilCalls, type Workplace } from './workplace.ts'

const SWITCHED = 'gpt-6-luna (you switched from gemini-3.8-flash after its quota ran out)'
const DAILY_QUOTA = recordedReply('gemini-429-perday-free-58s')

/** Units that were not billed and delivered exactly once, and how many there are in all. */
async function unitsOf(place: Workplace): Promise<{ notOnce: string[]; total: number }> {
  const { units } = await place.models.stats()
  const notOnce = Object.entries(units).filter(([, unit]) => unit.billed !== 1 || unit.delivered !== 1)
  return { notOnce: notOnce.map(([name]) => name), total: Object.keys(units).length }
}

const ledgerStatuses = (place: Workplace) =>
  place.rows<{ model: string; status: string; calls: number }>(
    'SELECT model, status, count(*) AS calls FROM ledger GROUP BY model, status ORDER BY model, status',
  )

test('a daily quota in the file summaries: a small delay in the reply does not hide it, and gpt-6-luna does the rest', async () => {
  const place = await openWorkplace({
    script: { latency_ms: 30, rules: [{ model: 'gemini', from: 2, do: DAILY_QUOTA }] },
  })
  const first = await place.nehemvix('run', '--model', 'gemini-3.8-flash', '--window', '8000', '--concurrency', '1', '--yes')
  expect([first.code, first.result.status, first.result.stage]).toEqual([3, 'paused_quota', 'file-summaries'])
  expect([first.result.paused?.quota_id, await place.calls()]).toEqual([DAILY_QUOTA_ID, 2])
  const spent = first.result.spent_usd ?? 0
  const { code, result } = await place.nehemvix('resume', '--model', 'gpt-6-luna', '--consent', 'openai')
  expect([code, result.status, result.provenance]).toEqual([0, 'completed', SWITCHED])
  expect(result.spent_usd).toBeGreaterThan(spent)
  expect(await unitsOf(place)).toEqual({ notOnce: [], total: result.units?.total })
  const gpt = (await place.models.stats()).by_model['gpt-6-luna']
  expect(ledgerStatuses(place)).toEqual([
    { model: 'gemini-3.8-flash', status: 'FAILED', calls: 1 },
    { model: 'gemini-3.8-flash', status: 'SUCCEEDED', calls: 1 },
    { model: 'gpt-6-luna', status: 'SUCCEEDED', calls: gpt?.calls },
  ])
})

test('a daily quota in the second paid stage: what is summarised stays, and the switch goes on from there', async () => {
  const place = await openWorkplace({
    script: { latency_ms: 30, rules: [{ model: 'gemini', prompt: '<folder path="', from: 2, do: DAILY_QUOTA }] },
  })
  const first = await place.nehemvix('run', '--model', 'gemini-3.8-flash', '--yes')
  expect([first.code, first.result.status, first.result.stage]).toEqual([3, 'paused_quota', 'folder-summaries'])
  const asked = askedIn(place.models.bodies()).length
  const { code, result } = await place.nehemvix('resume', '--model', 'gpt-6-luna', '--consent', 'openai')
  expect([code, result.status, result.provenance]).toEqual([0, 'completed', SWITCHED])
  const later = askedIn(place.models.bodies()).slice(asked).flat()
  expect(later.filter((unit) => unit.startsWith('file:'))).toEqual([])
  expect(later[0]).toMatch(/^folder:/)
  expect(await unitsOf(place)).toEqual({ notOnce: [], total: result.units?.total })
})

test('a limit of two requests a day of the user’s own: exactly two, none more that day, and another model goes on', async () => {
  const place = await openWorkplace({ files: twelveFiles() })
  const first = await place.nehemvix('run', '--model', 'gemini-3.8-flash', '--daily-requests', '2', '--yes')
  expect([first.code, first.result.status, await place.calls()]).toEqual([3, 'paused_quota', 2])
  expect(first.result.paused).toMatchObject({ provider: 'gemini', model: 'gemini-3.8-flash', quota_id: 'daily-requests' })
  // Gemini's day turns at midnight Pacific.
  const reset = new Date(first.result.paused?.reset_at ?? 0)
  const hour = reset.toLocaleTimeString('en-GB', { timeZone: 'America/Los_Angeles' })
  expect([hour, reset.getTime() > Date.now(), reset.getTime() < Date.now() + 25 * 3_600_000]).toEqual(['00:00:00', true, true])
  expect(first.result.paused?.next).toMatch(/^nehemvix resume --model \S+ --consent \S+$/)
  const again = await place.nehemvix('resume')
  expect([again.code, again.result.status, await place.calls()]).toEqual([3, 'paused_quota', 2])
  const { code, result } = await place.nehemvix('resume', '--model', 'gpt-6-luna', '--consent', 'openai')
  expect([code, result.status, result.provenance]).toEqual([0, 'completed', SWITCHED])
  expect(await unitsOf(place)).toEqual({ notOnce: [], total: result.units?.total })
  expect(result.calls).toMatchObject({ failed: 0, unknown: 0, undecided: 0 })
})

test('Ctrl-C in the middle of the sections: the same model goes on, and what is finished is asked for once', async () => {
  const place = await openWorkplace({ script: { latency_ms: 250 } })
  const running = place.start('run', '--model', 'gpt-6-luna', '--yes')
  // In the sections the calls run side by side: some of them are in flight.
  while (!askedIn(place.models.bodies()).some((units) => units[0]?.startsWith('section:')))
    await new Promise((done) => setTimeout(done, 20))
  await untilCalls(place, (await place.calls()) + 1)
  running.child.kill('SIGINT')
  const first = await running.ended
  expect([first.code, first.result.status, first.result.stage]).toEqual([130, 'interrupted', 'sections'])
  expect(first.result.calls).toMatchObject({ succeeded: await place.calls(), unknown: 0, in_flight: 0 })
  const done = first.result.units?.done ?? 0
  expect(done > 0 && done < (first.result.units?.total ?? 0)).toBe(true)
  const { code, result } = await place.nehemvix('resume')
  expect([code, result.status, result.provenance]).toEqual([0, 'completed', 'gpt-6-luna'])
  expect(await unitsOf(place)).toEqual({ notOnce: [], total: result.units?.total })
})
