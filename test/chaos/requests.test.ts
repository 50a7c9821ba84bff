// Against dist/: kill -9 at every request. `CHAOS_SEED=… npm run chaos` repeats a run.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTemplate, type Template } from './forty-units.ts'
import { killAtRequest, undisturbed } from './kill-at-request.ts'
import { chaosSeed, sample, seeded } from './random.ts'

const seed = chaosSeed()
const random = seeded(seed)

let template: Template
let whole: Awaited<ReturnType<typeof undisturbed>>

beforeAll(async () => {
  process.stderr.write(`CHAOS_SEED=${seed}\n`)
  template = makeTemplate()
  whole = await undisturbed(template)
})
afterAll(() => template.remove())

test('the job is large enough to prove anything', () => {
  expect(whole.units).toBeGreaterThanOrEqual(38)
  expect(whole.requests).toBeGreaterThanOrEqual(15)
})

test('kill -9 at every request', async () => {
  for (let k = 1; k <= whole.requests; k++) {
    process.stderr.write(`request ${k} of ${whole.requests}\n`)
    await killAtRequest(template, { k, guide: whole.guide })
  }
})

test('the same without any checkpoint', async () => {
  for (const k of sample(whole.requests, 20, random)) {
    process.stderr.write(`request ${k}, checkpoints deleted\n`)
    await killAtRequest(template, { k, guide: whole.guide, isForgetful: true })
  }
})

test('killed twice', async () => {
  for (const k of sample(whole.requests - 6, 6, random)) {
    const again = 1 + Math.floor(random() * 6)
    process.stderr.write(`request ${k}, and ${again} later\n`)
    await killAtRequest(template, { k, again, guide: whole.guide, isForgetful: random() < 0.5 })
  }
})
