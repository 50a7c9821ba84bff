// What is read, where things go, and what a repository may not decide for itself.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../repository/make-repository.ts'
import { filesIn, remove } from './cli.ts'
import { fixtureFiles } from './fixture.ts'
import { startModelServer } from './model-server.ts'
import { askedIn, openWorkplace, requestsIn, rowsOf, runApproved } from './workplace.ts'

test('--audience beginner writes README.md and beginner.md only', async () => {
  const place = await openWorkplace()
  const { code, result } = await runApproved(place, '--audience', 'beginner')
  expect([code, result.guide, result.grounding?.sections_planned]).toEqual([
    0,
    ['docs/guide/README.md', 'docs/guide/beginner.md'],
    7,
  ])
  expect(Object.keys(filesIn(join(place.repository.root, 'docs/guide')))).toEqual(['README.md', 'beginner.md'])
  expect(
    askedIn(place.models.bodies())
      .flat()
      .filter((unit) => /^section:(?!beginner\/)/.test(unit)),
  ).toEqual([])
})

test('--language de stands in every prompt, and makes a job of its own', async () => {
  const place = await openWorkplace()
  await place.nehemvix('run', '--model', 'gpt-6-luna')
  const { code, result } = await runApproved(place, '--language', 'de', '--audience', 'beginner')
  expect([code, result.status]).toEqual([0, 'completed'])
  const requests = requestsIn(place.models.bodies())
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.filter(({ messages }) => !messages.some(({ content }) => /Write in German/.test(content)))).toEqual([])
  // Nothing that is written in one language counts for another.
  const before = await place.calls()
  expect((await runApproved(place, '--audience', 'beginner')).code).toBe(0)
  expect((await place.calls()) - before).toBe(before)
})

test('--worktree reads the files as they lie, committed or not', async () => {
  const place = await openWorkplace()
  place.repository.write('src/parcel/record.py', `${fixtureFiles()['src/parcel/record.py']}\nMARKER = "not committed yet"\n`)
  place.repository.write('src/parcel/brand_new.py', '"""Holds what nobody has added to the index yet."""\nVALUE = 1\n')
  const head = await runApproved(place, '--audience', 'beginner')
  expect(head.code).toBe(0)
  expect(place.models.bodies()).not.toContain('not committed yet')
  const work = await runApproved(place, '--audience', 'beginner', '--worktree')
  expect([work.code, work.result.status]).toEqual([0, 'completed'])
  expect(work.result.job).not.toBe(head.result.job)
  expect(place.models.bodies()).toContain('not committed yet')
  expect(askedIn(place.models.bodies()).flat()).not.toContain('file:docs/guide/beginner.md')
})

test('--ref reads that commit, and nothing of later ones', async () => {
  const place = await openWorkplace()
  place.repository.commit({ 'src/parcel/later.py': '"""Came with the second commit."""\nLATER = True\n' })
  const { code, result } = await runApproved(place, '--ref', 'HEAD~1', '--audience', 'beginner')
  expect([code, result.status]).toEqual([0, 'completed'])
  expect(place.models.bodies()).not.toContain('later.py')
  expect(place.rows('SELECT source_commit FROM jobs')).toEqual([{ source_commit: place.repository.git('rev-parse', 'HEAD~1') }])
})

test('--out and --state somewhere else: the repository stays as it was', async () => {
  const place = await openWorkplace()
  const elsewhere = makeFolder()
  onTestFinished(() => remove(elsewhere))
  const there = ['--out', join(elsewhere, 'guide'), '--state', join(elsewhere, 'state')]
  const before = readdirSync(place.repository.root).sort()
  const asked = await place.nehemvix('run', '--model', 'gpt-6-luna', ...there)
  expect(asked.code).toBe(4)
  const { code, result } = await place.nehemvix('approve', '--state', join(elsewhere, 'state'))
  expect([code, result.status, result.job]).toEqual([0, 'completed', asked.result.job])
  expect(readdirSync(place.repository.root).sort()).toEqual(before)
  expect(Object.keys(filesIn(join(elsewhere, 'guide')))).toEqual(['README.md', 'architect.md', 'beginner.md', 'senior.md'])
  expect(rowsOf(join(elsewhere, 'state/nehemvix.db'), 'SELECT status FROM jobs')).toEqual([{ status: 'completed' }])
  const status = await place.nehemvix('status', '--state', join(elsewhere, 'state'))
  expect([status.code, status.result.job]).toEqual([0, asked.result.job])
})

test('the state folder in the repository is ignored by Git', async () => {
  const place = await openWorkplace()
  await place.nehemvix('run')
  expect(place.hasState()).toBe(true)
  expect(place.repository.git('status', '--porcelain')).toBe('?? docs/guide/')
})

test('a folder inside the repository means the whole repository', async () => {
  const place = await openWorkplace()
  const { code, result } = await place.nehemvix('run', 'src/parcel', '--model', 'gpt-6-luna')
  expect([code, result.units?.total, place.hasState()]).toEqual([4, 54, true])
})

const OWN_RULES = (url: string) => `audiences: [beginner]
exclude: ["docs/**"]
approve-under: 100
cap: 100
consent: [openai, gemini, local]
connections:
  - model: local/spy
    base-url: ${url}/v1
    price: [0, 0]
`

test('a repository’s own configuration narrows, and never approves, consents, raises a cap or sets an address', async () => {
  const spy = await startModelServer()
  onTestFinished(() => spy.stop())
  const place = await openWorkplace({ files: { ...fixtureFiles(), '.github/nehemvix.yml': OWN_RULES(spy.url) } })
  const plain = await place.nehemvix('run')
  expect([plain.code, plain.result.provenance, plain.result.guide.length]).toEqual([0, 'offline', 2])
  expect(plain.stderr).toMatch(/nehemvix\.yml: .*approve-under.*left aside/)
  const asked = await place.nehemvix('run', '--model', 'gpt-6-luna')
  expect([asked.code, asked.result.status, asked.result.cap_usd, asked.result.grounding?.sections_planned]).toEqual([
    4,
    'awaiting_approval',
    null,
    7,
  ])
  const itself = await place.nehemvix('run', '--model', 'gpt-6-luna', '--approve-under', '1')
  expect([itself.code, itself.result.status]).toEqual([5, 'consent_required'])
  const done = await place.nehemvix('resume', '--consent', 'openai')
  expect([done.code, done.result.status]).toEqual([0, 'completed'])
  expect(done.result.cap_usd).toBeLessThan(1)
  expect(askedIn(place.models.bodies()).flat()).not.toContain('file:docs/format.md')
  const stranger = await place.nehemvix('run', '--model', 'local/spy', '--yes')
  expect(stranger.code).toBe(2)
  expect((await spy.stats()).calls).toBe(0)
})

test('the configuration in the user’s own home approves, consents and caps', async () => {
  const place = await openWorkplace()
  const config = join(place.env.HOME ?? '', 'own.yml')
  writeFileSync(
    config,
    'connections: [{ model: gpt-6-luna, max-output: 6000 }]\nconsent: [openai]\napprove-under: 1\ncap: 0.5\naudiences: [senior]\nexclude: ["tests/**"]\n',
  )
  const { code, result } = await place.nehemvix('run', '--config', config)
  expect([code, result.status, result.cap_usd, result.models]).toEqual([0, 'completed', 0.5, ['gpt-6-luna']])
  expect(result.guide).toEqual(['docs/guide/README.md', 'docs/guide/senior.md'])
  expect(
    askedIn(place.models.bodies())
      .flat()
      .filter((unit) => unit.startsWith('file:tests/')),
  ).toEqual([])
  // Options win over the file.
  const asked = await place.nehemvix('run', '--config', config, '--audience', 'beginner', '--approve-under', '0')
  expect([asked.code, asked.result.grounding?.sections_planned]).toEqual([4, 7])
})

test('the guide of an earlier run is no input of the next', async () => {
  const place = await openWorkplace()
  expect((await place.nehemvix('run')).code).toBe(0)
  place.repository.commit()
  const { code } = await runApproved(place)
  expect(code).toBe(0)
  expect(
    askedIn(place.models.bodies())
      .flat()
      .filter((unit) => unit.includes('docs/guide') || unit.includes('.nehemvix')),
  ).toEqual([])
  expect(existsSync(join(place.repository.root, 'docs/guide/senior.md'))).toBe(true)
})
