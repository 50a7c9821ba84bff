// Which models wrote a job's texts, and why that changed.
import { mustFindJob, type Switch, updateJob } from '../store/jobs.ts'
import type { Store } from '../store/open.ts'
import type { PauseKind } from '../vocabulary.ts'
import { outageOf } from './choose-connection.ts'
import type { Connection, RunContext } from './context.ts'

/** Models whose rows the job uses, the one that wrote most sections first. */
export function modelsInUse(store: Store, jobId: string): string[] {
  const rows = store
    .sql(
      `SELECT model FROM (
         SELECT model, sum(stage = 'sections') AS sections, count(*) AS units FROM job_units WHERE job_id = @jobId GROUP BY model
         UNION ALL
         SELECT summary_model, 0, count(*) FROM job_files WHERE job_id = @jobId AND summary_model IS NOT NULL GROUP BY summary_model)
       GROUP BY model ORDER BY sum(sections) DESC, sum(units) DESC, model`,
    )
    .all({ jobId })
  return (rows as { model: string }[]).map((row) => row.model)
}

/** Such as `gpt-6-luna (you switched from gemini-3.8-flash after its quota ran out)`. */
export function describeProvenance(switches: readonly Switch[], models: readonly string[]): string {
  const last = switches.at(-1)
  const names = last && !models.includes(last.to) ? [...models, last.to] : [...models]
  if (last) names.sort((a, b) => Number(b === last.to) - Number(a === last.to))
  const told = new Set(switches.map((one) => one.from))
  const writers = names.filter((name) => !told.has(name) || name === last?.to)
  const why = switches.map((one) => `${one.byPerson ? 'you switched' : 'it went on'} from ${one.from} ${one.why}`)
  return `${writers.join(', ')}${why.length > 0 ? ` (${why.join('; ')})` : ''}`
}

/** Why a model was left, to be read after its name. */
export function switchReason(pause: PauseKind | null): string {
  switch (pause) {
    case 'paused_quota':
      return 'after its quota ran out'
    case 'paused_key':
      return 'after its key was refused'
    case 'paused_provider':
      return 'while it was not available'
    case 'paused_request':
      return 'after it could not do the work'
    default:
      return 'by choice'
  }
}

/**
 * Calls are planned for a connection: where that is another than before, it is written down, so that the guide can say it. A person's switch
 * counts from here on, when it is about to write something.
 */
export function noteConnectionInUse(context: RunContext, connection: Connection): void {
  const { store, job, state } = context
  const last = state.lastConnection
  state.lastConnection = connection
  const { switches, pendingSwitch } = mustFindJob(store, job.id)
  if (last === null && pendingSwitch !== null) {
    const isTrue = pendingSwitch.to === connection.name
    updateJob(store, job.id, { pendingSwitch: null, switches: isTrue ? [...switches, pendingSwitch] : switches }, context.now())
  }
  if (last === null || last.key === connection.key) return
  const why = switchReason(outageOf(context, last)?.pause ?? null)
  updateJob(
    store,
    job.id,
    { switches: [...switches, { from: last.name, to: connection.name, why, byPerson: false }] },
    context.now(),
  )
}
