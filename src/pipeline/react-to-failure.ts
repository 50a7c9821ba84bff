// What a failed call means for the rest of the run. The table on-failure.ts names the action; this carries it out.
import type { Failure } from '../models/failure.ts'
import { recordExhaustion } from '../store/connections.ts'
import { learnMaxOutput, learnRefusedParameter } from '../store/model-limits.ts'
import { holdingCalls } from '../store/unknown-calls.ts'
import { identityOf } from './choose-connection.ts'
import { noteTransientFailure, type Outage } from './connection-health.ts'
import { healthOf, type RunContext } from './context.ts'
import { ON_FAILURE } from './on-failure.ts'
import { badRequestPause, outcomePause, sentence, uselessPause } from './pauses.ts'
import type { PlannedCall } from './planned-call.ts'

/** Answers that a request was not taken, in a row, before the job pauses. */
const MOST_BAD_REQUESTS = 2
/** Refused calls, and unknown outcomes, in a row. */
const MOST_REFUSED = 3
const MOST_UNKNOWN = 3
/** Each "too long" lets the next requests be this share of the one that was. */
const SHRINK = 0.6
/** A provider that does not even take this many tokens can't be served. */
const LEAST_INPUT_TOKENS = 1_200
/** Smaller numbers in a complaint about the output limit are not the limit. */
const LEAST_OUTPUT_TOKENS = 256

/** `again`: the same call may be tried once more; `given up`: its units go back to the gate. */
export function reactToFailure(
  context: RunContext,
  call: PlannedCall,
  failure: Failure,
  sent: {
    readonly countedTokens: number
    readonly revision: number
    readonly startedAt: number
    readonly maxOutputTokens: number
  },
): 'again' | 'given up' {
  const { state } = context
  const { connection } = call
  const health = healthOf(context, connection)
  const now = context.now()
  switch (ON_FAILURE[failure.kind].action) {
    case 'wait':
    case 'retry': {
      const kind = failure.kind === 'wait' ? 'wait' : 'retry'
      const pace = noteTransientFailure(
        health,
        { kind, wishMs: failure.retryAfterMs, startedAt: sent.startedAt },
        now.getTime(),
        Math.random(),
      )
      if (pace.kind === 'again') {
        const seconds = Math.max(1, Math.round((health.notBefore - now.getTime()) / 1000))
        context.report({
          type: 'notice',
          message: `${connection.name}: ${sentence(failure.message)} Trying again in ${seconds} s.`,
        })
        return 'again'
      }
      if (kind === 'wait') exhaust(context, call, { ...failure, resetAt: failure.resetAt ?? later(now, failure.retryAfterMs) })
      else health.out ??= { pause: 'paused_provider', message: failure.message, quotaId: null, resetAt: null }
      return 'given up'
    }
    case 'exhaust':
      exhaust(context, call, failure)
      return 'given up'
    case 'adapt':
      if (lowerOutputLimit(context, call, failure, sent.maxOutputTokens)) return 'given up'
      if (connection.model.revision() !== sent.revision) return 'again'
      if (adapt(context, call, failure.parameter ?? 'response_format')) return 'again'
      if (++state.badRequestsInARow >= MOST_BAD_REQUESTS) state.pause ??= badRequestPause(connection, failure.message)
      return 'given up'
    case 'split':
      health.inputLimit = Math.floor(Math.min(health.inputLimit ?? sent.countedTokens, sent.countedTokens) * SHRINK)
      if (health.inputLimit < LEAST_INPUT_TOKENS) state.pause ??= badRequestPause(connection, failure.message)
      return 'given up'
    case 'placeholder':
    case 'more-room':
      if (++state.uselessInARow >= MOST_REFUSED) state.pause ??= uselessPause(context, connection, state.uselessInARow)
      return 'given up'
    case 'unknown':
      if (++state.unknownInARow >= MOST_UNKNOWN)
        state.pause ??= outcomePause(holdingCalls(context.store, context.job.id, 'all'), connection)
      return 'given up'
  }
}

function adapt(context: RunContext, { connection }: PlannedCall, parameter: string): boolean {
  if (!connection.model.adapt(parameter)) return false
  learnRefusedParameter(context.store, identityOf(connection), parameter)
  return true
}

/** "max_tokens is above 4096": the calls are cut anew for what the model lets one ask for. false: it does not complain about that. */
function lowerOutputLimit(context: RunContext, { connection }: PlannedCall, failure: Failure, asked: number): boolean {
  const health = context.health.get(connection.key)
  if (!health || !/^max_|maxOutput/.test(failure.parameter ?? '')) return false
  const numbers = [...failure.message.matchAll(/\d[\d,_]*/g)].map(([digits]) => Number(digits.replace(/[,_]/g, '')))
  const limit = Math.max(0, ...numbers.filter((number) => number < asked && number >= LEAST_OUTPUT_TOKENS))
  if (limit === 0) return false
  health.outputLimit = Math.min(health.outputLimit ?? limit, limit)
  learnMaxOutput(context.store, identityOf(connection), limit)
  return true
}

function exhaust(context: RunContext, call: PlannedCall, failure: Failure): void {
  const { connection } = call
  const outage: Outage = {
    pause: ON_FAILURE[failure.kind].pause,
    message: failure.message,
    quotaId: failure.quotaId,
    resetAt: failure.resetAt ?? later(context.now(), failure.retryAfterMs),
  }
  const health = context.health.get(connection.key)
  // The branches beside this one meet the same end: the first of them tells it.
  if (!health || health.out !== null) return
  health.out = outage
  // Without a known time it waits for a person: the next command by hand tries once more.
  recordExhaustion(context.store, { connection: connection.key, ...outage, expiresAt: outage.resetAt }, context.now())
}

const later = (now: Date, ms: number | null): Date | null => (ms === null ? null : new Date(now.getTime() + ms))
