// What is left to ask for in a stage, and what is left alone, with the reason.
import { attemptsOf } from '../store/answers.ts'
import { type PlannedUnit, unfinishedUnits } from '../store/units.ts'
import { awaitsDecision } from '../store/unknown-calls.ts'
import type { PaidStage } from '../vocabulary.ts'
import { identityOf } from './choose-connection.ts'
import type { Connection, RunContext } from './context.ts'

/** Billed and unusable answers for one unit by one model, over all runs; then it waits for a person or another model. */
export const MOST_ATTEMPTS = 3

export interface StageUnits {
  /** To be asked for now. */
  readonly open: readonly PlannedUnit[]
  /** Carried by a call of unknown outcome: only a person's `resume` sends them again. */
  readonly undecided: readonly PlannedUnit[]
  /** Refused, or answered without use too often: placeholders in the guide, asked again on another model. */
  readonly givenUp: readonly PlannedUnit[]
}

export function stageUnits(context: RunContext, stage: PaidStage, connection: Connection): StageUnits {
  const open: PlannedUnit[] = []
  const undecided: PlannedUnit[] = []
  const givenUp: PlannedUnit[] = []
  for (const unit of unfinishedUnits(context.store, context.job.id, stage)) {
    if (awaitsDecision(context.store, stage, unit.unitKey)) undecided.push(unit)
    else if (isGivenUp(context, unit, connection)) givenUp.push(unit)
    else open.push(unit)
  }
  return { open: withoutLostFiles(open, undecided, givenUp), undecided, givenUp }
}

export function isOpen(context: RunContext, unit: PlannedUnit, connection: Connection): boolean {
  return !awaitsDecision(context.store, unit.stage, unit.unitKey) && !isGivenUp(context, unit, connection)
}

function isGivenUp(context: RunContext, unit: PlannedUnit, connection: Connection): boolean {
  if (context.state.askedOffline.has(unit.unitKey)) return true
  const attempts = attemptsOf(context.store, unit.stage, unit.unitKey, identityOf(connection))
  return attempts.refusedAlone > 0 || attempts.unusable >= MOST_ATTEMPTS
}

/**
 * A file can't be put together while one of its parts is missing. One that is missing for now keeps only the file waiting; one that is
 * missing for good makes the other parts worth nothing too.
 */
function withoutLostFiles(
  open: readonly PlannedUnit[],
  undecided: readonly PlannedUnit[],
  givenUp: readonly PlannedUnit[],
): PlannedUnit[] {
  const filesOf = (missing: readonly PlannedUnit[]) =>
    new Set(missing.filter((unit) => unit.kind === 'part').map((unit) => unit.contentHash))
  const [waiting, lost] = [filesOf(undecided), filesOf(givenUp)]
  return open.filter((unit) => {
    if (unit.kind === 'file') return !waiting.has(unit.contentHash) && !lost.has(unit.contentHash)
    return unit.kind !== 'part' || !lost.has(unit.contentHash)
  })
}
