// Against dist/: CHAOS_STEPS requests and events at random, seeded. `CHAOS_SEED=… npm run chaos` repeats a run.
import { expect, test } from 'vitest'
import { FAILURE_KINDS } from '../../src/vocabulary.ts'
import { chaosSeed } from './random.ts'
import { randomRun } from './random-run.ts'

const STEPS = Number(process.env.CHAOS_STEPS || 10_000)
const seed = chaosSeed()

test(`${STEPS} random steps: nothing bought twice, no cap exceeded, every pause resumable, the books equal to the bill`, async () => {
  process.stderr.write(`CHAOS_SEED=${seed}\n`)
  const report = await randomRun({ steps: STEPS, seed, log: (line) => process.stderr.write(`${line}\n`) })
  process.stderr.write(`${JSON.stringify(report, null, 1)}\n`)
  expect(report.steps).toBeGreaterThanOrEqual(STEPS)
  if (STEPS < 5_000) return
  // It was a storm: every kind of failure, kills, and jobs that came to their end all the same.
  const kinds = FAILURE_KINDS.filter((kind) => kind !== 'unknown' && kind !== 'cut-off')
  expect(kinds.filter((kind) => !report.met[`request ${kind}`])).toEqual([])
  expect([report.met['request dropped'], report.met['request cut'], report.met['request malformed']].every(Boolean)).toBe(true)
  expect([report.kills > 20, report.jobs > 50]).toEqual([true, true])
})
