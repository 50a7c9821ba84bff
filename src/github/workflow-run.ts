import type { GitHub, Repository } from './client.ts'
import { readFailure } from './failure.ts'

/**
 * Whether a workflow run still works or waits. With `attempt`: whether that attempt does, as a re-run keeps the run's id. null: it can't be
 * known, and nobody may take the place of a run that may live.
 */
export async function isRunAlive(
  github: GitHub,
  repository: Repository,
  runId: number,
  attempt: number | null = null,
): Promise<boolean | null> {
  try {
    const { data } = await github.rest.actions.getWorkflowRun({ ...repository, run_id: runId })
    if (attempt !== null && (data.run_attempt ?? attempt) > attempt) return false
    return typeof data.status === 'string' ? data.status !== 'completed' : null
  } catch (error) {
    // 404 as well: a run that is gone, or a token without `actions: read`.
    readFailure(error)
    return null
  }
}
