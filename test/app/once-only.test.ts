// One comment, one dispatch, one answer: however often, and through however many instances it comes.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Hosted, reportOf, startHosted } from './hosted.ts'

const APPROVE = '/nehemvix approve e0123456789'

async function withComment(): Promise<Hosted & { event: unknown }> {
  const hosted = await startHosted()
  await hosted.record({})
  return { ...hosted, event: hosted.github.eventOf(hosted.github.comment(hosted.pull, 'octocat', APPROVE)) }
}

const counts = ({ github, comments }: Hosted) => [github.world.dispatches.length, comments().length]

test('the same delivery twice, one after the other and at once', async () => {
  const hosted = await withComment()
  const id = randomUUID()
  await Promise.all([1, 2, 3].map(() => hosted.deliver('issue_comment', hosted.event, { id })))
  await hosted.deliver('issue_comment', hosted.event, { id })
  expect(counts(hosted)).toEqual([1, 1])
})

test('the same comment under two delivery ids, at once and later', async () => {
  const hosted = await withComment()
  await Promise.all([1, 2].map(() => hosted.deliver('issue_comment', hosted.event)))
  await hosted.deliver('issue_comment', hosted.event)
  expect(counts(hosted)).toEqual([1, 1])
})

test('two instances of the server at once', async () => {
  const hosted = await withComment()
  const servers = [hosted.server, await hosted.another()]
  await Promise.all([...servers, ...servers].map((to) => hosted.deliver('issue_comment', hosted.event, { to })))
  expect(counts(hosted)).toEqual([1, 1])
})

test('an answer that was written though GitHub said 502', async () => {
  const hosted = await withComment()
  hosted.github.fault({ method: 'POST', path: /\/issues\/\d+\/comments$/, what: 'store-then-502' })
  await hosted.deliver('issue_comment', hosted.event)
  expect(counts(hosted)).toEqual([1, 1])
  expect(hosted.github.asked('POST', /\/issues\/\d+\/comments$/)).toHaveLength(1)
})

test('three approvals at once, by three people through two instances: one dispatch, an answer to each', async () => {
  const hosted = await startHosted()
  await hosted.record({})
  const servers = [hosted.server, await hosted.another()]
  const people = ['octocat', 'wendy', 'mary'].map((login) => {
    hosted.github.addUser(login, 'write')
    return hosted.github.comment(hosted.pull, login, login === 'mary' ? '/nehemvix approve' : APPROVE)
  })
  await Promise.all(people.map((one, n) => hosted.deliver('issue_comment', hosted.github.eventOf(one), { to: servers[n % 2] })))
  expect(hosted.github.world.dispatches).toHaveLength(1)
  expect(people.map((one) => hosted.answerTo(one)?.includes('gave the same command'))).toEqual([false, true, true])
})

test('a command that was carried out already is no twin: whoever types it again means it', async () => {
  const hosted = await startHosted()
  const paused = { status: 'paused_quota', approvedEstimate: 'e0123456789', pausedMessage: 'The quota ran out.' }
  await hosted.record(paused)
  const first = hosted.github.comment(hosted.pull, 'octocat', '/nehemvix resume')
  await hosted.deliver('issue_comment', hosted.github.eventOf(first))
  expect(await hosted.type('octocat', '/nehemvix resume')).toContain('gave the same command')
  const handled = { commentId: first.id, job: 'j1a2b3c4', what: 'resume', by: 'octocat', at: '2026-11-29T18:00:00Z' }
  await hosted.changeRecord((record) => ({ ...record, handled: [handled] }))
  expect(await hosted.type('octocat', '/nehemvix resume')).toContain('Resume of the job')
  expect(hosted.github.world.dispatches).toHaveLength(2)
})

test('a stranger’s, a refused and an old command are no twins', async () => {
  const hosted = await startHosted()
  await hosted.record({})
  hosted.github.addUser('mallory')
  await hosted.type('mallory', APPROVE)
  // Nobody has answered this one yet.
  hosted.github.comment(hosted.pull, 'mallory', APPROVE)
  hosted.github.fault({ method: 'POST', path: /\/dispatches$/, what: { status: 503, body: { message: 'Unavailable' } } })
  await hosted.type('octocat', APPROVE)
  expect(hosted.github.world.dispatches).toHaveLength(0)
  await hosted.type('octocat', APPROVE)
  expect(hosted.github.world.dispatches).toHaveLength(1)
  hosted.github.advance(120_000)
  await hosted.type('octocat', APPROVE)
  expect(hosted.github.world.dispatches).toHaveLength(2)
})

test('a comment that an instance left in the middle is taken over after a minute, and not dispatched again where it was answered', async () => {
  const hosted = await withComment()
  const { github } = hosted
  await hosted.deliver('issue_comment', hosted.event)
  for (const [id, reaction] of github.world.reactions) {
    github.world.reactions.set(id, { ...reaction, content: 'eyes', createdAt: new Date(Date.now() - 120_000).toISOString() })
  }
  await hosted.deliver('issue_comment', hosted.event)
  expect(counts(hosted)).toEqual([1, 1])
  expect([...github.world.reactions.values()].map(({ content }) => content)).toEqual(['rocket'])
})

test('reactions that GitHub refuses stand in nobody’s way', async () => {
  const hosted = await withComment()
  hosted.github.fault({
    path: /\/reactions/,
    times: 99,
    what: { status: 403, body: { message: 'Resource not accessible by integration' } },
  })
  await hosted.deliver('issue_comment', hosted.event)
  expect(counts(hosted)).toEqual([1, 1])
})

test('a report delivered twice to two instances at once: one comment, one notice', async () => {
  const hosted = await startHosted()
  await hosted.report(reportOf(hosted))
  const [run] = [...hosted.github.world.runs.values()].slice(-1)
  const servers = [hosted.server, await hosted.another()]
  await Promise.all(
    [...servers, ...servers].map((to) => hosted.deliver('workflow_run', hosted.github.eventOfRun(run?.id ?? 0), { to })),
  )
  expect(hosted.comments()).toHaveLength(2)
})

test('a first report delivered to two instances at once', async () => {
  const hosted = await startHosted()
  const another = await hosted.another()
  hosted.github.fault({ path: /\/artifacts/, what: { status: 404, body: { message: 'Not Found' } } })
  await hosted.report(reportOf(hosted))
  expect(hosted.comments()).toHaveLength(0)
  const [run] = [...hosted.github.world.runs.values()].slice(-1)
  await Promise.all(
    [hosted.server, another].map((to) => hosted.deliver('workflow_run', hosted.github.eventOfRun(run?.id ?? 0), { to })),
  )
  expect(hosted.comments()).toHaveLength(2)
})
