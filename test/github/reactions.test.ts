import { expect, test } from 'vitest'
import { claimComment, finishClaim } from '../../src/github/reactions.ts'
import { startStandIn } from './stand-in.ts'

const me = 'github-actions[bot]'
const later = (seconds: number) => new Date(Date.now() + seconds * 1000)

async function commented() {
  const world = await startStandIn()
  const { id } = world.server.comment(world.server.openPullRequest({ branch: 'feature' }), 'octocat', '/nehemvix run')
  const shown = () => [...world.server.world.reactions.values()].map(({ content }) => content)
  const claim = (now = new Date()) => claimComment(world.github, world.repository, id, me, now)
  const finish = (outcome: 'rocket' | '-1') => finishClaim(world.github, world.repository, id, me, outcome)
  return { ...world, id, shown, claim, finish }
}

test('of many that claim a comment one gets it', async () => {
  const { claim, shown } = await commented()
  expect((await Promise.all([1, 2, 3, 4].map(() => claim()))).sort()).toEqual(['ours', 'taken', 'taken', 'taken'])
  expect(shown()).toEqual(['eyes'])
})

test('after the work the outcome is shown and the eyes are gone; it is not claimed again', async () => {
  const { claim, finish, shown } = await commented()
  await claim()
  await finish('rocket')
  expect(shown()).toEqual(['rocket'])
  expect(await claim(later(3600))).toBe('taken')
  expect(shown()).toEqual(['rocket'])
})

test('a refusal counts as an answer too', async () => {
  const { claim, finish } = await commented()
  await claim()
  await finish('-1')
  expect(await claim(later(3600))).toBe('taken')
})

test('whoever died in the middle of it is replaced after a minute, by one', async () => {
  const { claim, shown } = await commented()
  await claim()
  expect(await claim(later(50))).toBe('taken')
  expect((await Promise.all([claim(later(70)), claim(later(70)), claim(later(70))])).sort()).toEqual(['ours', 'taken', 'taken'])
  expect(shown()).toEqual(['eyes'])
})

test("a person's reactions are none of ours", async () => {
  const { claim, clientOf, server, repository, id } = await commented()
  const person = clientOf(server.tokenOf('octocat'))
  for (const content of ['rocket', '-1', 'eyes'] as const)
    await person.rest.reactions.createForIssueComment({ ...repository, comment_id: id, content })
  expect(await claim()).toBe('ours')
})

test('a reaction that is refused stands in nobody’s way', async () => {
  const { server, clientOf, repository, id, shown } = await commented()
  const reader = clientOf(server.workflowToken({ contents: 'read', metadata: 'read' }))
  expect(await claimComment(reader, repository, id, me, new Date())).toBe('ours')
  await finishClaim(reader, repository, id, me, 'rocket')
  expect(shown()).toEqual([])
})
