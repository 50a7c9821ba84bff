// One of two answers: the hosted app, or the workflow that hears comments. Both are asked here, with the same files before them.
import { Octokit } from '@octokit/rest'
import { expect, test } from 'vitest'
import { chooseWorkflow } from '../../src/app/find-workflow.ts'
import { type Handled, handleComment } from '../../src/app/handle-comment.ts'
import { createGitHub } from '../../src/github/client.ts'
import { APP, HERE, type Hosted, startHosted, workflowText } from './hosted.ts'

const HEARS = '  issue_comment: {types: [created]}'
const BOT = 'github-actions[bot]'
/** An expression of a workflow file. */
const EXPRESSION = '$' + '{{ vars.WHO }}'

/** The same function as the runner starts it: with the workflow's token, and the event file. */
function routeInWorkflow({ github }: Hosted, payload: unknown, workflow = 'nehemvix.yml'): Promise<Handled> {
  const token = github.workflowToken({ actions: 'write', contents: 'read', issues: 'write', pull_requests: 'write' })
  return handleComment({
    github: createGitHub({ token, apiUrl: github.url }),
    repository: HERE,
    payload,
    me: BOT,
    voice: 'workflow',
    workflow,
    serverUrl: 'https://github.com',
    now: () => new Date(),
  })
}

test.each([
  ['comments: app', { 'nehemvix.yml': workflowText(HEARS) }, APP],
  ['a workflow that hears comments itself', { 'nehemvix.yml': workflowText(HEARS, 'comments: action') }, BOT],
  ['a workflow that says nothing of it', { 'nehemvix.yml': workflowText(HEARS, "language: 'en'") }, BOT],
  ['an expression, which is not known outside', { 'nehemvix.yml': workflowText(HEARS, `comments: ${EXPRESSION}`) }, BOT],
  [
    'a router in a file of its own',
    { 'nehemvix.yml': workflowText('', "language: 'en'"), 'talk.yml': workflowText(HEARS, "language: 'en'") },
    BOT,
  ],
] as const)('%s: one of both answers', async (_, workflows, owner) => {
  const files = Object.fromEntries(Object.entries(workflows).map(([name, text]) => [`.github/workflows/${name}`, text]))
  const hosted = await startHosted({ files })
  const comment = hosted.github.comment(hosted.pull, 'octocat', '/nehemvix run')
  const event = hosted.github.eventOf(comment)
  await Promise.all([hosted.deliver('issue_comment', event), routeInWorkflow(hosted, event)])
  expect(hosted.github.world.dispatches).toMatchObject([{ by: owner }])
  expect([...hosted.github.world.comments.values()].filter(({ author }) => author !== 'octocat')).toMatchObject([
    { author: owner },
  ])
})

test('where no workflow hears comments, the app answers them', async () => {
  const hosted = await startHosted({ files: { '.github/workflows/nehemvix.yml': workflowText('', "language: 'en'") } })
  expect(await hosted.type('octocat', '/nehemvix help')).toContain('/nehemvix run')
})

test('an app that keeps silent says so in its log, and posts nothing', async () => {
  const hosted = await startHosted({ files: { '.github/workflows/nehemvix.yml': workflowText(HEARS, "language: 'en'") } })
  expect(await hosted.type('octocat', '/nehemvix help')).toBeNull()
  expect(hosted.log.join('')).toContain('the workflow answers comments of this repository')
  const written = hosted.github.log.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/app'))
  expect(written).toEqual([])
})

test('the workflow speaks for itself whatever it is called, also where its files can’t be read', async () => {
  const hosted = await startHosted({
    files: {
      '.github/workflows/nehemvix.yml': 'on: push\njobs: {}\n',
      '.github/workflows/own.yml': workflowText(HEARS, "language: 'en'").replace('octo-org/nehemvix@v1', 'octo-org/renamed@v1'),
    },
  })
  const event = hosted.github.eventOf(hosted.github.comment(hosted.pull, 'octocat', '/nehemvix run'))
  expect(await routeInWorkflow(hosted, event, 'own.yml')).toMatchObject({ kind: 'answered', outcome: 'rocket' })
  const next = hosted.github.eventOf(hosted.github.comment(hosted.pull, 'octocat', '/nehemvix run'))
  hosted.github.fault({
    path: /\/contents\//,
    times: 9,
    what: { status: 403, body: { message: 'Resource not accessible by integration' } },
  })
  expect(await routeInWorkflow(hosted, next, 'own.yml')).toMatchObject({ kind: 'answered', outcome: '-1' })
})

test.each([
  ['the usual file before others', { 'a.yml': workflowText(), 'nehemvix.yml': workflowText() }, 'nehemvix.yml'],
  ['not one that can’t be dispatched', { 'nehemvix.yml': 'on: issue_comment\n', 'other.yml': workflowText() }, 'other.yml'],
  ['not one of another action', { 'ci.yml': workflowText().replace('octo-org/nehemvix@v1', 'actions/checkout@v6') }, null],
  [
    'a copy of the action in the repository',
    { 'x.yml': workflowText('', "comment-id: ''").replace('octo-org/nehemvix@v1', './') },
    'x.yml',
  ],
  ['a list of triggers', { 'x.yml': 'on: [push, workflow_dispatch]\njobs: {a: {steps: [{uses: o/nehemvix@v1}]}}\n' }, 'x.yml'],
  ['no YAML', { 'nehemvix.yml': 'on: [', 'x.yml': workflowText() }, 'x.yml'],
  ['nothing', {}, null],
] as const)('%s', (_, files, chosen) => {
  const read = Object.entries(files).map(([name, text]) => ({ name, text }))
  expect(chooseWorkflow(read, null).file).toBe(chosen)
})

test('the client of Octokit serves as well', async () => {
  const hosted = await startHosted({ files: { '.github/workflows/nehemvix.yml': workflowText(HEARS, '') } })
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const octokit = new Octokit({ baseUrl: hosted.github.url, auth: hosted.github.workflowToken(), log })
  const payload = hosted.github.eventOf(hosted.github.comment(hosted.pull, 'octocat', '/nehemvix help'))
  const parts = {
    repository: HERE,
    payload,
    me: BOT,
    voice: 'workflow',
    workflow: null,
    serverUrl: 'https://github.com',
  } as const
  expect(await handleComment({ ...parts, github: octokit, now: () => new Date() })).toMatchObject({
    kind: 'answered',
    outcome: 'rocket',
  })
})
