// The guide's way to people is barred, or somebody else was there: what is written is kept, said, and never forced.
import { expect, test } from 'vitest'
import { NO_CREDIT, once, outcome, SMALL, type Stage, useStages, warnings } from '../acceptance/action-stage.ts'
import { makeFolder } from '../repository/make-repository.ts'

const { open, play } = useStages()
const estimated = play((stage) => stage.run())
/** All but the sections is paid for. */
const paused = play(async (stage) => {
  await stage.models.script({ rules: [{ prompt: '<section id=', do: NO_CREDIT }] })
  expect((await stage.typed('/nehemvix approve')).outputs.status).toBe('paused_quota')
}, estimated)
const completed = play(async (stage) => {
  expect(outcome(await stage.typed('/nehemvix resume'))).toBe('completed green')
}, paused)

const GUIDE = 'nehemvix/guide'
const SETTING = 'Allow GitHub Actions to create and approve pull requests'

const last = (stage: Stage) => stage.comments().at(-1)?.body ?? ''

test('pull requests may not be opened: the branch is there, the page to open one is said, and the setting by its name', async () => {
  const stage = await open()
  stage.github.forbidPullRequests()
  const asked = await stage.run()
  expect([outcome(asked), stage.pulls(), warnings(asked)]).toEqual([
    'awaiting_approval green',
    [],
    [
      expect.stringMatching(
        /not permitted.* https:\/\/github\.com\/octo-org\/parcel\/compare\/main\.\.\.nehemvix\/guide\?expand=1$/,
      ),
    ],
  ])
  // There is no pull request to talk on: the step says what else does it.
  const [notice] = asked.annotations.filter(({ level }) => level === 'notice')
  expect(notice?.message).toMatch(/^Approval wanted: .*start this workflow by hand with operation "approve"\.$/)
  const done = await stage.run({ inputs: { operation: 'approve' } })
  expect([outcome(done), once(await stage.billed()), done.outputs['pull-request']]).toEqual(['completed green', [], ''])
  expect(warnings(done)).toEqual([expect.stringContaining(SETTING)])
  expect(done.summary).toContain(SETTING)
  expect(stage.github.world.git.resolve(`${GUIDE}:docs/guide/beginner.md`)).not.toBe(null)
})

test.each(['GH013', 'GH006'] as const)('%s on the guide branch is said, and a later run publishes for nothing', async (code) => {
  const stage = await open(await paused())
  const { protections, rules, git } = stage.github.world
  const head = git.resolve(GUIDE)
  stage.github.protect(GUIDE, code)
  const done = await stage.typed('/nehemvix resume')
  expect([outcome(done), git.resolve(GUIDE)]).toEqual(['completed green', head])
  expect(warnings(done)).toEqual([
    expect.stringMatching(/Changes must be made through a pull request.*Settings > (Rules|Branches)/),
  ])
  expect(last(stage)).toMatch(/Changes must be made through a pull request/)
  protections.clear()
  rules.clear()
  const calls = await stage.calls()
  const later = await stage.typed('/nehemvix run')
  expect([outcome(later), await stage.calls(), stage.pulls()[0]?.pull?.isDraft]).toEqual(['completed green', calls, false])
})

test('a person’s commit on the guide branch stands', async () => {
  const stage = await open(await paused())
  const head = stage.github.commit(GUIDE, { 'docs/guide/README.md': '# By hand\n' }, { author: 'octocat' })
  const done = await stage.typed('/nehemvix resume')
  expect([outcome(done), stage.github.world.git.resolve(GUIDE)]).toEqual(['completed green', head])
  expect(warnings(done)).toEqual([expect.stringMatching(/commits of octocat.*not overwritten\. Merge or delete the branch/)])
  expect(last(stage)).toMatch(/commits of octocat/)
})

test('comments may not be written: the job goes on, and the log says why nothing stands on the pull request', async () => {
  const stage = await open(await paused())
  const before = stage.comments().length
  const what = { status: 403, body: { message: 'Resource not accessible by integration' } }
  for (const method of ['POST', 'PATCH']) stage.github.fault({ method, path: /\/comments(\/\d+)?$/, what, times: 100 })
  const done = await stage.typed('/nehemvix resume')
  expect([outcome(done), stage.comments().length]).toEqual(['completed green', before + 1])
  expect(warnings(done)).toEqual([expect.stringMatching(/could not be written: .*`pull-requests: write`/)])
})

test('the guide came in by its pull request: the push of that opens none, and says so', async () => {
  const stage = await open(await completed())
  const { github } = stage
  const { git } = github.world
  const names = git.git(['ls-tree', '-r', '--name-only', GUIDE, 'docs/guide']).split('\n')
  github.commit('main', Object.fromEntries(names.map((name) => [name, `${git.git(['cat-file', 'blob', `${GUIDE}:${name}`])}\n`])))
  github.closePullRequest(1, true)
  const [head, calls] = [git.resolve(GUIDE), await stage.calls()]
  const pushed = await stage.run({ event: { name: 'push', payload: {} } })
  expect([outcome(pushed), await stage.calls(), stage.pulls().length, git.resolve(GUIDE)]).toEqual([
    'completed green',
    calls,
    1,
    head,
  ])
  expect([warnings(pushed), pushed.summary.includes('main has this very guide already')]).toEqual([[], true])
})

test('a default branch called trunk, and a guide in docs beside docs2', async () => {
  const files = {
    ...SMALL,
    'docs/notes.md': '# Notes\n\nWritten by people.\n',
    'docs2/format.md': '# The format\n\nOne record a line, `label=value`, in UTF-8 text, and nothing else.\n',
  }
  const stage = await open({ defaultBranch: 'trunk', files })
  const inputs = { 'guide-path': 'docs', 'guide-branch': 'docs' }
  await stage.run({ inputs })
  const done = await stage.typed('/nehemvix approve', { inputs })
  const asked = Object.keys(await stage.billed()).filter((unit) => unit.includes('docs'))
  expect([outcome(done), done.outputs['guide-path'], asked]).toEqual([
    'completed green',
    'docs',
    ['file:docs2/format.md', 'folder:docs2'],
  ])
  const paths = stage.github.world.git.git(['ls-tree', '-r', '--name-only', 'docs']).split('\n')
  const standing = ['docs/README.md', 'docs/beginner.md', 'docs/notes.md', 'docs2/format.md']
  expect(paths.filter((path) => path.startsWith('docs'))).toEqual(standing)
  expect(stage.pulls().map(({ pull }) => [pull?.branch, pull?.base, pull?.isDraft])).toEqual([['docs', 'trunk', false]])
})

test('on a pull request its head is documented, which is not in the checkout; the guide’s own targets that branch', async () => {
  const stage = await open()
  const text = '"""A feature of parcel."""\n\n\ndef feature() -> int:\n    """What the feature gives."""\n    return 1\n'
  const { number } = stage.github.openPullRequest({ branch: 'feature', files: { 'src/feature.py': text } })
  const asked = await stage.typed('/nehemvix run', { on: number })
  expect([outcome(asked), stage.pulls().length]).toEqual(['awaiting_approval green', 1])
  const done = await stage.typed('/nehemvix approve', { on: number })
  expect([outcome(done), Object.keys(await stage.billed()).includes('file:src/feature.py')]).toEqual(['completed green', true])
  const pulls = stage.pulls().map(({ pull }) => [pull?.branch, pull?.base])
  expect(pulls).toEqual([
    ['feature', 'main'],
    [GUIDE, 'feature'],
  ])
  expect(stage.comments(number).find(({ body }) => body.startsWith('<!-- nehemvix:job'))?.body).toContain('/pull/2')
  stage.github.commit('feature', { 'src/feature.py': text.replace('1', '2') })
  const refused = await stage.typed('/nehemvix approve', { on: number })
  expect([refused.code, stage.comments(number).at(-1)?.body]).toEqual([0, expect.stringContaining('void')])
})

test('without a checkout the step says what is missing', async () => {
  const stage = await open(await estimated())
  const ended = await stage.run({ workspace: makeFolder(), inputs: { operation: 'approve' } })
  expect([outcome(ended), warnings(ended), stage.record()?.holder]).toEqual([
    'refused red',
    [expect.stringMatching(/is not in this checkout, and can't be fetched.* To do: run actions\/checkout before this action/)],
    null,
  ])
})

test('a provider’s message of a megabyte fits into summary, comment and record', async () => {
  const stage = await open(await estimated())
  const message = `No such parameter. ${'Long words of a proxy. '.repeat(50_000)}`
  const body = { error: { message, type: 'invalid_request_error', param: null, code: null } }
  await stage.models.script({ rules: [{ do: { status: 400, body } }] })
  const ended = await stage.typed('/nehemvix approve')
  expect([outcome(ended), ended.summary.includes('No such parameter.')]).toEqual(['paused_request green', true])
  const sizes = [ended.summary, ended.log, JSON.stringify(stage.record()), last(stage)].map((said) => said.length)
  expect(sizes.filter((size) => size > 100_000)).toEqual([])
})
