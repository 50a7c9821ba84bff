// The driver of the Action, with an action that says what it was given and does what an input says.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ActionEnded, type ActionRun, runAction } from '../acceptance/action.ts'
import { makeFolder } from '../repository/make-repository.ts'
import { begin } from './begin.ts'
import type { GithubServer } from './github-server.ts'
import { type ResultsServer, startResultsServer } from './results-server.ts'

const MODULES = new URL('../../node_modules/', import.meta.url).pathname

const ACTION = `
name: echo
inputs:
  github-token: {default: '\${{ github.token }}'}
  do: {default: 'nothing'}
  time-budget-minutes: {default: 330}
runs: {using: node24, main: dist/main.mjs, post: dist/post.mjs}
`

const MAIN = `
import * as core from '${MODULES}@actions/core/lib/core.js'
import { saveCache } from '${MODULES}@actions/cache/lib/cache.js'
import { writeFileSync } from 'node:fs'
core.setSecret('s3cret')
core.notice('line one\\nline two', { title: 'Look: here' })
console.log('the s3cret is out')
console.log('environment ' + Object.keys(process.env).sort().filter((name) => !/^(GITHUB|RUNNER|ACTIONS|INPUT)_/.test(name)))
core.setOutput('status', 'completed')
core.setOutput('guide', 'a\\nb')
core.setOutput('minutes', core.getInput('time-budget-minutes'))
core.saveState('held', 'yes')
core.exportVariable('LATER', 'on')
await core.summary.addRaw('# Done').write()
const what = core.getInput('do')
if (what === 'save') {
  writeFileSync('state', 'bytes')
  core.setOutput('id', await saveCache(['state'], 'state-' + process.env.GITHUB_RUN_ID))
}
if (what === 'fail') core.setFailed('broken')
if (what === 'large') await core.summary.addRaw('x'.repeat(1024 * 1024)).write()
if (what === 'wait') {
  process.on('SIGINT', () => { console.log('drained'); process.exit(0) })
  console.log('waiting')
  setTimeout(() => {}, 60_000)
}
`

const POST = "console.log('post', process.env.STATE_held, process.env.LATER)"

async function beginRun(): Promise<{
  github: GithubServer
  results: ResultsServer
  run: (more: Partial<ActionRun>) => Promise<ActionEnded>
}> {
  const { github } = await begin({ defaultBranch: 'trunk' })
  const results = await startResultsServer()
  github.connect(results)
  const action = makeFolder()
  mkdirSync(join(action, 'dist'))
  for (const [path, text] of Object.entries({ 'action.yml': ACTION, 'dist/main.mjs': MAIN, 'dist/post.mjs': POST }))
    writeFileSync(join(action, path), text)
  onTestFinished(async () => {
    await results.stop()
    rmSync(action, { recursive: true, force: true })
  })
  const run = async (more: Partial<ActionRun>) => {
    const ended = await runAction({ github, results, action, ...more })
    onTestFinished(ended.remove)
    return ended
  }
  return { github, results, run }
}

test('main and post run as on a runner', async () => {
  const { github, run } = await beginRun()
  const ended = await run({})
  expect(ended).toMatchObject({
    code: 0,
    postCode: 0,
    outputs: { status: 'completed', guide: 'a\nb', minutes: '330' },
    state: { held: 'yes' },
  })
  expect(ended.summary).toBe('# Done')
  expect(ended.annotations).toEqual([{ level: 'notice', title: 'Look: here', message: 'line one\nline two' }])
  expect(ended.log).toContain('the *** is out\nenvironment CI,HOME,NODE_COMPILE_CACHE,PATH\n')
  expect(ended.log).toContain('post yes on')
  expect(ended.log).not.toContain('s3cret')
  expect(ended.rawLog).toContain('s3cret')
  expect(existsSync(join(ended.folders.workspace, 'README.md'))).toBe(true)
  expect(github.world.runs.get(ended.runId)).toMatchObject({ status: 'completed', conclusion: 'success', branch: 'trunk' })
})

test('it reaches the cache; a comment may not write it', async () => {
  const { github, results, run } = await beginRun()
  const saved = await run({ inputs: { do: 'save' } })
  expect(Number(saved.outputs.id)).toBeGreaterThan(0)
  expect(results.entries().map(({ key, scope }) => [key, scope])).toEqual([[`state-${saved.runId}`, 'refs/heads/trunk']])
  const comment = github.comment(github.openPullRequest({ branch: 'feature' }), 'octocat', '/nehemvix run')
  const denied = await run({ inputs: { do: 'save' }, event: { name: 'issue_comment', payload: github.eventOf(comment) } })
  expect(denied.outputs.id).toBe('-1')
  expect(denied.annotations.at(-1)).toMatchObject({ level: 'warning' })
})

test('failures, large summaries and unknown inputs show', async () => {
  const { github, run } = await beginRun()
  const failed = await run({ inputs: { do: 'fail' } })
  expect(failed).toMatchObject({ code: 1, postCode: 0 })
  expect(github.world.runs.get(failed.runId)?.conclusion).toBe('failure')
  expect(await run({ inputs: { do: 'large' } })).toMatchObject({ code: 0, summary: '', annotations: [{}, { level: 'error' }] })
  await expect(run({ inputs: { doo: 'fail' } })).rejects.toThrow('action.yml has no input doo')
})

test('a cancelled run drains and goes to post; a machine that is gone leaves nothing', async () => {
  const { github, run } = await beginRun()
  const when = (output: string) => output.includes('waiting')
  const cancelled = await run({ inputs: { do: 'wait' }, signal: { name: 'SIGINT', when } })
  expect(cancelled).toMatchObject({ code: 0, postCode: 0 })
  expect(cancelled.log).toContain('drained\npost yes on')
  expect(github.world.runs.get(cancelled.runId)?.conclusion).toBe('cancelled')
  const gone = await run({ inputs: { do: 'wait' }, signal: { name: 'SIGKILL', when } })
  expect(gone).toMatchObject({ code: null, postCode: null, outputs: {} })
  expect(existsSync(gone.folders.workspace)).toBe(false)
  expect(github.world.runs.get(gone.runId)?.status).toBe('in_progress')
})
