// Buttons under the check: guarded like commands, and starting only what needs nobody's word.
import { expect, test } from 'vitest'
import { QUOTA_PAUSE } from '../commands/samples.ts'
import { type Hosted, reportOf, startHosted } from './hosted.ts'

async function press(hosted: Hosted, identifier: string, sender = 'octocat'): Promise<void> {
  const [check] = [...hosted.github.world.checkRuns.values()]
  await hosted.deliver('check_run', hosted.github.eventOfButton(check.id, identifier, sender))
}

const last = (hosted: Hosted): string => hosted.comments().at(-1) ?? ''

test('approve is shown ready to paste: a run could not see who pressed', async () => {
  const hosted = await startHosted()
  await hosted.report(reportOf(hosted))
  await hosted.record({})
  await press(hosted, 'approve:e0123456789')
  expect(hosted.github.world.dispatches).toEqual([])
  expect(last(hosted)).toMatch(/`octocat` pressed \*\*approve\*\*[\s\S]*^\/nehemvix approve e0123456789$/m)
})

test('cancel and resume after a quota are dispatched', async () => {
  const hosted = await startHosted()
  await hosted.report(reportOf(hosted, { status: 'paused_quota', paused: QUOTA_PAUSE }))
  await hosted.record({ status: 'paused_quota', approvedEstimate: 'e0123456789' })
  await press(hosted, 'resume')
  await press(hosted, 'cancel')
  expect(hosted.github.world.dispatches.map(({ inputs }) => inputs)).toEqual([
    { operation: 'resume', job: 'j1a2b3c4', estimate: '', 'comment-id': '', 'pull-request': '1', models: '' },
    { operation: 'cancel', job: 'j1a2b3c4', estimate: '', 'comment-id': '', 'pull-request': '1', models: '' },
  ])
  expect(last(hosted)).toContain('/actions/runs/')
})

test('resume of what waits for a person’s decision is shown ready to paste', async () => {
  const hosted = await startHosted()
  await hosted.report(reportOf(hosted, { status: 'paused_outcome' }))
  await hosted.record({ status: 'paused_outcome', approvedEstimate: 'e0123456789', unknownMicroUsd: 5 })
  await press(hosted, 'resume')
  expect(hosted.github.world.dispatches).toEqual([])
  expect(last(hosted)).toMatch(/^\/nehemvix resume$/m)
})

test('a stranger, a bot, an unknown button and another app’s check do nothing', async () => {
  const hosted = await startHosted()
  hosted.github.addUser('mallory')
  hosted.github.addUser('helper[bot]', null, 'Bot')
  await hosted.report(reportOf(hosted))
  await hosted.record({ status: 'paused_quota', approvedEstimate: 'e0123456789' })
  const before = hosted.comments().length
  await press(hosted, 'cancel', 'helper[bot]')
  await press(hosted, 'explode')
  await press(hosted, 'approve:../../etc')
  const [check] = [...hosted.github.world.checkRuns.values()]
  const event = hosted.github.eventOfButton(check.id, 'cancel', 'octocat')
  event.check_run.app.id = 1
  await hosted.deliver('check_run', event)
  expect(hosted.comments()).toHaveLength(before)
  await press(hosted, 'cancel', 'mallory')
  expect(last(hosted)).toContain('takes the write role')
  expect(hosted.github.world.dispatches).toEqual([])
})

test('a check whose job was overtaken by another says so', async () => {
  const hosted = await startHosted()
  await hosted.report(reportOf(hosted))
  await hosted.record({ job: 'j2', status: 'paused_quota', approvedEstimate: 'e0123456789' }, { status: 'paused_quota' })
  await press(hosted, 'cancel')
  expect(last(hosted)).toContain('a newer one has taken its place')
  expect(hosted.github.world.dispatches).toEqual([])
})
