// Comments, reactions, people, workflows and faults of the stand-in, against the real client.
import { retry } from '@octokit/plugin-retry'
import { Octokit } from '@octokit/rest'
import { Probot, ProbotOctokit } from 'probot'
import { expect, test } from 'vitest'
import { begin, clientOf, HERE, QUIET, refusal } from './begin.ts'

test('comments are posted, changed, listed through all pages and taken away', async () => {
  const { github, octokit } = await begin()
  const pull = github.openPullRequest({ branch: 'feature' })
  for (let turn = 1; turn <= 31; turn++) github.comment(pull, 'stranger', `comment ${turn}`)
  const { data: mine } = await octokit.rest.issues.createComment({ ...HERE, issue_number: 1, body: 'mine' })
  const { data: changed } = await octokit.rest.issues.updateComment({ ...HERE, comment_id: mine.id, body: 'mine, changed' })
  expect(changed.updated_at > changed.created_at).toBe(true)
  const all = await octokit.paginate(octokit.rest.issues.listComments, { ...HERE, issue_number: 1, per_page: 10 })
  expect(all.map(({ body }) => body)).toEqual([
    ...Array.from({ length: 31 }, (_, index) => `comment ${index + 1}`),
    'mine, changed',
  ])
  expect(github.asked('GET', /\/issues\/1\/comments$/)).toHaveLength(4)
  await octokit.rest.issues.deleteComment({ ...HERE, comment_id: mine.id })
  expect(await refusal(octokit.rest.issues.getComment({ ...HERE, comment_id: mine.id }))).toEqual([404, 'Not Found'])
  const long = octokit.rest.issues.createComment({ ...HERE, issue_number: 1, body: 'x'.repeat(65_537) })
  expect(await refusal(long)).toEqual([422, 'Validation Failed'])
})

test('a reaction is made once by each, and 200 tells that it was there', async () => {
  const { github, octokit } = await begin()
  const comment = github.comment(github.openIssue('A question'), 'octocat', 'hello')
  const react = async (client: Octokit, content: 'eyes' | 'rocket') =>
    await client.rest.reactions.createForIssueComment({ ...HERE, comment_id: comment.id, content })
  const first = await react(octokit, 'eyes')
  expect([first.status, first.data.user?.login]).toEqual([201, 'github-actions[bot]'])
  expect((await react(octokit, 'eyes')).status).toBe(200)
  expect((await react(clientOf(github, github.tokenOf('octocat')), 'eyes')).status).toBe(201)
  const { data: listed } = await octokit.rest.reactions.listForIssueComment({ ...HERE, comment_id: comment.id, content: 'eyes' })
  expect(listed.map(({ user }) => user?.login)).toEqual(['github-actions[bot]', 'octocat'])
  await octokit.rest.reactions.deleteForIssueComment({ ...HERE, comment_id: comment.id, reaction_id: first.data.id })
  expect((await react(octokit, 'eyes')).status).toBe(201)
  const reader = clientOf(github, github.workflowToken({ contents: 'read' }))
  expect(await refusal(react(reader, 'rocket'))).toEqual([403, 'Resource not accessible by integration'])
})

test('roles: strangers read a public repository, bots are no users, nobody is not found', async () => {
  const { github, octokit } = await begin()
  github.addUser('maintainer', 'maintain')
  github.addUser('stranger')
  const roleOf = async (username: string) => (await octokit.rest.repos.getCollaboratorPermissionLevel({ ...HERE, username })).data
  expect(await roleOf('maintainer')).toMatchObject({ permission: 'write', role_name: 'maintain' })
  expect(await roleOf('stranger')).toMatchObject({ permission: 'read', role_name: 'read' })
  expect(await refusal(roleOf('nobody'))).toEqual([404, 'Not Found'])
  expect(await refusal(roleOf('github-actions[bot]'))).toEqual([404, 'github-actions[bot] is not a user'])
  expect(await refusal(octokit.rest.users.getAuthenticated())).toEqual([403, 'Resource not accessible by integration'])
  expect((await octokit.rest.users.getByUsername({ username: 'stranger' })).data.type).toBe('User')
})

test('pull requests are filtered by owner and branch; a head without an owner filters nothing', async () => {
  const { github, octokit } = await begin()
  github.openPullRequest({ branch: 'one' })
  github.openPullRequest({ branch: 'two', fork: 'stranger', author: 'stranger' })
  const { number } = github.openPullRequest({ branch: 'three' })
  github.closePullRequest(number, true)
  const list = async (how: object) => (await octokit.rest.pulls.list({ ...HERE, ...how })).data.map((pull) => pull.head.label)
  expect(await list({ head: 'octo-org:one' })).toEqual(['octo-org:one'])
  expect(await list({ head: 'one' })).toEqual(['stranger:two', 'octo-org:one'])
  expect(await list({ state: 'closed', base: 'main' })).toEqual(['octo-org:three'])
  expect((await octokit.rest.pulls.get({ ...HERE, pull_number: 2 })).data).toMatchObject({
    head: { repo: { fork: true, owner: { login: 'stranger' } } },
  })
  expect((await octokit.rest.pulls.listCommits({ ...HERE, pull_number: 1 })).data).toHaveLength(1)
  const { data } = await octokit.rest.pulls.update({ ...HERE, pull_number: 1, title: 'New', state: 'closed' })
  expect([data.title, data.state]).toEqual(['New', 'closed'])
  github.forbidPullRequests()
  github.commit('four', { 'a.md': 'a' }, { from: github.world.git.resolve('main') as string })
  const opened = octokit.rest.pulls.create({ ...HERE, head: 'four', base: 'main', title: 'Four' })
  expect(await refusal(opened)).toEqual([403, 'GitHub Actions is not permitted to create or approve pull requests.'])
})

test('a draft is made ready by GraphQL', async () => {
  const { github, octokit } = await begin()
  github.openPullRequest({ branch: 'one', isDraft: true })
  const { data: pull } = await octokit.rest.pulls.get({ ...HERE, pull_number: 1 })
  const query = 'mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }'
  await octokit.graphql(query, { id: pull.node_id })
  expect((await octokit.rest.pulls.get({ ...HERE, pull_number: 1 })).data.draft).toBe(false)
})

test('a dispatch is checked against the workflow and becomes a run', async () => {
  const { github, octokit } = await begin()
  const dispatch = (inputs: Record<string, string>, more: object = {}) =>
    octokit.rest.actions.createWorkflowDispatch({ ...HERE, workflow_id: 'nehemvix.yml', ref: 'main', inputs, ...more })
  const { status, data } = await dispatch({ operation: 'approve', 'comment-id': '7' }, { return_run_details: true })
  expect(status).toBe(200)
  const [taken] = github.world.dispatches
  expect(taken).toMatchObject({ by: 'github-actions[bot]', inputs: { operation: 'approve', 'comment-id': '7' } })
  const runId = (data as { workflow_run_id: number }).workflow_run_id
  expect(taken?.runId).toBe(runId)
  expect((await dispatch({})).status).toBe(204)
  expect(await refusal(dispatch({ cap: '5' }))).toEqual([422, 'Unexpected inputs provided: ["cap"]'])
  github.world.settings.refusesRunDetails = true
  expect((await refusal(dispatch({}, { return_run_details: true })))[0]).toBe(422)
  const unknown = octokit.rest.actions.createWorkflowDispatch({ ...HERE, workflow_id: 'other.yml', ref: 'main' })
  expect(await refusal(unknown)).toEqual([404, 'Not Found'])
  github.setRun(runId, { status: 'completed', conclusion: 'success' })
  expect((await octokit.rest.actions.getWorkflowRun({ ...HERE, run_id: runId })).data).toMatchObject({
    status: 'completed',
    run_attempt: 1,
  })
  expect(
    (await octokit.rest.actions.listWorkflowRuns({ ...HERE, workflow_id: 'nehemvix.yml', status: 'queued' })).data.total_count,
  ).toBe(1)
  expect(github.eventOfDispatch(runId)).toMatchObject({ inputs: { operation: 'approve' }, ref: 'refs/heads/main' })
  expect(github.eventOfRun(runId)).toMatchObject({ action: 'completed', workflow_run: { id: runId, conclusion: 'success' } })
})

test('probot takes the payload of a comment', async () => {
  const { github } = await begin()
  github.addApp()
  const comment = github.comment(github.openPullRequest({ branch: 'feature' }), 'octocat', '/nehemvix status')
  const probot = new Probot({
    githubToken: github.workflowToken(),
    Octokit: ProbotOctokit.defaults({ baseUrl: github.url, retry: { enabled: false }, throttle: { enabled: false } }),
    logLevel: 'fatal',
  })
  await probot.load((app) => {
    app.on('issue_comment.created', async (context) => {
      await context.octokit.rest.issues.createComment(context.issue({ body: `heard ${context.payload.comment.body}` }))
    })
  })
  await probot.receive({ id: '1', name: 'issue_comment', payload: github.eventOf(comment) })
  expect([...github.world.comments.values()].map(({ body }) => body)).toEqual(['/nehemvix status', 'heard /nehemvix status'])
  expect(github.eventOf(comment).issue.pull_request.url).toContain('/pulls/1')
})

test('faults: stored but answered 502, cut, delayed, and only as often as said', async () => {
  const { github, octokit } = await begin()
  github.openIssue('A question')
  const client = new (Octokit.plugin(retry))({
    baseUrl: github.url,
    auth: github.workflowToken(),
    log: QUIET,
    request: { retries: 0 },
  })
  const say = (body: string) => client.rest.issues.createComment({ ...HERE, issue_number: 1, body })
  github.fault({ method: 'POST', path: /\/comments$/, what: 'store-then-502' })
  github.fault({ method: 'POST', path: /\/comments$/, what: 'drop', after: 0 })
  expect((await refusal(say('one')))[0]).toBe(502)
  expect((await refusal(say('two')))[0]).toBe(500)
  await say('three')
  expect([...github.world.comments.values()].map(({ body }) => body)).toEqual(['one', 'three'])
  github.fault({
    path: /\/issues\/1$/,
    what: { status: 403, body: { message: 'You have exceeded a secondary rate limit' }, headers: { 'retry-after': '60' } },
  })
  expect(await refusal(octokit.rest.issues.get({ ...HERE, issue_number: 1 }))).toEqual([
    403,
    'You have exceeded a secondary rate limit',
  ])
  const held = github.hold({ method: 'POST', path: /\/comments$/ })
  const said = say('four')
  await held.reached
  expect(github.world.comments.size).toBe(2)
  held.release()
  await said
  expect(github.log.filter(({ method }) => method === 'POST').map(({ status }) => status)).toEqual([502, 0, 201, 201])
})

test('what GitHub does not know is a violation', async () => {
  const { github, octokit } = await begin()
  github.openIssue('A question')
  await refusal(octokit.request('POST /repos/octo-org/parcel/issues/1/comments', { text: 'hello', body: 'hello' }))
  await refusal(octokit.request('GET /repos/octo-org/parcel/issues/1/comments?newest=true'))
  await refusal(octokit.request('GET /repos/octo-org/parcel/pulls?state=draft'))
  await refusal(octokit.request('GET /repos/octo-org/parcel/labels'))
  await refusal(octokit.request('GET /repos/octo-org/parcel/nowhere'))
  expect(github.violations.splice(0)).toEqual([
    'POST /repos/octo-org/parcel/issues/1/comments: there is no field body.text',
    'GET /repos/octo-org/parcel/issues/1/comments: there is no parameter newest',
    'GET /repos/octo-org/parcel/pulls: ?state=draft: data must be equal to one of the allowed values',
    'the stand-in does not serve issues/list-labels-for-repo',
    'GitHub has no GET /repos/octo-org/parcel/nowhere',
  ])
})
