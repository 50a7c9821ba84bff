// A run is cancelled, or its machine vanishes. What was saved is kept; of the rest at most a stated sum is unknown, and a person decides on it.
import { expect, test } from 'vitest'
import { BOT, CONFIGURATION, once, outcome, type Stage, useStages, warnings } from './action-stage.ts'
import { askedIn } from './workplace.ts'

const { open, play } = useStages()
const estimated = play((stage) => stage.run())
/** Enough sections for many calls side by side. */
const large = play((stage) => stage.run(), {
  configuration: CONFIGURATION.replace('[beginner]', '[beginner, senior, architect]'),
})

/** The sections that are asked for from now on, call by call. */
function sectionCalls({ models }: Stage): () => string[][] {
  const from = askedIn(models.bodies()).length
  return () =>
    askedIn(models.bodies())
      .slice(from)
      .filter((units) => units[0]?.startsWith('section:'))
}

test('the machine vanishes some calls after the last save: at most the interval is unknown, and only a person goes on', async () => {
  const stage = await open(await large())
  const { github, models } = stage
  await models.script({ latency_ms: 150 })
  const asked = sectionCalls(stage)
  // Four run at once: of seven that were asked for three or more have been answered, and nothing of them is saved.
  const killed = await stage.typed('/nehemvix approve --cap 5', { signal: { name: 'SIGKILL', when: () => asked().length >= 7 } })
  expect([killed.code, killed.postCode]).toEqual([null, null])
  const [calls, sent] = [await stage.calls(), asked().flat()]
  const spent = String((stage.record()?.jobs[0]?.spentMicroUsd ?? 0) / 1e6)
  // A twentieth of the cap.
  expect(stage.record()?.interval).toMatchObject({ runId: killed.runId, upToMicroUsd: 250_000 })

  // GitHub does not know yet that it is gone.
  expect(outcome(await stage.typed('/nehemvix resume'))).toBe('held green')
  github.setRun(killed.runId, { status: 'completed', conclusion: 'failure' })
  const told = await stage.typed('/nehemvix resume')
  expect([outcome(told), told.outputs['spent-usd'], await stage.calls()]).toEqual(['paused_outcome green', spent, calls])
  expect(warnings(told)).toEqual([expect.stringMatching(/machine .* vanished .*at most \$0\.2500.*Next: \/nehemvix resume/)])
  expect(stage.comments().at(-1)?.body).toMatch(/\$0\.2500.*\n\/nehemvix resume\n/s)
  const [job] = stage.record()?.jobs ?? []
  expect([stage.record()?.holder, stage.record()?.interval, job?.status, job?.unknownMicroUsd]).toEqual([
    null,
    null,
    'paused_outcome',
    250_000,
  ])

  const said = stage.comments().length
  const nobody = await stage.run({ event: { name: 'schedule', payload: {} } })
  const bot = await stage.run({ inputs: { operation: 'resume' }, triggeringActor: BOT })
  expect([outcome(nobody), outcome(bot), stage.comments().length]).toEqual(['paused_outcome green', 'refused red', said])
  expect(outcome(await stage.typed('/nehemvix run'))).toBe('paused_outcome green')
  expect(outcome(await stage.typed('/nehemvix approve --cap 6'))).toBe('paused_outcome green')
  expect(await stage.calls()).toBe(calls)

  await models.script({})
  const done = await stage.typed('/nehemvix resume')
  expect(outcome(done)).toBe('completed green')
  const again = Object.entries(await stage.billed()).filter(([, times]) => times !== 1)
  expect([again.length > 0, again.filter(([unit, times]) => times !== 2 || !sent.includes(unit))]).toEqual([true, []])
}, 120_000)

test('the machine vanishes while it saves: the state before stands, and the run that is repeated asks what was lost', async () => {
  const stage = await open(await estimated())
  const { github, results } = stage
  const hold = results.hold({ path: /FinalizeCacheEntryUpload/, after: 2 })
  let isSaving = false
  void hold.reached.then(() => {
    isSaving = true
  })
  const killed = await stage.typed('/nehemvix approve', { signal: { name: 'SIGKILL', when: () => isSaving } })
  hold.release()
  const calls = await stage.calls()
  expect([killed.code, stage.record()?.sequence, stage.record()?.holder?.runId]).toEqual([null, 3, killed.runId])
  github.setRun(killed.runId, { status: 'completed', conclusion: 'failure' })
  const repeated = await stage.run({ runId: killed.runId, attempt: 2, inputs: { operation: 'approve' } })
  expect([outcome(repeated), await stage.calls()]).toEqual(['paused_outcome green', calls])
  // What may be lost leaves no room under this small cap: a person makes some.
  const capped = await stage.typed('/nehemvix resume')
  expect([outcome(capped), await stage.calls()]).toEqual(['paused_cap green', calls])
  const next = stage
    .comments()
    .at(-1)
    ?.body.match(/\/nehemvix approve --cap [\d.]+/)?.[0]
  expect(outcome(await stage.typed(String(next)))).toBe('completed green')
  const again = Object.entries(await stage.billed()).flatMap(([unit, times]) => (times === 1 ? [] : [unit]))
  // The one call that was answered after the last save.
  expect([again.length <= 1, stage.record()?.holder]).toEqual([true, null])
}, 60_000)

test('cancelled in the middle of a call: saved within seconds as it is, once more in the post step, and the next run says so', async () => {
  const stage = await open(await estimated())
  const { models, results } = stage
  await models.script({ rules: [{ prompt: '<section id=', do: { latency_ms: 60_000 } }] })
  const asked = sectionCalls(stage)
  const typed = stage.typed('/nehemvix approve --cap 5', { signal: { name: 'SIGINT', when: () => asked().length >= 3 } })
  const saves = () => results.log.filter(({ what }) => what.includes('FinalizeCacheEntryUpload')).length
  while (asked().length < 3) await new Promise((done) => setTimeout(done, 20))
  const [before, at] = [saves(), performance.now()]
  while (saves() === before) await new Promise((done) => setTimeout(done, 20))
  // The runner kills 10 s after the first signal.
  expect(performance.now() - at).toBeLessThan(6_000)
  const cancelled = await typed
  expect([cancelled.code, cancelled.postCode, saves() - before]).toEqual([130, 0, 2])
  const [job] = stage.record()?.jobs ?? []
  expect([stage.record()?.holder, stage.record()?.interval, job?.status]).toEqual([null, null, 'interrupted'])
  expect(stage.comments().find(({ body }) => body.startsWith('<!-- nehemvix:job'))?.body).toMatch(
    /interrupted.*\/nehemvix resume/s,
  )
  const calls = await stage.calls()
  const told = await stage.run({ inputs: { operation: 'run' } })
  expect([outcome(told), await stage.calls()]).toEqual(['paused_outcome green', calls])
  expect(warnings(told)).toEqual([expect.stringMatching(/^3 calls were sent, and nobody knows .* at most \$0\.00\d+/)])
  await models.script({})
  const done = await stage.typed('/nehemvix resume')
  expect([outcome(done), await stage.calls(), once(await stage.billed())]).toEqual(['completed green', calls + 3, []])
}, 60_000)
