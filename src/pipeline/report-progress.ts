import { jobCap, jobTotals } from '../store/ledger.ts'
import { countUnits } from '../store/units.ts'
import type { Stage } from '../vocabulary.ts'
import type { RunContext } from './context.ts'

/** Nobody reads more than a few lines a second; and counting ten thousand units may take longer than doing one. */
const LEAST_BETWEEN_MS = 100
/** Counting takes at most one part in so many of the time. */
const SHARE = 40

/** `isNewStage`: told in any case. */
export function reportProgress(context: RunContext, stage: Stage, { isNewStage = false } = {}): void {
  const { store, job, state } = context
  const now = context.now().getTime()
  if (!isNewStage && Math.abs(now - state.reportedAt) < Math.max(LEAST_BETWEEN_MS, SHARE * state.countingMs)) return
  state.reportedAt = now
  const start = performance.now()
  const units = countUnits(store, job.id, null)
  state.countingMs = performance.now() - start
  context.report({
    type: 'progress',
    stage,
    units,
    inFlight: state.inFlight,
    spentMicroUsd: jobTotals(store, job.id).spentMicroUsd,
    capMicroUsd: jobCap(store, job.id),
  })
}
