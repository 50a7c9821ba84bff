// Saving does not work, or somebody else moves the record: what can't be kept is not spent, and two never spend at once.
import { expect, test } from 'vitest'
import { once, outcome, type Stage, useStages, warnings } from '../acceptance/action-stage.ts'
import { ALREADY_THERE, DENIED } from '../doubles/results-server.ts'

const { open, play } = useStages()
const estimated = play((stage) => stage.run())

const STATE = /\/git\/refs\/nehemvix(%2F|\/)state$/

const approve = (stage: Stage) => stage.typed('/nehemvix approve')

test('names that are taken, and a cache that may not be written: the artifact is home enough', async () => {
  const stage = await open(await estimated())
  const { results } = stage
  const before = results.entries().length
  results.fault({ path: /CreateCacheEntry/, what: ALREADY_THERE, times: 2 })
  results.fault({ path: /CreateCacheEntry/, what: DENIED, times: 100 })
  const done = await approve(stage)
  expect([outcome(done), once(await stage.billed()), results.entries().length]).toEqual(['completed green', [], before])
  const { snapshot, interval } = stage.record() ?? {}
  expect([snapshot?.cacheKey, snapshot?.artifact?.runId, interval]).toEqual([null, done.runId, null])
  const later = await stage.run({ inputs: { operation: 'rerun' } })
  expect([outcome(later), later.log.includes('from the artifact')]).toEqual(['completed green', true])
  expect(once(await stage.billed())).toEqual([])
})

test('neither home takes it: nothing is sent, and all stands as before', async () => {
  const stage = await open(await estimated())
  const { results } = stage
  const before = stage.record()
  results.fault({ path: /CreateCacheEntry/, what: DENIED, times: 100 })
  results.fault({ path: /CreateArtifact/, what: { status: 403, body: { code: 'permission_denied', msg: 'no' } }, times: 100 })
  const ended = await approve(stage)
  expect([outcome(ended), await stage.calls()]).toEqual(['paused_state green', 0])
  expect(warnings(ended)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^The state of this run could not be saved: .*403.* It has sent nothing since/),
      expect.stringMatching(/^The state could not be saved: .* nothing more is sent\..* Next: \/nehemvix resume/),
    ]),
  )
  expect(stage.comments().at(-1)?.body).toMatch(/could not be saved.*\n\/nehemvix resume\n/s)
  expect(stage.record()).toEqual(before)
})

test('the record is moved by somebody else in between: both changes stand, and no call is repeated', async () => {
  const stage = await open(await estimated())
  const hold = stage.github.hold({ method: 'PATCH', path: STATE, after: 2 })
  const running = approve(stage)
  await hold.reached
  stage.changeRecord((record) => ({ ...record, guideHeads: { ...record.guideHeads, other: 'a'.repeat(40) } }))
  hold.release()
  expect(outcome(await running)).toBe('completed green')
  expect([stage.record()?.guideHeads.other, once(await stage.billed())]).toEqual(['a'.repeat(40), []])
})

test('a run that was taken over sends nothing more', async () => {
  const stage = await open(await estimated())
  const other = stage.github.startRun()
  const hold = stage.github.hold({ method: 'PATCH', path: STATE, after: 2 })
  const running = approve(stage)
  await hold.reached
  const calls = await stage.calls()
  stage.changeRecord((record) => ({ ...record, holder: { runId: other.id, attempt: 1, since: new Date().toISOString() } }))
  hold.release()
  const ended = await running
  expect([outcome(ended), stage.record()?.holder?.runId]).toEqual(['held green', other.id])
  expect(await stage.calls()).toBe(calls)
  expect(stage.comments().at(-1)?.body).toMatch(/has taken this job over .* Nothing more was sent from here\./)
})

test('of two runs at once one works, and the other says whose turn it is and sends nothing', async () => {
  const stage = await open(await estimated())
  await stage.models.script({ latency_ms: 400 })
  const working = approve(stage)
  while ((await stage.calls()) === 0) await new Promise((done) => setTimeout(done, 20))
  const holder = stage.record()?.holder?.runId
  const second = await stage.typed('/nehemvix resume')
  expect(outcome(second)).toBe('held green')
  expect(stage.comments().at(-1)?.body).toMatch(new RegExp(`Run ${holder} is working on this repository.*Nothing was sent`))
  const byHand = await stage.run({ inputs: { operation: 'run' } })
  expect([outcome(byHand), warnings(byHand)]).toEqual(['held green', [expect.stringContaining(`Run ${holder} is working`)]])
  const first = await working
  expect([outcome(first), first.runId, once(await stage.billed()), stage.record()?.holder]).toEqual([
    'completed green',
    holder,
    [],
    null,
  ])
})
