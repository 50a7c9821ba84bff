import { jobCap, jobTotals } from '../store/ledger.ts'
import { countUnits } from '../store/units.ts'
import type { Stage } from '../vocabulary.ts'
import type { RunContext } from './context.ts'

/** Counting ten thousand units takes longer than doing one: nobody reads more than a few lines a second. */
const LEAST_BETWEEN_MS = 100

/** `isNewStage`: told in any case. */
export function reportProgress(context: RunContext, stage: Stage, { isNewStage = false } = {}): void {
  const { store, job, state } = context
  const now = context.now().getTime()
  if (!isNewStage && Math.abs(now - state.reportedAt) < LEAST_BETWEEN_MS) return
  state.reportedAt = now
  context.report({
    type: 'progress',
    stage,
    units: countUnits(store, job.id, null),
    inFlight: state.inFlight,
    spentMicroUsd: jobTotals(store, job.id).spentMicroUsd,
    capMicroUsd: jobCap(store, job.id),
  })
}
