// What people use it for, from the first question to the guide, by whichever way in: what they read, what they type, and what is paid.
import { expect } from 'vitest'
import type { Comment } from '../doubles/github/world.ts'
import type { Conversation } from './conversation.ts'

const GUIDE = ['README.md', 'architect.md', 'beginner.md', 'senior.md'].map((name) => `docs/guide/${name}`)

/** `me`: who talks. */
export async function liveThroughFourUses(conversation: Conversation, me: string): Promise<void> {
  const { github, models, type } = conversation
  const { world } = github
  const said = () => [...world.comments.values()].filter(({ author }) => author.endsWith('[bot]'))
  const jobComment = (): string => {
    const [only, ...more] = said().filter(({ body }) => body.startsWith('<!-- nehemvix:job '))
    expect(more).toEqual([])
    return only?.body ?? ''
  }
  /** What is new since then, and no answer to a command. */
  const newsSince = (before: readonly Comment[]) =>
    said().filter((one) => !before.some(({ id }) => id === one.id) && !one.body.startsWith('<!-- nehemvix:answer '))

  const estimated = await type('/nehemvix run')
  expect(estimated?.outputs.status).toBe('awaiting_approval')
  expect(jobComment()).toMatch(/^### Nehemvix: a guide for \$[\d.]+ to \$[\d.]+$/m)
  expect(jobComment()).toMatch(/\d+ calls, roughly .* and let `gemini` \(.*\) see the code:/)
  expect(jobComment()).toMatch(/\[workflow run\]\(https:.*saved state expires in about 7 days/)
  const approve = /^\/nehemvix approve e\w{10}$/m.exec(jobComment())?.[0] ?? ''
  expect((await models.stats()).calls).toBe(0)

  const asked = said()
  const paused = await type(approve)
  expect(paused?.outputs.status).toBe('paused_quota')
  const [pause, ...others] = newsSince(asked)
  expect(others).toEqual([])
  for (const text of [
    '### Nehemvix: paused, a quota ran out',
    /available again in about .* UTC/,
    '`GenerateRequestsPerDayPerProjectPerModel-FreeTier`',
    /Done and kept: \d+ of \d+ units, \$[\d.]+ spent of a cap of \$/,
    /^To go on now with `gpt-6-luna`, for \$[\d.]+ to \$[\d.]+:$/m,
    /^\/nehemvix switch gpt-6-luna$/m,
  ])
    expect(pause?.body).toMatch(text)
  expect(jobComment()).toContain('### Nehemvix: paused, a quota ran out')

  const done = await type('/nehemvix switch gpt-6-luna')
  expect(done?.outputs).toMatchObject({ status: 'completed', 'guide-path': 'docs/guide' })
  const { calls, units, by_model } = await models.stats()
  expect(Object.entries(units).filter(([, unit]) => unit.billed !== 1 || unit.delivered !== 1)).toEqual([])
  expect(Object.keys(by_model).sort()).toEqual(['gemini-3.8-flash', 'gpt-6-luna'])
  const outcome = jobComment()
  const guide = world.issues.get(Number(done?.outputs['pull-request']))
  expect(guide?.pull).toMatchObject({ branch: 'nehemvix/guide', base: 'feature', isDraft: false })
  expect(outcome).toContain(`[pull request #${guide?.number}](https://github.com/octo-org/parcel/pull/${guide?.number})`)
  expect(outcome).toMatch(/^\| `gemini-3.8-flash` \| \d+ \| \$[\d.]+ \|\n\| `gpt-6-luna` \| \d+ \| \$[\d.]+ \|$/m)
  expect(guide?.body).toContain('you switched from gemini-3.8-flash after its quota ran out')
  const tree = () => world.git.git(['ls-tree', '-r', '--name-only', 'nehemvix/guide', 'docs/guide'])
  expect(String(tree()).trim().split('\n')).toEqual(GUIDE)

  const before = { said: said().map(({ id }) => id), head: world.git.resolve('refs/heads/nehemvix/guide') }
  const rerun = await conversation.startByHand({ operation: 'rerun' })
  expect(rerun.outputs).toMatchObject({ status: 'completed', 'spent-usd': done?.outputs['spent-usd'] })
  expect((await models.stats()).calls).toBe(calls)
  expect({ said: said().map(({ id }) => id), head: world.git.resolve('refs/heads/nehemvix/guide') }).toEqual(before)
  const withoutOrigin = (body: string) => body.replace(/<sub>.*<\/sub>/, '')
  expect(withoutOrigin(jobComment())).toBe(withoutOrigin(outcome))

  expect(new Set(said().map(({ author }) => author))).toEqual(new Set([me]))
  const typed = [...world.comments.values()].filter(({ author }) => author === 'octocat')
  expect(world.dispatches.map(({ inputs, by }) => [inputs.operation, inputs['comment-id'], by])).toEqual(
    ['run', 'approve', 'resume'].map((operation, at) => [operation, String(typed[at]?.id), me]),
  )
  for (const { id } of typed) {
    const answers = said().filter(({ body }) => body.startsWith(`<!-- nehemvix:answer ${id} -->`))
    expect(answers).toHaveLength(1)
    expect(answers[0]?.body).toMatch(/\[This workflow run\]\(https:\/\/github\.com\/octo-org\/parcel\/actions\/runs\/\d+\)/)
    const reactions = [...world.reactions.values()].filter(({ comment }) => comment === id)
    expect(reactions.map(({ content }) => content)).toEqual(['rocket'])
  }
}
