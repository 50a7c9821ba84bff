import { jobCap, jobTotals } from '../store/ledger.ts'
import { countUnits } from '../store/units.ts'
import type { Stage } from '../vocabulary.ts'
import type { RunContext } from './context.ts'

export function reportProgress(context: RunContext, stage: Stage): void {
  const { store, job, state } = context
  context.report({
    type: 'progress',
    stage,
    units: countUnits(store, job.id, null),
    inFlight: state.inFlight,
    spentMicroUsd: jobTotals(store, job.id).spentMicroUsd,
    capMicroUsd: jobCap(store, job.id),
  })
}
