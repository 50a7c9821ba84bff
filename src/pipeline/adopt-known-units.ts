import { pinKnownSummaries } from '../store/file-summaries.ts'
import { copyKnownUnits } from '../store/units.ts'
import type { RunContext } from './context.ts'

/** What other jobs have bought since this one was planned is not bought again: their rows are taken over. */
export function adoptKnownUnits({ store, job, connections }: Pick<RunContext, 'store' | 'job' | 'connections'>): void {
  store.write(() => copyKnownUnits(store, job.id))
  pinKnownSummaries(store, job.id, connections[0]?.model.id ?? '')
}
