// A run that is out of time hands over to the next one, which needs nobody's word: the record says that it was asked for.

import type { Report } from '../commands/report.ts'
import { messageOf } from '../github/client.ts'
import { dispatchWorkflow } from '../github/dispatch.ts'
import { moveRecord } from '../github/move-record.ts'
import { sentence } from '../pipeline/pauses.ts'
import type { Runner } from './event.ts'
import type { Ground } from './ground.ts'

/** Five and a half hours each: what takes longer than this is wrong. */
const MOST_HOPS = 20

export interface Later {
  /** Why a person has to go on. */
  readonly notices: readonly string[]
  /** That another run does. */
  readonly news: readonly string[]
}

export const NOTHING_LATER: Later = { notices: [], news: [] }

export async function continueLater(report: Report, ground: Ground, runner: Runner): Promise<Later> {
  const { job, status } = report.result
  const { github, record, defaultBranch } = ground
  if (job === null || status !== 'interrupted') return NOTHING_LATER
  const hop = (record.continuation?.job === job ? record.continuation.hop : 0) + 1
  if (hop > MOST_HOPS) return stuck(`${MOST_HOPS} runs have gone on with this job by themselves: a person has to look`)
  if (runner.workflow === null) return stuck('the runner does not say which workflow it is')
  const moved = await moveRecord(github, runner.repository, (newest) => ({
    ...newest,
    continuation: { job, hop, fromRunId: runner.runId },
  }))
  if (moved.kind === 'lost') return stuck(`the next could not be asked for: ${moved.why}`)
  try {
    const inputs = { operation: 'resume', job, estimate: '', 'comment-id': '', 'pull-request': '', models: '' }
    const { url } = await dispatchWorkflow(github, runner.repository, { workflow: runner.workflow, ref: defaultBranch, inputs })
    return { notices: [], news: [`The time of this run is over: ${url ?? 'another run'} goes on with the job.`] }
  } catch (error) {
    return stuck(`the next could not be started: ${messageOf(error)}`)
  }
}

const stuck = (why: string): Later => ({
  notices: [`The time of this run is over, and ${sentence(why)} Go on with \`/nehemvix resume\`.`],
  news: [],
})
