// Nothing is paid twice, whatever ends a run. A sample of what `npm run chaos` proves for every request and every commit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTemplate, type Template } from '../chaos/forty-units.ts'
import { killAtCommit, undisturbedCommits } from '../chaos/kill-at-commit.ts'
import { killAtRequest, undisturbed } from '../chaos/kill-at-request.ts'
import { chaosSeed, sample, seeded } from '../chaos/random.ts'

const SIZE = 2
/** Ten seconds on an idle machine of two cores. */
const TIMEOUT_MS = 240_000
const seed = chaosSeed()
const random = seeded(seed)

let template: Template

beforeAll(() => {
  template = makeTemplate()
})
afterAll(() => template.remove())

test(
  `kill -9 of the built product at some requests (CHAOS_SEED=${seed})`,
  async () => {
    const { guide, requests, units } = await undisturbed(template)
    expect(units).toBeGreaterThanOrEqual(38)
    for (const [n, k] of sample(requests, SIZE, random).entries()) {
      await killAtRequest(template, { k, guide, isForgetful: n % 3 === 2 })
    }
  },
  TIMEOUT_MS,
)

test(
  `kill -9 at some commits of the store (CHAOS_SEED=${seed})`,
  async () => {
    const { guide, commits } = await undisturbedCommits(template)
    for (const [n, k] of sample(commits - 10, SIZE, random).entries()) {
      expect(await killAtCommit(template, { k, guide, isForgetful: n % 3 === 2 }), `commit ${k}`).toBe(true)
    }
  },
  TIMEOUT_MS,
)
