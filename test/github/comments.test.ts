import { expect, test } from 'vitest'
import { findOwnComment, listComments, postOnce, readComment, upsertComment } from '../../src/github/comments.ts'
import type { Comment } from '../doubles/github/world.ts'
import { startStandIn } from './stand-in.ts'

const me = 'github-actions[bot]'
const marker = '<!-- nehemvix:job j1 -->'
const CREATE = { method: 'POST', path: /issues\/\d+\/comments/ } as const

async function conversation() {
  const world = await startStandIn()
  const pull = world.server.openPullRequest({ branch: 'feature' })
  const ours = () => [...world.server.world.comments.values()].filter(({ author }) => author === me)
  return { ...world, pull, ours, issue: pull.number }
}

test('written once, edited where the words differ, else left alone', async () => {
  const { github, repository, issue, ours, server } = await conversation()
  const first = await upsertComment(github, repository, issue, { marker, body: 'one', me })
  expect(first).toMatchObject({ kind: 'posted', isNew: true, isEdited: false })
  expect(await upsertComment(github, repository, issue, { marker, body: 'two', me })).toMatchObject({
    isNew: false,
    isEdited: true,
  })
  const before = server.log.length
  expect(await upsertComment(github, repository, issue, { marker, body: `${marker}\ntwo`, me })).toMatchObject({
    isNew: false,
    isEdited: false,
  })
  expect(server.log.slice(before).every(({ method }) => method === 'GET')).toBe(true)
  expect(ours().map(({ body }) => body)).toEqual([`${marker}\ntwo`])
})

test('a comment with the marker by anybody else, or not at its start, is not ours', async () => {
  const { github, repository, issue, pull, server } = await conversation()
  server.comment(pull, 'mallory', `${marker}\nforged`)
  server.comment(pull, me, `> ${marker}\n> quoted`)
  expect(await findOwnComment(github, repository, issue, { marker, me })).toBeNull()
  server.comment(pull, me, `${marker}\nours`)
  expect(await findOwnComment(github, repository, issue, { marker, me: 'GitHub-Actions[bot]' })).toMatchObject({
    body: `${marker}\nours`,
  })
})

test('all pages are read, the newest comments first', async () => {
  const { github, repository, issue, pull, server } = await conversation()
  server.comment(pull, me, `${marker}\nthe first of all`)
  for (let at = 0; at < 250; at += 1) server.comment(pull, 'octocat', `c${at}`)
  const bodies: string[] = []
  for await (const { body } of listComments(github, repository, issue)) bodies.push(body)
  expect(bodies).toHaveLength(251)
  expect(bodies.slice(0, 2)).toEqual(['c249', 'c248'])
  expect(bodies.at(-1)).toBe(`${marker}\nthe first of all`)
  expect(await findOwnComment(github, repository, issue, { marker, me })).not.toBeNull()
})

test('whoever does not know its login asks for it; an app that can not ask edits nothing', async () => {
  const { github, repository, issue, pull, server, clientOf } = await conversation()
  server.comment(pull, 'octocat', `${marker}\nmine`)
  const person = clientOf(server.tokenOf('octocat'))
  expect(await findOwnComment(person, repository, issue, { marker, me: null })).toMatchObject({ author: 'octocat' })
  expect(await findOwnComment(github, repository, issue, { marker, me: null })).toBeNull()
})

test.each(['store-then-502', 'store-then-drop', 'drop'] as const)('one comment, whatever is answered: %s', async (what) => {
  const { github, repository, issue, ours, server } = await conversation()
  server.fault({ ...CREATE, what })
  expect(await postOnce(github, repository, issue, { marker, body: 'x', me })).toMatchObject({ kind: 'posted', isNew: true })
  expect(ours()).toHaveLength(1)
})

test('posted once: what stands there stays', async () => {
  const { github, repository, issue, ours } = await conversation()
  const first = await postOnce(github, repository, issue, { marker, body: 'x', me })
  const second = await postOnce(github, repository, issue, { marker, body: 'y', me })
  expect(second).toEqual({ ...first, isNew: false })
  expect(ours().map(({ body }) => body)).toEqual([`${marker}\nx`])
})

test('of two that post at once one comment is left', async () => {
  const { github, repository, issue, ours } = await conversation()
  const both = await Promise.all([1, 2].map(() => postOnce(github, repository, issue, { marker, body: 'x', me })))
  expect(ours()).toHaveLength(1)
  expect(both.map((one) => one.kind === 'posted' && one.id)).toEqual([ours()[0]?.id, ours()[0]?.id])
})

test('a server that stays down is told after two posts', async () => {
  const { github, repository, issue, server } = await conversation()
  server.fault({ ...CREATE, times: 9, what: { status: 502, body: { message: 'Server Error' } } })
  expect(await postOnce(github, repository, issue, { marker, body: 'x', me })).toMatchObject({
    kind: 'not posted',
    reason: 'failed',
  })
  expect(server.asked('POST', /comments/)).toHaveLength(2)
})

test('no right, a locked and a missing issue are outcomes', async () => {
  const { github, repository, issue, server, clientOf } = await conversation()
  const reader = clientOf(server.workflowToken({ contents: 'write', metadata: 'read' }))
  const forbidden = await upsertComment(reader, repository, issue, { marker, body: 'x', me })
  expect(forbidden).toMatchObject({
    kind: 'not posted',
    reason: 'forbidden',
    message: expect.stringContaining('`pull-requests: write`'),
  })
  const locked = { status: 403, body: { message: 'Unable to create comment because issue is locked.', documentation_url: '' } }
  server.fault({ ...CREATE, what: locked })
  expect(await upsertComment(github, repository, issue, { marker, body: 'x', me })).toMatchObject({ reason: 'locked' })
  expect(await upsertComment(github, repository, 4711, { marker, body: 'x', me })).toMatchObject({ reason: 'gone' })
})

test('a comment that is too long is cut, and keeps its marker', async () => {
  const { github, repository, issue, ours } = await conversation()
  await upsertComment(github, repository, issue, { marker, body: 'a line\n\n'.repeat(10_000), me })
  const [{ body }] = ours() as [Comment]
  expect(body.length).toBeLessThanOrEqual(60_000)
  expect(body.startsWith(`${marker}\n`)).toBe(true)
})

test('a comment is read as it stands; a deleted one is null', async () => {
  const { github, repository, issue, pull, server } = await conversation()
  const comment = server.comment(pull, 'octocat', '/nehemvix run')
  expect(await readComment(github, repository, comment.id)).toMatchObject({
    body: '/nehemvix run',
    author: 'octocat',
    authorIsBot: false,
    issueNumber: issue,
  })
  server.deleteComment(comment)
  expect(await readComment(github, repository, comment.id)).toBeNull()
})
