// What a main step that was killed has left is saved as it is, with the calls that were in flight.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { info, warning } from '@actions/core'
import { messageOf } from '../github/client.ts'
import { moveRecord } from '../github/move-record.ts'
import { readOwnLogin } from '../github/own-login.ts'
import { type JobResult, jobResult } from '../job/result.ts'
import { sentence } from '../pipeline/pauses.ts'
import { mustFindJob, newestJob, updateJob } from '../store/jobs.ts'
import { openStore } from '../store/open.ts'
import { leaveReportArtifact } from './ending.ts'
import { type Runner, readRunner } from './event.ts'
import { findGround, type Ground } from './ground.ts'
import { isHeldBy } from './hold.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { withJob } from './record-job.ts'
import { makeReport } from './report-of.ts'
import { createStateKeeper } from './state-keeper.ts'
import { createTalk } from './talk.ts'

/** Never throws: what could not be saved is a warning, and the next run says what may have been spent. */
export async function saveWhatIsLeft(stateDirectory: string): Promise<void> {
  await save(stateDirectory).catch((error) =>
    warning(
      `The state could not be saved in the end: ${sentence(messageOf(error))} If something was spent, the next run says how much at most.`,
    ),
  )
}

async function save(stateDirectory: string): Promise<void> {
  const runner = readRunner(process.env)
  const inputs = readInputs()
  process.chdir(runner.workspace)
  const ground = await findGround(runner, inputs, process.env)
  if (!isHeldBy(ground.record, runner)) return info('The record says that another run works here now.')
  if (!existsSync(join(stateDirectory, 'nehemvix.db'))) return await giveBack(ground, runner)
  const store = openStore(stateDirectory, { mustExist: true })
  const keeper = createStateKeeper({
    carrier: { ...runner, github: ground.github, repositoryId: ground.repositoryId, step: 'post', token: inputs['github-token'] },
    record: ground.record,
    now: () => new Date(),
    describe: (record, result) => {
      const before = record.jobs.find((job) => job.job === result.job)
      return before === undefined ? record : withJob(record, result, { ...before, runId: runner.runId }, new Date())
    },
    onFenced: () => undefined,
    isStopping: () => true,
    say: info,
  })
  try {
    const job = store.sql('SELECT job_id FROM lease').get() as { job_id: string | null } | undefined
    const id = job?.job_id ?? newestJob(store)?.id
    if (id === undefined) return await giveBack(ground, runner)
    keeper.attach(store, id)
    if (mustFindJob(store, id).status === 'running') updateJob(store, id, { status: 'interrupted' }, new Date())
    const result = jobResult(store, id)
    info(`The main step has ended before job ${id} was saved (${result.status}): its state is saved as it is.`)
    const record = await keeper.finish((before) => ({ ...before, holder: null }))
    if (result.status === 'interrupted') await tell(result, { ...ground, record }, runner, inputs)
  } catch (error) {
    // Whoever comes next must not wait for a run that is over. What is open in the record stays open.
    await giveBack(ground, runner)
    throw error
  } finally {
    store.close()
  }
}

/** The job's comment must not say for ever that it works. */
async function tell(result: JobResult, ground: Ground, runner: Runner, inputs: Inputs): Promise<void> {
  const order = { by: null, commentId: null, pullRequest: null }
  const report = makeReport({ result, order, ground, runner, inputs, publication: null, notices: [] })
  if (inputs.comments === 'app') return await leaveReportArtifact(report, runner.temporary)
  const talk = createTalk(ground.github, runner.repository, await readOwnLogin(ground.github), () => new Date())
  for (const unsaid of await talk.outcome(report)) warning(unsaid)
}

async function giveBack({ github }: Ground, runner: Runner): Promise<void> {
  await moveRecord(github, runner.repository, (record) => (isHeldBy(record, runner) ? { ...record, holder: null } : null))
}
