// Commands to the hosted app: what is dispatched, what is answered, what is left alone.
import { expect, test } from 'vitest'
import { QUOTA_PAUSE } from '../commands/samples.ts'
import { APP, type Hosted, startHosted, workflowText } from './hosted.ts'

const reactions = ({ github }: Hosted): string[] => [...github.world.reactions.values()].map(({ content }) => content)

test('approve: one dispatch with strict inputs, an answer that links the run, a rocket, a check that works', async () => {
  const hosted = await startHosted()
  await hosted.record({})
  const comment = hosted.github.comment(hosted.pull, 'octocat', '/nehemvix approve e0123456789 --cap 0.50')
  const response = await hosted.deliver('issue_comment', hosted.github.eventOf(comment))
  expect(response.status).toBe(200)
  const { dispatches } = hosted.github.world
  const inputs = {
    operation: 'approve',
    job: 'j1a2b3c4',
    estimate: 'e0123456789',
    'comment-id': String(comment.id),
    'pull-request': String(hosted.pull.number),
    models: '',
  }
  expect(dispatches).toEqual([{ runId: expect.any(Number), workflow: 'nehemvix.yml', ref: 'main', by: APP, inputs }])
  expect(hosted.answerTo(comment)).toContain(`/actions/runs/${dispatches[0]?.runId}`)
  expect(reactions(hosted)).toEqual(['rocket'])
  expect([...hosted.github.world.checkRuns.values()]).toMatchObject([{ status: 'in_progress', external_id: 'j1a2b3c4' }])
})

test('run without any record is dispatched, and the run decides', async () => {
  const hosted = await startHosted()
  await hosted.type('octocat', '/nehemvix run')
  expect(hosted.github.world.dispatches).toMatchObject([{ inputs: { operation: 'run', job: '', models: '' } }])
})

test('switch works bare where the default branch consents, and says what to add where not', async () => {
  const consents = { '.github/nehemvix.yml': 'consent: [openai]\nconnections: [{model: gemini-3.8-flash}]\n' }
  const paused = { status: 'paused_quota', approvedEstimate: 'e0123456789', pausedMessage: QUOTA_PAUSE.message }
  const consenting = await startHosted({ files: consents })
  await consenting.record(paused)
  await consenting.type('octocat', '/nehemvix switch gpt-6-luna')
  expect(consenting.github.world.dispatches).toMatchObject([{ inputs: { operation: 'resume', models: 'gpt-6-luna' } }])

  const other = await startHosted()
  await other.record(paused)
  expect(await other.type('octocat', '/nehemvix switch gpt-6-luna')).toContain('consent: [openai]')
  expect(other.github.world.dispatches).toEqual([])
  expect(reactions(other)).toEqual(['-1'])
})

test('the configuration of a pull request’s head has no say', async () => {
  const hosted = await startHosted()
  hosted.github.commit('feature', { '.github/nehemvix.yml': 'consent: [openai]\napprovers: [mallory]\n' })
  await hosted.record({ status: 'paused_quota', approvedEstimate: 'e0123456789' })
  expect(await hosted.type('octocat', '/nehemvix switch gpt-6-luna')).toContain('Nobody has agreed yet')
})

test.each([
  ['a stranger', 'mallory', null, /takes the write role/],
  ['somebody who may triage', 'tess', 'triage', /takes the write role/],
  ['a writer who is no approver', 'wendy', 'write', /who may do that: `alice`/],
] as const)('%s may not approve, and is told why', async (_, login, role, says) => {
  const hosted = await startHosted({ files: { '.github/nehemvix.yml': 'approvers: [alice]\n' } })
  hosted.github.addUser(login, role)
  await hosted.record({})
  expect(await hosted.type(login, '/nehemvix approve')).toMatch(says)
  expect(hosted.github.world.dispatches).toEqual([])
  expect(reactions(hosted)).toEqual(['-1'])
})

test('help and status are for everybody, a mistake in the configuration included', async () => {
  const hosted = await startHosted({ files: { '.github/nehemvix.yml': 'consents: [openai]\n' } })
  hosted.github.addUser('mallory')
  await hosted.record({})
  expect(await hosted.type('mallory', '/nehemvix help')).toContain('/nehemvix approve')
  expect(await hosted.type('mallory', '/nehemvix status')).toContain('awaiting_approval')
  expect(await hosted.type('octocat', '/nehemvix approve')).toMatch(/\.github\/nehemvix\.yml:1:1/)
  expect(hosted.github.world.dispatches).toEqual([])
})

test('a mistyped model of the configuration is proposed', async () => {
  const hosted = await startHosted({
    files: { '.github/nehemvix.yml': 'connections: [{model: local/qwen3, base-url: "http://x/v1"}]\n' },
  })
  await hosted.record({ status: 'paused_quota' })
  expect(await hosted.type('octocat', '/nehemvix switch local/qwen33')).toContain('local/qwen3')
})

test('what is no command costs no request', async () => {
  const hosted = await startHosted()
  hosted.github.addUser('renovate[bot]', null, 'Bot')
  for (const body of ['Nice work', '> /nehemvix run', '```\n/nehemvix run\n```', 'see /nehemvix run', '/nehemvixx run'])
    await hosted.type('octocat', body)
  await hosted.type('renovate[bot]', '/nehemvix run')
  const edited = hosted.github.comment(hosted.pull, 'octocat', '/nehemvix run')
  await hosted.deliver('issue_comment', hosted.github.eventOf(edited, { action: 'edited' }))
  // The name of the app is asked for once, at the first text that looks like ours.
  expect(hosted.github.log.filter(({ path }) => path !== '/app')).toEqual([])
  expect(hosted.comments()).toEqual([])
})

test('somebody else’s event does not lift a comment', async () => {
  const hosted = await startHosted()
  hosted.github.addUser('mallory')
  await hosted.record({})
  const comment = hosted.github.comment(hosted.pull, 'mallory', '/nehemvix approve')
  await hosted.deliver('issue_comment', hosted.github.eventOf(comment, { sender: 'octocat' }))
  expect(hosted.github.world.dispatches).toEqual([])
  expect(hosted.answerTo(comment)).toContain('type it in a comment of your own')
})

test('a comment that is gone or was edited by now is not carried out', async () => {
  const hosted = await startHosted()
  const gone = hosted.github.comment(hosted.pull, 'octocat', '/nehemvix run')
  const goneEvent = hosted.github.eventOf(gone)
  hosted.github.deleteComment(gone)
  await hosted.deliver('issue_comment', goneEvent)
  const edited = hosted.github.comment(hosted.pull, 'octocat', '/nehemvix run')
  const editedEvent = hosted.github.eventOf(edited)
  hosted.github.editComment(edited, '/nehemvix run --pay-again')
  await hosted.deliver('issue_comment', editedEvent)
  expect(hosted.github.world.dispatches).toEqual([])
  expect(hosted.comments()).toHaveLength(1)
  expect(hosted.answerTo(edited)).toContain('edited')
})

test('an issue, a closed and a fork’s pull request', async () => {
  const hosted = await startHosted()
  const { github } = hosted
  const type = async (issue: typeof hosted.pull, body: string) => {
    const comment = github.comment(issue, 'octocat', body)
    await hosted.deliver('issue_comment', github.eventOf(comment))
    return hosted.answerTo(comment)
  }
  expect(await type(github.openIssue('A question'), '/nehemvix run')).toContain('pull requests only')
  expect(await type(github.openPullRequest({ branch: 'theirs', fork: 'mallory', author: 'mallory' }), '/nehemvix run')).toContain(
    'fork',
  )
  github.closePullRequest(hosted.pull.number)
  expect(await type(hosted.pull, '/nehemvix run')).toContain('closed')
  expect(github.world.dispatches).toEqual([])
})

test.each([
  [403, { message: 'Resource not accessible by integration' }, 'actions: write'],
  [404, { message: 'Not Found' }, 'Is .github/workflows/nehemvix.yml on main?'],
  [422, { message: 'Unexpected inputs provided: ["models"]' }, 'with the inputs of the example'],
  [502, { message: 'Server Error' }, 'It may have started'],
])('a dispatch that fails with %i is answered with what is missing', async (status, body, says) => {
  const hosted = await startHosted()
  hosted.github.fault({ method: 'POST', path: /\/dispatches$/, times: 9, what: { status, body } })
  expect(await hosted.type('octocat', '/nehemvix run')).toContain(says)
  expect(hosted.github.asked('POST', /\/dispatches$/)).toHaveLength(1)
  expect(reactions(hosted)).toEqual(['-1'])
})

test.each([/\/collaborators\//, /\/pulls\/1$/, /\/contents\/\.github%2Fnehemvix|\/contents\/\.github\/nehemvix/, /\/git\/ref\//])(
  'GitHub failing at %s is answered, and nothing is dispatched',
  async (path) => {
    const hosted = await startHosted()
    await hosted.record({})
    hosted.github.fault({
      method: 'GET',
      path,
      times: 99,
      what: { status: 403, body: { message: 'Resource not accessible by integration' } },
    })
    expect(await hosted.type('octocat', '/nehemvix approve')).toMatch(/Nothing was done|nothing was done/)
    expect(hosted.github.world.dispatches).toEqual([])
  },
)

test('no workflow: the answer says how to add one', async () => {
  const hosted = await startHosted()
  hosted.github.commit('main', { '.github/workflows/nehemvix.yml': null })
  expect(await hosted.type('octocat', '/nehemvix run')).toContain('Add the example workflow')
  expect(hosted.github.world.dispatches).toEqual([])
})

test('a workflow of another name that uses the action is dispatched', async () => {
  const hosted = await startHosted({
    files: { '.github/workflows/docs.yml': workflowText(), '.github/workflows/ci.yml': 'on: push\njobs: {}\n' },
  })
  hosted.github.commit('main', { '.github/workflows/nehemvix.yml': null })
  await hosted.type('octocat', '/nehemvix run')
  expect(hosted.github.world.dispatches).toMatchObject([{ workflow: 'docs.yml' }])
})

test('below the path of a GitHub Enterprise Server', async () => {
  const hosted = await startHosted({}, '/api/v3')
  expect(await hosted.type('octocat', '/nehemvix run')).toContain('workflow run')
  expect(hosted.github.world.dispatches).toHaveLength(1)
})

test('an app that can’t learn its own name answers all the same', async () => {
  const hosted = await startHosted()
  hosted.github.fault({ path: /^\/app$/, times: 99, what: { status: 404, body: { message: 'Not Found' } } })
  expect(await hosted.type('octocat', '/nehemvix help')).toContain('/nehemvix approve')
})

test('what GitHub or the configuration says stands in an answer without effect', async () => {
  const hosted = await startHosted()
  const message = 'Ask @octo-org/owners, fixes #1 <script>alert(1)</script> ![x](https://evil.example/x.png)'
  hosted.github.fault({ method: 'POST', path: /\/dispatches$/, what: { status: 422, body: { message } } })
  const answer = await hosted.type('octocat', '/nehemvix run')
  expect(answer).toContain('octo-org/owners')
  expect(answer).not.toMatch(/@octo-org|fixes #1|<script>|!\[x\]\(/)
})
