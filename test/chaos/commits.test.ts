// From the sources: kill -9 at every commit of the store. `CHAOS_SEED=… npm run chaos` repeats a run.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTemplate, type Template } from './forty-units.ts'
import { killAtCommit, undisturbedCommits } from './kill-at-commit.ts'
import { chaosSeed, sample, seeded } from './random.ts'

const seed = chaosSeed()
const random = seeded(seed)

let template: Template
let whole: Awaited<ReturnType<typeof undisturbedCommits>>

beforeAll(async () => {
  process.stderr.write(`CHAOS_SEED=${seed}\n`)
  template = makeTemplate()
  whole = await undisturbedCommits(template)
})
afterAll(() => template.remove())

test('kill -9 at every commit', async () => {
  // How many there are differs by a few from run to run, with how the calls fall.
  for (let k = 1; ; k++) {
    process.stderr.write(`commit ${k} of about ${whole.commits}\n`)
    if (await killAtCommit(template, { k, guide: whole.guide })) continue
    expect(k).toBeGreaterThan(whole.commits - 10)
    return
  }
})

test('the same without any checkpoint', async () => {
  for (const k of sample(whole.commits - 10, 20, random)) {
    process.stderr.write(`commit ${k}, checkpoints deleted\n`)
    expect(await killAtCommit(template, { k, guide: whole.guide, isForgetful: true })).toBe(true)
  }
})
