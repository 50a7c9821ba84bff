// What runs leave, told by the app: the estimate, pauses, the outcome; and who is not believed.
import { expect, test } from 'vitest'
import { jobMarker } from '../../src/commands/estimate-comment.ts'
import { QUOTA_PAUSE } from '../commands/samples.ts'
import { APP, type Hosted, reportOf, startHosted, workflowText } from './hosted.ts'

const JOB = jobMarker('j1a2b3c4')
const sticky = (hosted: Hosted): string[] => hosted.comments().filter((body) => body.startsWith(JOB))
const notices = (hosted: Hosted): string[] => hosted.comments().filter((body) => body.startsWith('<!-- nehemvix:notice'))

test('from the estimate to the guide: comments, commands, dispatches and the check', async () => {
  const hosted = await startHosted({ files: { '.github/nehemvix.yml': 'consent: [openai]\n' } })
  const { github, pull } = hosted
  await hosted.type('octocat', '/nehemvix run')

  expect((await hosted.report(reportOf(hosted))).status).toBe(200)
  await hosted.record({})
  expect(sticky(hosted)).toHaveLength(1)
  expect(sticky(hosted)[0]).toMatch(/^\/nehemvix approve e0123456789$/m)
  // A comment that is new notifies by itself.
  expect(notices(hosted)).toEqual([])
  const [check] = [...github.world.checkRuns.values()]
  expect(check).toMatchObject({ conclusion: 'action_required', external_id: 'j1a2b3c4' })
  expect(check.actions.map((one: { identifier: string }) => one.identifier)).toEqual(['approve:e0123456789', 'cancel'])

  await hosted.type('octocat', '/nehemvix approve e0123456789')
  expect(github.world.checkRuns.get(check.id)).toMatchObject({ status: 'in_progress' })

  await hosted.report(reportOf(hosted, { status: 'paused_quota', paused: QUOTA_PAUSE, spent_usd: 0.02 }))
  const job = {
    status: 'paused_quota',
    approvedEstimate: 'e0123456789',
    capMicroUsd: 120_000,
    pausedMessage: QUOTA_PAUSE.message,
  }
  await hosted.record(job)
  expect(sticky(hosted)).toHaveLength(1)
  expect(notices(hosted)[0]).toContain('/nehemvix switch gpt-6-luna')

  await hosted.type('octocat', '/nehemvix switch gpt-6-luna')
  expect(github.world.dispatches.map(({ inputs }) => [inputs.operation, inputs.models])).toEqual([
    ['run', ''],
    ['approve', ''],
    ['resume', 'gpt-6-luna'],
  ])

  const publication = {
    kind: 'opened',
    pullRequest: 2,
    url: 'https://github.com/octo-org/parcel/pull/2',
    isDraft: false,
  } as const
  await hosted.report(reportOf(hosted, { status: 'completed', paused: null, spent_usd: 0.05 }, { publication }))
  expect(sticky(hosted)).toHaveLength(1)
  expect(sticky(hosted)[0]).toContain('https://github.com/octo-org/parcel/pull/2')
  expect(notices(hosted)).toHaveLength(1)
  expect([...github.world.checkRuns.values()]).toMatchObject([{ conclusion: 'success', actions: [] }])
  expect([...github.world.comments.values()].every(({ issue }) => issue === pull.number)).toBe(true)
})

test('our comment is not a stranger’s with our marker, nor a quote of it', async () => {
  const hosted = await startHosted()
  const forged = hosted.github.comment(hosted.pull, 'mallory', `${JOB}\nAll is paid, dear friends`)
  const quoted = hosted.github.comment(hosted.pull, 'octocat', `> ${JOB}\n> All is paid`)
  await hosted.report(reportOf(hosted))
  await hosted.report(reportOf(hosted))
  expect(sticky(hosted)).toHaveLength(1)
  expect(hosted.github.world.comments.get(forged.id)?.body).toContain('All is paid')
  expect(hosted.github.world.comments.get(quoted.id)?.body).toContain('All is paid')
})

test('a quote of our comment is no command', async () => {
  const hosted = await startHosted()
  await hosted.report(reportOf(hosted))
  const before = hosted.comments().length
  const quote = (sticky(hosted)[0] ?? '')
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  await hosted.type('octocat', `${quote}\n\nLooks fine to me`)
  expect(hosted.comments()).toHaveLength(before)
  expect(hosted.github.world.dispatches).toEqual([])
})

test('the app’s own comments start nothing', async () => {
  const hosted = await startHosted()
  await hosted.report(reportOf(hosted))
  for (const comment of [...hosted.github.world.comments.values()].filter(({ author }) => author === APP))
    await hosted.deliver('issue_comment', hosted.github.eventOf(comment))
  expect(hosted.github.world.dispatches).toEqual([])
})

test.each([
  ['a pull request’s run', { event: 'pull_request' }],
  ['another branch', { event: 'workflow_dispatch', branch: 'feature' }],
] as const)('%s is not believed', async (_, how) => {
  const hosted = await startHosted()
  await hosted.report(reportOf(hosted), how)
  expect(hosted.comments()).toEqual([])
})

test('a fork’s branch of the same name is not believed', async () => {
  const hosted = await startHosted()
  const run = hosted.github.startRun({ status: 'completed', conclusion: 'success', event: 'push' })
  const payload = hosted.github.eventOfRun(run.id)
  payload.workflow_run.head_repository = { ...payload.workflow_run.head_repository, id: 99, full_name: 'mallory/parcel' }
  await hosted.deliver('workflow_run', payload)
  expect(hosted.github.asked('GET', /artifacts/)).toEqual([])
})

test.each([
  ['another repository', { repository: 'octo-org/other' }],
  ['another run', { workflowRun: { id: 5, url: 'https://github.com/octo-org/parcel/actions/runs/5' } }],
  ['a newer version', { version: 2 as 1 }],
])('a report of %s is left alone', async (_, change) => {
  const hosted = await startHosted()
  await hosted.report(reportOf(hosted, {}, change))
  expect(hosted.comments()).toEqual([])
})

test('a report that comes after that of a newer run writes nothing over', async () => {
  const hosted = await startHosted()
  await hosted.record({ runId: 9_999_999_999 })
  await hosted.report(reportOf(hosted))
  expect(hosted.comments()).toEqual([])
})

test('a run that ended without a report is told once, with the way on', async () => {
  const hosted = await startHosted()
  const run = hosted.github.startRun({ status: 'completed', conclusion: 'failure' })
  await hosted.record({ status: 'running', runId: run.id })
  await hosted.deliver('workflow_run', hosted.github.eventOfRun(run.id))
  await hosted.deliver('workflow_run', hosted.github.eventOfRun(run.id))
  expect(hosted.comments()).toHaveLength(1)
  expect(hosted.comments()[0]).toContain('/nehemvix resume')
})

test('a run that talks itself is left to talk', async () => {
  const hosted = await startHosted({ files: { '.github/workflows/nehemvix.yml': workflowText('', 'comments: action') } })
  const run = hosted.github.startRun({ status: 'completed', conclusion: 'failure' })
  await hosted.record({ status: 'running', runId: run.id })
  await hosted.deliver('workflow_run', hosted.github.eventOfRun(run.id))
  expect(hosted.comments()).toEqual([])
})

test('an app without `checks: write` comments all the same', async () => {
  const hosted = await startHosted()
  hosted.github.fault({
    path: /check-runs/,
    times: 9,
    what: { status: 403, body: { message: 'Resource not accessible by integration' } },
  })
  await hosted.report(reportOf(hosted))
  expect(hosted.comments()).toHaveLength(1)
  expect(hosted.log.join('')).toContain('checks: write')
})

test('what a run refuses is answered', async () => {
  const hosted = await startHosted()
  const error = { message: 'The estimate is void.', next: '/nehemvix run' }
  await hosted.report(reportOf(hosted, { job: null, status: null, estimate: null, error }, { commentId: 7 }))
  expect(hosted.comments()).toEqual([expect.stringContaining('The estimate is void.')])
})

test('the check says that a run works only where its report will say how it ended', async () => {
  const hosted = await startHosted({ files: { '.github/workflows/nehemvix.yml': workflowText('', 'comments: action') } })
  await hosted.record({})
  expect(await hosted.type('octocat', '/nehemvix approve e0123456789')).toContain('the work begins')
  expect([...hosted.github.world.checkRuns.values()]).toEqual([])
})
