// The node after a fan-in. Fan-outs absorb, gates pause: a gate compares the plan with the store and goes on, back to planning, or throws.
import { updateJob } from '../store/jobs.ts'
import { holdsLease } from '../store/lease.ts'
import { holdingCalls } from '../store/unknown-calls.ts'
import type { PaidStage } from '../vocabulary.ts'
import { chooseConnection } from './choose-connection.ts'
import type { RunContext } from './context.ts'
import { stageUnits } from './open-units.ts'
import { ConsentRequired, NeedsSwap, outagePause, outcomePause, Stopped } from './pauses.ts'

/** Rounds of one stage that send nothing and bring nothing, before it counts as a bug. */
const MOST_IDLE_ROUNDS = 3

/** `replan`: something is left that can be asked for. Throws Stopped or NeedsSwap; whatever else it throws is a bug. */
export function passGate(context: RunContext, stage: PaidStage, idleRounds: number): 'replan' | 'done' {
  const { state, store, job } = context
  state.calls.clear()
  if (state.crash !== null) throw state.crash
  if (!holdsLease(store, context.epoch)) state.stop ??= 'fenced'
  if (state.stop !== null) throw new Stopped(state.stop)
  const choice = chooseConnection(context)
  const units = stageUnits(context, stage, choice.connection)
  // Unknown outcomes outrank every other reason to pause, and are told only when all else that can run has run.
  const isStuck = state.pause !== null || choice.kind !== 'connection' || units.open.length === 0
  if (isStuck && units.undecided.length > 0) throw new NeedsSwap(outcomePause(holdingCalls(store, job.id, 'all'), null))
  if (state.pause !== null) throw new NeedsSwap(state.pause)
  if (units.open.length === 0) return 'done'
  if (choice.kind === 'consent') throw new ConsentRequired(choice.connection)
  if (choice.kind === 'none') throw new NeedsSwap(outagePause(choice.connection, choice.outage, context.now()))
  if (idleRounds >= MOST_IDLE_ROUNDS) {
    throw new Error(
      `stage ${stage} does not move: ${units.open.length} units are open and no call is made for them (${units.open[0]?.label})`,
    )
  }
  updateJob(store, job.id, { stage }, context.now())
  return 'replan'
}
