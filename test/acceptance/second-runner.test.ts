// A runner that this project did not write passes the happy path of `dist/`: its own environment, its own files, its own reading of what the
// step says. What the first runner of the tests takes for granted does not count here.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { RunOptions, RunTarget } from 'github-action-ts-run-api'
import { expect, onTestFinished, test } from 'vitest'
import { begin } from '../doubles/begin.ts'
import type { GithubServer } from '../doubles/github-server.ts'
import { type ResultsServer, startResultsServer } from '../doubles/results-server.ts'
import { makeFolder, runTestGit } from '../repository/make-repository.ts'
import { remove } from './cli.ts'
import { startModelServer } from './model-server.ts'

const ACTION = join(resolve(process.env.ACTION_FOLDER ?? new URL('../..', import.meta.url).pathname), 'action.yml')

/** One job on a fresh runner: checkout, main, post. */
async function runJob(github: GithubServer, results: ResultsServer, inputs: Record<string, string>) {
  const { world } = github
  const folder = makeFolder()
  onTestFinished(() => remove(folder))
  const [workspace, temp, summary] = ['workspace', 'temp', 'summary.md'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(temp)
  writeFileSync(summary, '')
  runTestGit(folder, [
    '-c',
    'protocol.file.allow=always',
    'clone',
    '--quiet',
    '--depth=1',
    `file://${world.git.folder}`,
    workspace,
  ])
  const run = github.startRun({ event: 'workflow_dispatch', actor: 'octocat', triggeringActor: 'octocat' })
  github.setRun(run.id, { status: 'in_progress' })
  const repository = `${world.owner}/${world.repo}`
  const options = RunOptions.create({ inputs: { 'github-token': github.workflowToken(), ...inputs } })
    .setGithubContext({
      repository,
      runId: run.id,
      actor: 'octocat',
      eventName: 'workflow_dispatch',
      ref: 'refs/heads/main',
      sha: run.sha,
      apiUrl: github.url,
      payload: github.eventOfDispatch(run.id),
    })
    .setEnv({
      GITHUB_TRIGGERING_ACTOR: 'octocat',
      GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/nehemvix.yml@refs/heads/main`,
      GITHUB_STEP_SUMMARY: summary,
      ACTIONS_RESULTS_URL: `${results.url}/`,
      ACTIONS_RUNTIME_TOKEN: results.tokenFor({ runId: run.id }),
      ACTIONS_CACHE_SERVICE_V2: 'True',
      PATH: process.env.PATH,
      HOME: folder,
    })
    .setWorkspaceDir(workspace)
    .setTempDir(temp)
    .setWorkingDir(workspace)
    .setOutputOptions({ printStdout: false, printStderr: false, printRunnerWarnings: false })
  const main = await RunTarget.mainJs(ACTION).run(options)
  const post = await RunTarget.postJs(ACTION).run(options.setState(main.commands.savedState))
  github.setRun(run.id, { status: 'completed', conclusion: main.isSuccess ? 'success' : 'failure' })
  return { main, post, summary: readFileSync(summary, 'utf8') }
}

async function start() {
  const { github } = await begin()
  const results = await startResultsServer()
  github.connect(results)
  onTestFinished(() => results.stop())
  return { github, results }
}

test('without a key the guide is there after one run, as a branch and a pull request', async () => {
  const { github, results } = await start()
  const { main, post, summary } = await runJob(github, results, { models: 'offline' })

  expect([main.exitCode, main.commands.errors, main.runnerWarnings]).toEqual([0, [], []])
  expect(main.commands.outputs).toMatchObject({
    status: 'completed',
    'guide-path': 'docs/guide',
    'pull-request': '1',
    'spent-usd': '0',
    grounding: expect.stringMatching(/^\d+(\.\d+)?$/),
  })
  expect(summary).toContain('completed')
  expect([post.exitCode, post.commands.warnings, post.commands.errors]).toEqual([0, [], []])

  const pull = github.world.issues.get(1)?.pull
  expect([pull?.branch, pull?.base, pull?.isDraft]).toEqual(['nehemvix/guide', 'main', false])
  const files = String(github.world.git.git(['ls-tree', '-r', '--name-only', 'nehemvix/guide', 'docs/guide']))
  expect(files.trim().split('\n')).toEqual(
    ['README.md', 'architect.md', 'beginner.md', 'senior.md'].map((name) => `docs/guide/${name}`),
  )
})

test('with a key it waits for approval: nothing is sent, the draft shows the estimate, the state is saved, the key is masked', async () => {
  const { github, results } = await start()
  const models = await startModelServer()
  onTestFinished(() => models.stop())
  const key = 'sk-of-the-second-runner'
  const { main, post, summary } = await runJob(github, results, {
    models: 'gpt-6-luna',
    'openai-api-key': key,
    'openai-base-url': `${models.url}/v1`,
  })

  const { outputs, notices, secrets, savedState } = main.commands
  expect([main.exitCode, main.commands.errors, main.runnerWarnings]).toEqual([0, [], []])
  expect(outputs).toMatchObject({ status: 'awaiting_approval', 'pull-request': '1', 'spent-usd': '0' })
  expect(Number(outputs['estimate-low-usd'])).toBeGreaterThan(0)
  expect(Number(outputs['estimate-high-usd'])).toBeGreaterThan(Number(outputs['estimate-low-usd']))
  expect((await models.stats()).calls).toBe(0)

  const approve = `/nehemvix approve ${outputs['estimate-id']}`
  expect(notices?.some((notice) => notice.includes(approve))).toBe(true)
  const pull = github.world.issues.get(1)?.pull
  expect([pull?.branch, pull?.isDraft]).toEqual(['nehemvix/guide', true])
  expect([...github.world.comments.values()].some(({ body }) => body.includes(`\n${approve}\n`))).toBe(true)

  expect(results.entries('nehemvix-v1-')).not.toEqual([])
  expect([post.exitCode, post.commands.warnings]).toEqual([0, []])
  expect(secrets).toContain(key)
  const said = [
    summary,
    JSON.stringify([outputs, savedState]),
    main.stdout?.replaceAll(`::add-mask::${key}`, ''),
    post.stdout?.replaceAll(`::add-mask::${key}`, ''),
  ]
  expect(said.filter((text) => text?.includes(key))).toEqual([])
})
