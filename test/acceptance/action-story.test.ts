// The Action as a maintainer lives it: five runs on five fresh runners, from the estimate to the guide, each unit answered once.
import { expect, onTestFinished, test } from 'vitest'
import { begin } from '../doubles/begin.ts'
import { startResultsServer } from '../doubles/results-server.ts'
import { type ActionEnded, type ActionRun, runAction } from './action.ts'
import { startModelServer } from './model-server.ts'

const QUOTA = {
  status: 429,
  body: [
    {
      error: {
        code: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        status: 'RESOURCE_EXHAUSTED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [
              {
                quotaMetric: 'generate_content_free_tier_requests',
                quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
                quotaValue: '20',
              },
            ],
          },
        ],
      },
    },
  ],
}

test('estimate, approval, quota, switch, guide: five runs on five empty folders, each unit answered once', async () => {
  const { github } = await begin()
  const results = await startResultsServer()
  github.connect(results)
  const models = await startModelServer({ rules: [{ model: 'gemini', from: 3, do: QUOTA }] })
  onTestFinished(async () => {
    await results.stop()
    await models.stop()
  })
  const runs: ActionEnded[] = []
  const run = async (asked: Partial<ActionRun>): Promise<ActionEnded> => {
    const ended = await runAction({ github, results, models, ...asked })
    onTestFinished(() => ended.remove())
    runs.push(ended)
    return ended
  }
  const typed = async (body: string, operation: string): Promise<ActionEnded> => {
    const comment = github.comment(1, 'octocat', body)
    return await run({ inputs: { operation, 'comment-id': String(comment.id), 'pull-request': '1' } })
  }
  github.commit('main', {
    '.github/nehemvix.yml': 'connections:\n  - model: gemini-3.8-flash\n',
  })

  const estimated = await run({ inputs: { operation: 'auto' } })
  expect([estimated.code, estimated.outputs.status, estimated.outputs['pull-request']]).toEqual([0, 'awaiting_approval', '1'])
  expect((await models.stats()).calls).toBe(0)
  const estimate = estimated.outputs['estimate-id']
  expect([...github.world.comments.values()].some((comment) => comment.body.includes(`\n/nehemvix approve ${estimate}\n`))).toBe(
    true,
  )

  const looked = await run({ inputs: { operation: 'status' } })
  expect([looked.code, looked.outputs.status, looked.outputs['estimate-id']]).toEqual([0, 'awaiting_approval', estimate])

  const paused = await typed(`/nehemvix approve ${estimate}`, 'approve')
  expect([paused.code, paused.outputs.status]).toEqual([0, 'paused_quota'])
  const spent = Number(paused.outputs['spent-usd'])
  expect(spent).toBeGreaterThan(0)

  const refused = await typed('/nehemvix switch gpt-6-luna', 'resume')
  expect([refused.code, refused.outputs.status, refused.outputs['spent-usd']]).toEqual([0, 'consent_required', String(spent)])

  const done = await typed('/nehemvix switch gpt-6-luna --consent', 'resume')
  expect([done.code, done.outputs.status, done.outputs['pull-request'], done.outputs['guide-path']]).toEqual([
    0,
    'completed',
    '1',
    'docs/guide',
  ])

  const { units, by_model } = await models.stats()
  expect(Object.entries(units).filter(([, unit]) => unit.billed !== 1 || unit.delivered !== 1)).toEqual([])
  expect(Object.keys(by_model).sort()).toEqual(['gemini-3.8-flash', 'gpt-6-luna'])
  const pulls = [...github.world.issues.values()].flatMap(({ pull }) => (pull === null ? [] : [[pull.branch, pull.isDraft]]))
  expect(pulls).toEqual([['nehemvix/guide', false]])
  const tree = String(github.world.git.git(['ls-tree', '-r', '--name-only', 'nehemvix/guide', 'docs/guide']))
    .trim()
    .split('\n')
  expect(tree).toEqual(['README.md', 'architect.md', 'beginner.md', 'senior.md'].map((name) => `docs/guide/${name}`))
  expect(runs.map((one) => one.postCode)).toEqual([0, 0, 0, 0, 0])
  for (const one of runs) for (const key of ['sk-test-openai-key', 'test-gemini-key']) expect(one.log).not.toContain(key)
}, 120_000)
