import { READER_VERSION } from '../prompts/reader-version.ts'
import { answersToReadAgain, markRead, unitsOfCall } from '../store/answers.ts'
import { plannedUnits } from '../store/units.ts'
import type { RunContext } from './context.ts'
import type { PaidStageWork } from './planned-call.ts'
import { acceptAnswer } from './settle-answer.ts'

/** What was paid for under an older reader is read again before anything is bought again. */
export function readStoredAnswersAgain(context: RunContext, work: PaidStageWork): void {
  const { store, job } = context
  const answers = answersToReadAgain(store, job.id, work.stage, READER_VERSION)
  if (answers.length === 0) return
  const planned = new Map(plannedUnits(store, job.id, work.stage).map((unit) => [unit.unitKey, unit]))
  for (const answer of answers) {
    store.write(() => {
      const units = unitsOfCall(store, answer.ledgerId).flatMap((key) => planned.get(key) ?? [])
      acceptAnswer(context, work, answer, units)
      markRead(store, answer.ledgerId, READER_VERSION)
    })
  }
}
