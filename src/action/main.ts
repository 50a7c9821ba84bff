// Way in 2: the Action's main step. Reads, hands over, and tells the runner how it ended.
import { setFailed } from '@actions/core'
import { Refusal } from '../refusal.ts'
import { answerComment } from './answer-comment.ts'
import { leaveEnding } from './ending.ts'
import { readEvent, readRunner } from './event.ts'
import { readInputs } from './inputs.ts'
import { workOf } from './operation.ts'
import { runPipeline } from './run-pipeline.ts'

async function main(): Promise<void> {
  const runner = readRunner(process.env)
  const inputs = readInputs()
  const event = readEvent(process.env)
  // Relative paths are part of what the cache knows its entries by.
  process.chdir(runner.workspace)
  const work = workOf(event, inputs)
  switch (work.kind) {
    case 'skip':
      return await leaveEnding({ kind: 'nothing', notice: work.notice })
    case 'answer':
      return await leaveEnding({ kind: 'nothing', notice: await answerComment(runner, inputs, event.payload) })
    case 'pipeline':
      return await leaveEnding(await runPipeline(work, runner, inputs, event))
  }
}

main().then(
  // A pending timer or socket of a client must not hold the step open.
  () => process.exit(),
  (error) => {
    if (error instanceof Refusal) setFailed(error.next === null ? error.message : `${error.message} To do: ${error.next}`)
    else setFailed(`A fault in Nehemvix: ${error?.stack ?? error}`)
    process.exit(1)
  },
)
