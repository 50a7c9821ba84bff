// Wrong use and configuration: exit 2 with what to type, before anything is spent or made.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder, makeRepository } from '../repository/make-repository.ts'
import { type Ended, environmentFor, filesIn, remove, run } from './cli.ts'
import { fixtureFiles } from './fixture.ts'
import { openWorkplace, runApproved, type Workplace } from './workplace.ts'

/** The fields that the contract gives the result object. */
const FIELDS = [
  'type',
  'job',
  'run',
  'status',
  'stage',
  'units',
  'calls',
  'spent_usd',
  'unknown_usd',
  'reserved_usd',
  'cap_usd',
  'estimate',
  'paused',
  'models',
  'provenance',
  'grounding',
  'guide',
]

function expectRefusal(ended: Ended, says: RegExp): void {
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(says)])
  expect(ended.stderr).toMatch(/^Next: \S/m)
  expect(Object.keys(ended.result)).toEqual(expect.arrayContaining(FIELDS))
  expect([ended.result.type, ended.result.status, ended.result.error?.next]).toEqual([
    'result',
    null,
    expect.stringMatching(/\S/),
  ])
}

async function refuses(place: Workplace, args: readonly string[], says: RegExp): Promise<void> {
  expectRefusal(await place.nehemvix(...args), says)
  expect([await place.calls(), place.hasState()]).toEqual([0, false])
}

test.each([
  ['an unknown model', ['run', '--model', 'nobody-knows-3'], /nobody-knows-3/],
  ['an unknown provider', ['run', '--model', 'acme/turbo'], /acme\/turbo/],
  ['a model without a known price', ['run', '--model', 'openai/gpt-nobody-sells-it'], /price/],
  ['an unknown audience', ['run', '--audience', 'everybody'], /beginner, senior, architect/],
  ['a negative cap', ['run', '--cap', '-1'], /cap/],
  ['a cap that is no number', ['run', '--cap', 'lots'], /cap/],
  ['half a price', ['run', '--model', 'gpt-6-luna', '--price', '1'], /price/],
  ['no calls at once', ['run', '--concurrency', '0'], /concurrency/],
  ['a window too small for anything', ['run', '--model', 'gpt-6-luna', '--window', '500'], /window/],
  ['an unknown option', ['run', '--frobnicate'], /--frobnicate/],
  ['an unknown command', ['document'], /document/],
  ['a language that is none', ['run', '--language', 'not a tag'], /not a tag/],
  ['a commit and the work tree', ['run', '--worktree', '--ref', 'HEAD'], /--worktree/],
  ['a commit that does not exist', ['run', '--ref', 'no-such-branch'], /no-such-branch/],
  ['a folder that does not exist', ['run', 'no/such/folder'], /no\/such\/folder/],
  ['a configuration that does not exist', ['run', '--config', 'no-such.yml'], /no-such\.yml/],
  ['offline beside a model', ['run', '--model', 'offline,gpt-6-luna'], /offline/],
  ['a status without a job', ['status'], /no job|nothing/i],
  ['a resume without a job', ['resume'], /no job|nothing/i],
  ['an approval without a job', ['approve'], /no job|nothing/i],
  ['a rerun without a job', ['rerun'], /no job|nothing/i],
  ['a cancel without a job', ['cancel'], /no job|nothing/i],
])('%s is refused', async (_, args, says) => {
  await refuses(await openWorkplace(), args, says)
})

test('a model without a key is refused, and the variable is named', async () => {
  const place = await openWorkplace({ env: { OPENAI_API_KEY: '' } })
  await refuses(place, ['run', '--model', 'gpt-6-luna', '--yes'], /OPENAI_API_KEY/)
})

test('an address that is none is refused', async () => {
  const place = await openWorkplace({ env: { OPENAI_BASE_URL: 'localhost, port 80' } })
  await refuses(place, ['run', '--model', 'gpt-6-luna', '--yes'], /OPENAI_BASE_URL/)
})

test('a server of one’s own without a price is refused; with one it writes the guide', async () => {
  const place = await openWorkplace()
  const config = join(place.env.HOME ?? '', 'own.yml')
  const connection = `connections:\n  - model: local/x\n    base-url: ${place.models.url}/v1\n`
  writeFileSync(config, connection)
  await refuses(place, ['run', '--model', 'local/x', '--config', config, '--yes'], /price/i)
  writeFileSync(config, `${connection}    price: [0, 0]\n`)
  const { code, result } = await place.nehemvix('run', '--config', config, '--consent', 'local')
  expect([code, result.status, result.spent_usd, result.provenance]).toEqual([0, 'completed', 0, 'x'])
})

test.each([
  ['is no YAML', 'audiences: [beginner\n'],
  ['names a field nobody knows', 'audience: [beginner]\n'],
  ['has a wrong value', 'cap: much\n'],
])('a configuration that %s is refused', async (_, text) => {
  const place = await openWorkplace()
  const config = join(place.env.HOME ?? '', 'own.yml')
  writeFileSync(config, text)
  await refuses(place, ['run', '--config', config], /own\.yml/)
})

test('a folder that is no repository, and a repository without a commit, are refused and stay as they are', async () => {
  const env = environmentFor('http://127.0.0.1:9')
  const folder = makeFolder()
  const empty = makeRepository()
  onTestFinished(() => {
    for (const path of [folder, empty.root, env.HOME ?? '']) remove(path)
  })
  expectRefusal(await run(['run'], { cwd: folder, env }), /no Git repository|not .*repository/i)
  expect(readdirSync(folder)).toEqual([])
  expectRefusal(await run(['run'], { cwd: empty.root, env }), /commit/)
  expect(readdirSync(empty.root)).toEqual(['.git'])
})

test.each(['status', 'resume', 'approve', 'rerun', 'cancel'])('%s of a job nobody knows is refused', async (command) => {
  const place = await openWorkplace()
  await place.nehemvix('run', '--model', 'gpt-6-luna')
  const ended = await place.nehemvix(command, 'feedfacebe')
  expectRefusal(ended, /feedfacebe/)
  expect([await place.calls(), place.rows('SELECT status FROM jobs')]).toEqual([0, [{ status: 'awaiting_approval' }]])
})

test('a guide edited by hand is refused before any call; --force overwrites it', async () => {
  const place = await openWorkplace()
  expect((await runApproved(place)).code).toBe(0)
  const path = 'docs/guide/beginner.md'
  const edited = `${readFileSync(join(place.repository.root, path), 'utf8')}\nMy own words.\n`
  place.repository.write(path, edited)
  place.repository.write('README.md', `${fixtureFiles()['README.md']}\nOne more line.\n`)
  place.repository.git('commit', '--quiet', '--all', '--message', 'change')
  const calls = await place.calls()
  const refused = await runApproved(place)
  expectRefusal(refused, /edited by hand/)
  expect([await place.calls(), readFileSync(join(place.repository.root, path), 'utf8')]).toEqual([calls, edited])
  const forced = await runApproved(place, '--force')
  expect([forced.code, forced.result.status]).toEqual([0, 'completed'])
  expect(filesIn(join(place.repository.root, 'docs/guide'))['beginner.md']).not.toContain('My own words.')
})

test('a file of somebody else’s in the place of the guide is refused before any call', async () => {
  const place = await openWorkplace()
  place.repository.write('docs/guide/senior.md', '# Our own guide\n')
  expectRefusal(await runApproved(place), /senior\.md/)
  expect([await place.calls(), readFileSync(join(place.repository.root, 'docs/guide/senior.md'), 'utf8')]).toEqual([
    0,
    '# Our own guide\n',
  ])
})

test('a guide that was edited while the job waited is refused by approve, resume and rerun as well', async () => {
  const place = await openWorkplace({ script: { rules: [{ from: 3, do: { status: 401, body: {} } }] } })
  await place.nehemvix('run', '--model', 'gpt-6-luna')
  place.repository.write('docs/guide/senior.md', '# Our own guide\n')
  expectRefusal(await place.nehemvix('approve'), /senior\.md/)
  expect(await place.calls()).toBe(0)
  expect((await place.nehemvix('approve', '--force')).result.status).toBe('paused_key')
  await place.models.script({})
  const calls = await place.calls()
  expectRefusal(await place.nehemvix('resume'), /senior\.md/)
  expect(await place.calls()).toBe(calls)
  expect((await place.nehemvix('resume', '--force')).code).toBe(0)
  place.repository.write('docs/guide/senior.md', '# Our own guide\n')
  expectRefusal(await place.nehemvix('rerun'), /senior\.md/)
  expect(place.rows('SELECT status, run FROM jobs')).toEqual([{ status: 'completed', run: 1 }])
})

test('every line of --json is an object, and the last is the result with every field of the contract', async () => {
  const place = await openWorkplace()
  for (const args of [
    ['run', '--model', 'gpt-6-luna'],
    ['approve'],
    ['status'],
    ['rerun'],
    ['estimate', '--audience', 'senior'],
    ['cancel'],
  ]) {
    const { stdout } = await place.nehemvix(...args)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect([args[0], Object.keys(lines.at(-1) ?? {})]).toEqual([args[0], expect.arrayContaining(FIELDS)])
    expect(lines.map((line) => line.type).filter((type) => type === 'result').length).toBe(1)
  }
})
