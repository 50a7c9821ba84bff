// A run's time, its token's, and a person's wish to stop.
import { expect, test } from 'vitest'
import { BOT, once, outcome, type Stage, useStages, warnings } from '../acceptance/action-stage.ts'

const { open, play } = useStages()
const estimated = play((stage) => stage.run())
const untilCalls = async (stage: Stage, calls: number) => {
  while ((await stage.calls()) < calls) await new Promise((done) => setTimeout(done, 20))
}

test('out of time: the run saves, another goes on without anybody’s word, and after too many a person has to look', async () => {
  const stage = await open(await estimated())
  const { github, models } = stage
  await models.script({ latency_ms: 1_000 })
  const first = await stage.typed('/nehemvix approve', { inputs: { 'time-budget-minutes': '0.05' } })
  expect([outcome(first), warnings(first)]).toEqual(['interrupted green', []])
  const [dispatch, ...more] = github.world.dispatches
  expect([dispatch?.inputs.operation, dispatch?.inputs['comment-id'], more]).toEqual(['resume', '', []])
  expect(stage.record()?.continuation).toMatchObject({ hop: 1, fromRunId: first.runId })
  // Whoever reads the comment need not type anything.
  const goesOn = new RegExp(`actions/runs/${dispatch?.runId}\\S* goes on with the job`)
  expect([first.summary, stage.comments().find(({ body }) => body.startsWith('<!-- nehemvix:job'))?.body]).toEqual([
    expect.stringMatching(goesOn),
    expect.stringMatching(goesOn),
  ])
  // A wish to stop that came too late for the first was not meant for the second.
  const job = String(dispatch?.inputs.job)
  stage.changeRecord((record) => ({ ...record, cancel: { job, commentId: null, by: 'octocat', at: new Date().toISOString() } }))
  await models.script({})
  const asked = { triggeringActor: BOT, inputs: { ...dispatch?.inputs }, env: { NEHEMVIX_POLL_MS: '100' } }
  const second = await stage.run({ runId: dispatch?.runId, ...asked })
  expect([outcome(second), once(await stage.billed()), stage.record()?.continuation]).toEqual(['completed green', [], null])
}, 60_000)

test('a job that has been handed over 20 times is not handed over again', async () => {
  const stage = await open(await estimated())
  const inputs = { 'time-budget-minutes': '0.001' }
  expect(outcome(await stage.typed('/nehemvix approve', { inputs }))).toBe('interrupted green')
  const job = String(stage.record()?.jobs[0]?.job)
  stage.changeRecord((record) => ({ ...record, continuation: { job, hop: 20, fromRunId: 1 } }))
  const ended = await stage.run({ triggeringActor: BOT, inputs: { ...inputs, operation: 'resume' } })
  expect([outcome(ended), stage.github.world.dispatches.length]).toEqual(['interrupted green', 1])
  expect(warnings(ended)).toEqual([
    expect.stringMatching(/20 runs have gone on .* a person has to look\. Go on with `\/nehemvix resume`/),
  ])
})

test('a running job is told to stop by a run of its own, settles what it has sent, and is cancelled', async () => {
  const stage = await open(await estimated())
  await stage.models.script({ latency_ms: 1_500 })
  const working = stage.typed('/nehemvix approve', { env: { NEHEMVIX_POLL_MS: '100' } })
  await untilCalls(stage, 1)
  const told = await stage.typed('/nehemvix cancel', { inputs: { operation: 'cancel' } })
  const [notice] = told.annotations.filter(({ level }) => level === 'notice')
  expect([told.code, notice?.message]).toEqual([0, expect.stringMatching(/^Run \d+ was told to stop/)])
  const ended = await working
  expect([outcome(ended), stage.record()?.cancel, stage.record()?.jobs[0]?.status]).toEqual([
    'cancelled green',
    null,
    'cancelled',
  ])
  await stage.models.script({})
  expect([outcome(await stage.typed('/nehemvix resume')), once(await stage.billed())]).toEqual(['completed green', []])
}, 60_000)

test('a job that nobody works on is cancelled at once', async () => {
  const stage = await open(await estimated())
  const ended = await stage.typed('/nehemvix cancel', { inputs: { operation: 'cancel' } })
  expect([outcome(ended), stage.record()?.jobs[0]?.status, stage.record()?.holder]).toEqual([
    'cancelled green',
    'cancelled',
    null,
  ])
})

test('the token’s hour is over in the middle: nothing more is sent, and the next run says what may have been spent', async () => {
  const stage = await open(await estimated())
  const { github, models } = stage
  await models.script({ latency_ms: 300 })
  const token = github.workflowToken()
  const working = stage.typed('/nehemvix approve --cap 5', { token })
  await untilCalls(stage, 1)
  github.expire(token)
  const ended = await working
  const calls = await stage.calls()
  expect([outcome(ended), calls]).toEqual(['paused_state green', 1])
  expect(warnings(ended)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /GitHub does not take the token, or no longer.* Up to \$0\.\d+ of what it sent .* of unknown outcome/,
      ),
    ]),
  )
  const next = await stage.typed('/nehemvix resume')
  expect([outcome(next), await stage.calls()]).toEqual(['paused_outcome green', calls])
  await models.script({})
  expect(outcome(await stage.typed('/nehemvix resume'))).toBe('completed green')
}, 60_000)
