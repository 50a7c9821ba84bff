import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder, runTestGit } from '../repository/make-repository.ts'
import { filesIn, remove, run } from './cli.ts'
import { headingsOf, openWorkplace } from './workplace.ts'

/** No key, and addresses where nobody listens: whatever is sent fails. */
const CLOSED = {
  OPENAI_API_KEY: '',
  GEMINI_API_KEY: '',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  GEMINI_BASE_URL: 'http://127.0.0.1:9/v1',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
}

test('without a key and without a network the guide is written, for nothing, and says that no model wrote it', async () => {
  const place = await openWorkplace({ env: CLOSED })
  const { code, result } = await place.nehemvix('run')
  expect([code, result.status, result.spent_usd, result.provenance]).toEqual([0, 'completed', 0, 'offline'])
  expect(result.estimate).toMatchObject({ low_usd: 0, high_usd: 0 })
  const guide = filesIn(join(place.repository.root, 'docs/guide'))
  expect(Object.keys(guide)).toEqual(['README.md', 'architect.md', 'beginner.md', 'senior.md'])
  expect(['beginner.md', 'senior.md', 'architect.md'].map((name) => headingsOf(guide[name] ?? '').length)).toEqual([7, 9, 10])
  expect(Object.values(guide).filter((text) => !/no (language )?model/i.test(text))).toEqual([])
  expect(result.grounding).toMatchObject({ sections_planned: 26 })
  expect(guide['beginner.md']).toContain('python -m pytest')
})

test('offline sends no request, so the ledger has no row', async () => {
  const place = await openWorkplace({ env: CLOSED })
  const { result } = await place.nehemvix('run')
  expect(place.rows('SELECT count(*) AS n FROM ledger')).toEqual([{ n: 0 }])
  expect(result.calls).toEqual({ succeeded: 0, failed: 0, unknown: 0, undecided: 0, in_flight: 0, unusable: 0 })
})

test('two fresh clones get the same bytes', async () => {
  const place = await openWorkplace({ env: CLOSED })
  const clones = [makeFolder(), makeFolder()]
  onTestFinished(() => clones.forEach(remove))
  const guides: Record<string, string>[] = []
  for (const folder of clones) {
    runTestGit(folder, ['clone', '--quiet', place.repository.root, 'parcel'])
    const { code } = await run(['run'], { cwd: join(folder, 'parcel'), env: place.env })
    expect(code).toBe(0)
    guides.push(filesIn(join(folder, 'parcel/docs/guide')))
  }
  expect(Object.keys(guides[0] ?? {}).length).toBe(4)
  expect(guides[1]).toEqual(guides[0])
})

test('what offline wrote never counts for a model’s job', async () => {
  const place = await openWorkplace()
  const offline = await place.nehemvix('run')
  const { code, result } = await place.nehemvix('run', '--model', 'gpt-6-luna', '--yes')
  expect([code, result.status, result.provenance]).toEqual([0, 'completed', 'gpt-6-luna'])
  expect(result.job).not.toBe(offline.result.job)
  const { units } = await place.models.stats()
  expect(Object.keys(units).length).toBe(result.units?.total)
})

test('offline is not what a model’s job is continued with', async () => {
  const place = await openWorkplace()
  await place.nehemvix('run', '--model', 'gpt-6-luna')
  const { code, result } = await place.nehemvix('resume', '--model', 'offline')
  expect([code, result.error?.next]).toEqual([2, 'nehemvix run'])
  expect(place.rows('SELECT status FROM jobs')).toEqual([{ status: 'awaiting_approval' }])
})
