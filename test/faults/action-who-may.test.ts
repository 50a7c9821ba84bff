// On whose word something is done: what a run is handed is looked up again, and what it can't find a person for it does not decide.
import { expect, test } from 'vitest'
import { BOT, CONFIGURATION, NO_CREDIT, outcome, type Stage, useStages, warnings } from '../acceptance/action-stage.ts'

const { open, play } = useStages()
const estimated = play((stage) => stage.run())

const last = (stage: Stage) => stage.comments().at(-1)?.body ?? ''
const PUSH = { event: { name: 'push', payload: {} } }

test('a new commit or another configuration voids an approval, and an old estimate is none', async () => {
  const stage = await open(await estimated())
  const old = stage.record()?.jobs[0]?.estimate?.id
  stage.github.commit('main', { '.github/nehemvix.yml': 'connections:\n  - model: gpt-6-luna\ncap: 3\n' })
  await stage.typed(`/nehemvix approve ${old}`)
  expect(last(stage)).toMatch(/main has moved on from/)
  const newer = await stage.typed('/nehemvix run')
  expect(outcome(newer)).toBe('awaiting_approval green')
  expect(newer.outputs['estimate-id']).not.toBe(old)
  // It is another job's, and void for the same reason.
  await stage.typed(`/nehemvix approve ${old}`)
  expect(last(stage)).toMatch(/main has moved on from/)
  await stage.typed('/nehemvix approve', { inputs: { language: 'de' } })
  expect(last(stage)).toMatch(/configuration, or an input of the workflow, has changed/)
  expect(await stage.calls()).toBe(0)
  expect(stage.record()?.holder).toBe(null)
})

test('a comment counts once, unedited, from whoever may, and only where it stands', async () => {
  const stage = await open(await estimated())
  const { github } = stage
  github.addUser('reader', 'read')
  const refused: [string, string | undefined][] = []
  for (const author of ['stranger', 'reader']) {
    const ended = await stage.typed('/nehemvix approve', { author })
    refused.push([outcome(ended), last(stage).match(/takes the write role/)?.[0]])
  }
  expect(refused).toEqual([
    ['refused green', 'takes the write role'],
    ['refused green', 'takes the write role'],
  ])
  const edited = github.editComment(github.comment(1, 'octocat', '/nehemvix help'), '/nehemvix approve')
  await stage.run({ triggeringActor: BOT, inputs: { 'comment-id': String(edited.id), 'pull-request': '1' } })
  expect(last(stage)).toMatch(/was edited/)
  const gone = github.comment(1, 'octocat', '/nehemvix approve')
  github.deleteComment(gone)
  await stage.run({ triggeringActor: BOT, inputs: { 'comment-id': String(gone.id), 'pull-request': '1' } })
  await stage.typed('/nehemvix approve', { inputs: { 'pull-request': '77' } })
  expect(await stage.calls()).toBe(0)

  const comment = github.comment(1, 'octocat', '/nehemvix approve')
  const inputs = { operation: 'approve', 'comment-id': String(comment.id), 'pull-request': '1' }
  expect(outcome(await stage.run({ triggeringActor: BOT, inputs }))).toBe('completed green')
  const [calls, said] = [await stage.calls(), stage.comments().length]
  const twice = await stage.run({ triggeringActor: BOT, inputs })
  expect([twice.code, await stage.calls(), stage.comments().length]).toEqual([0, calls, said])
}, 60_000)

test('with approvers named, others may neither approve nor go on with what is approved', async () => {
  const stage = await open({ configuration: `${CONFIGURATION}approvers: [octocat]\n` })
  await stage.run()
  stage.github.addUser('writer', 'write')
  await stage.models.script({ rules: [{ prompt: '<section id=', do: NO_CREDIT }] })
  await stage.typed('/nehemvix approve', { author: 'writer' })
  expect([last(stage), await stage.calls()]).toEqual([expect.stringMatching(/may spend money.*`octocat`/), 0])
  expect(outcome(await stage.typed('/nehemvix approve'))).toBe('paused_quota green')
  const calls = await stage.calls()
  const pressed = await stage.run({ triggeringActor: 'writer', inputs: { operation: 'run' } })
  expect([outcome(pressed), await stage.calls()]).toEqual(['refused red', calls])
})

test('a button pressed by somebody without the write role, and a dispatch of a bot that no run asked for', async () => {
  const stage = await open(await estimated())
  stage.github.addUser('reader', 'read')
  const before = stage.record()
  for (const triggeringActor of ['reader', BOT, 'dependabot[bot]']) {
    const ended = await stage.run({ triggeringActor, inputs: { operation: 'approve' } })
    expect([outcome(ended), await stage.calls()]).toEqual(['refused red', 0])
  }
  // A re-run is by whoever repeats it, not by whoever began.
  const run = stage.github.startRun({ actor: 'octocat' })
  const repeated = await stage.run({ runId: run.id, attempt: 2, triggeringActor: 'reader', inputs: { operation: 'approve' } })
  expect(outcome(repeated)).toBe('refused red')
  expect(stage.record()).toEqual(before)
})

test('status reads the record, and leaves it and everything else as it is', async () => {
  const stage = await open(await estimated())
  const { github, results } = stage
  const ref = github.world.git.resolve('refs/nehemvix/state')
  const [entries, said] = [results.log.length, stage.comments().length]
  const looked = await stage.run({ inputs: { operation: 'status' } })
  expect([outcome(looked), looked.outputs['estimate-id']]).toEqual([
    'awaiting_approval green',
    stage.record()?.jobs[0]?.estimate?.id,
  ])
  expect([github.world.git.resolve('refs/nehemvix/state'), results.log.length, stage.comments().length]).toEqual([
    ref,
    entries,
    said,
  ])
  const first = await open()
  const none = await first.run({ inputs: { operation: 'status' } })
  expect([none.code, none.summary.includes('There is no job yet.')]).toEqual([0, true])
  expect(first.record()).toBe(null)
})

test('push and schedule make an estimate and ask once; a new commit is a new one', async () => {
  const stage = await open()
  expect(outcome(await stage.run(PUSH))).toBe('awaiting_approval green')
  const said = stage.comments().length
  const first = stage.record()?.jobs[0]?.estimate?.id
  expect(outcome(await stage.run({ event: { name: 'schedule', payload: {} } }))).toBe('awaiting_approval green')
  expect([stage.comments().length, stage.record()?.jobs[0]?.estimate?.id]).toEqual([said, first])
  stage.github.commit('main', { 'src/new.py': '"""More of it."""\n\n\ndef more() -> int:\n    """One more."""\n    return 1\n' })
  const next = await stage.run(PUSH)
  expect([outcome(next), next.outputs['estimate-id'] === first, await stage.calls()]).toEqual([
    'awaiting_approval green',
    false,
    0,
  ])
})

test('a fork without a key is green and says why; a fork’s pull request is, too', async () => {
  const stage = await open()
  const noKeys = { 'openai-api-key': '', 'gemini-api-key': '' }
  const repository = { id: 1, fork: true }
  const fork = await stage.run({ event: { name: 'schedule', payload: { repository } }, inputs: noKeys })
  const named = await stage.run({ event: { name: 'push', payload: { repository } }, inputs: { ...noKeys, models: 'gpt-6-luna' } })
  const pull = await stage.run({ event: { name: 'pull_request', payload: { pull_request: { head: { repo: { fork: true } } } } } })
  for (const ended of [fork, named, pull]) {
    expect([ended.code, ended.annotations.map(({ level }) => level), warnings(ended)]).toEqual([0, ['notice'], []])
  }
  expect([stage.record(), stage.pulls()]).toEqual([null, []])
  const byHand = await stage.run({ inputs: noKeys })
  expect([outcome(byHand), warnings(byHand)]).toEqual(['refused red', [expect.stringMatching(/^There is no key for gpt-6-luna/)]])
})
