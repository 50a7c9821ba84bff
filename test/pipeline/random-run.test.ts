// A sample of what `npm run chaos` does with 10,000 steps.
import { expect, test } from 'vitest'
import { chaosSeed } from '../chaos/random.ts'
import { randomRun } from '../chaos/random-run.ts'

const STEPS = Number(process.env.CHAOS_STEPS || 60)
/** Ten to twenty seconds on an idle machine of two cores. */
const TIMEOUT_MS = 240_000
const seed = chaosSeed()

test(
  `random failures, kills and switches, ${STEPS} steps (CHAOS_SEED=${seed})`,
  async () => {
    const report = await randomRun({ steps: STEPS, seed, lanes: 2 })
    expect(report.steps).toBeGreaterThanOrEqual(STEPS)
    expect(report.jobs).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
