// Words that were said before what they would now mean, and a guide that is paid for and did not get to where it belongs.
import { expect, test } from 'vitest'
import { once, outcome, SMALL, useStages } from './action-stage.ts'

const { open, play } = useStages()
const estimated = play((stage) => stage.run())

test('a bare approval that is older than the estimate does not mean it, however often it is dispatched', async () => {
  const stage = await open(await estimated())
  const early = stage.github.comment(1, 'octocat', '/nehemvix approve')
  stage.github.commit('main', {
    ...SMALL,
    'src/added.py': 'def added() -> int:\n    """Counts what was added."""\n    return 1\n',
  })
  const asked = await stage.run()
  expect(outcome(asked)).toBe('awaiting_approval green')
  const estimate = asked.outputs['estimate-id'] ?? ''
  const inputs = {
    operation: 'approve',
    estimate,
    job: asked.outputs.job ?? '',
    'comment-id': String(early.id),
    'pull-request': '1',
  }
  const replayed = await stage.run({ inputs })
  expect([outcome(replayed), await stage.calls()]).toEqual(['refused green', 0])
  expect(stage.comments().at(-1)?.body).toContain('older than the estimate')
  // Refused once is refused for good.
  const repeated = await stage.run({ inputs })
  expect([repeated.code, await stage.calls()]).toEqual([0, 0])
  expect(outcome(await stage.typed(`/nehemvix approve ${estimate}`))).toBe('completed green')
})

test('the guide could not be pushed: a resume pushes it, and buys nothing', async () => {
  const stage = await open(await estimated())
  stage.github.fault({ method: 'PATCH', path: /refs\/heads/, times: 3, what: { status: 502, body: { message: 'Server Error' } } })
  const done = await stage.typed('/nehemvix approve')
  expect([outcome(done), stage.pulls()[0]?.pull?.isDraft]).toEqual(['completed green', true])
  const calls = await stage.calls()
  const again = await stage.typed('/nehemvix resume')
  expect([outcome(again), await stage.calls(), stage.pulls()[0]?.pull?.isDraft]).toEqual(['completed green', calls, false])
  expect(once(await stage.billed())).toEqual([])
  expect(stage.github.world.git.resolve('nehemvix/guide:docs/guide/beginner.md')).not.toBe(null)
})

test.each(['../..', 'docs/../..', '.git', '/etc', 'docs/\nguide'])(
  'guide-path %j is refused before anything is done',
  async (path) => {
    const stage = await open()
    const asked = await stage.run({ inputs: { 'guide-path': path } })
    expect([outcome(asked), await stage.calls(), stage.pulls()]).toEqual(['refused red', 0, []])
  },
)
