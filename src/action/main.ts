// Way in 2: the Action's main step. Reads, hands over, and tells the runner how it ended.
import { notice, setFailed } from '@actions/core'
import { Refusal } from '../refusal.ts'
import { readEvent, readRunner } from './event.ts'
import { readInputs, writeOutputs } from './inputs.ts'
import { workOf } from './operation.ts'

async function main(): Promise<void> {
  const runner = readRunner(process.env)
  const inputs = readInputs()
  const event = readEvent(process.env)
  // Relative paths are part of what the cache knows its entries by.
  process.chdir(runner.workspace)
  const work = workOf(event, inputs)
  // Each way loads what it needs: most events are no work at all.
  switch (work.kind) {
    case 'skip':
      notice(work.notice)
      return writeOutputs({})
    case 'answer': {
      const { answerComment } = await import('./answer-comment.ts')
      notice(await answerComment(runner, inputs, event.payload))
      return writeOutputs({})
    }
    case 'pipeline': {
      const { runPipeline } = await import('./run-pipeline.ts')
      const { leaveEnding } = await import('./ending.ts')
      return await leaveEnding(await runPipeline(work, runner, inputs, event))
    }
  }
}

main().then(
  // A pending timer or socket of a client must not hold the step open.
  () => process.exit(),
  (error) => {
    if (error instanceof Refusal) {
      writeOutputs({ status: 'refused' })
      setFailed(error.next === null ? error.message : `${error.message} To do: ${error.next}`)
    } else setFailed(`A fault in Nehemvix: ${error?.stack ?? error}`)
    process.exit(1)
  },
)
