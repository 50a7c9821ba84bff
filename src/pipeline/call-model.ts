// The only place that calls a model: reserve -> send -> settle -> classify. A call is sent, retried or deferred here; nothing throws
// out of it, because a branch that throws would take its neighbours' answers with it.
import { classifyFailure } from '../models/classify.ts'
import type { Failure } from '../models/failure.ts'
import { type CallFailure, ModelCallError, type ModelRequest } from '../models/model.ts'
import { OFFLINE } from '../models/registry.ts'
import { markOutcomes, type UnitOutcome } from '../store/answers.ts'
import { highestTokenRatio } from '../store/connections.ts'
import { type NewCall, reserveCall, settleFailed } from '../store/ledger.ts'
import { outageOf } from './choose-connection.ts'
import { noteEnd, noteStart, noteSuccess, paceOf } from './connection-health.ts'
import { healthOf, type RunContext } from './context.ts'
import { ON_FAILURE } from './on-failure.ts'
import { capPause, diskPause, unsavedPause, uselessPause } from './pauses.ts'
import type { PaidStageWork, PlannedCall } from './planned-call.ts'
import { reactToFailure } from './react-to-failure.ts'
import { reportProgress } from './report-progress.ts'
import { countRequestTokens } from './request-tokens.ts'
import { acceptAnswer, settleAnswer } from './settle-answer.ts'

/** Billed answers in a row that brought nothing, before the job pauses: it is the model, not the units. */
const MOST_USELESS_ANSWERS = 3
/** Below this an answer that was paid for might find no place. */
const LEAST_FREE_BYTES = 8_000_000

/** Makes one planned call, as often as it takes. Returns how many units it brought; the rest stay open for the gate. */
export async function performCall(context: RunContext, work: PaidStageWork, call: PlannedCall): Promise<number> {
  const { state } = context
  const { connection } = call
  const mayGoOn = () => state.stop === null && state.pause === null && outageOf(context, connection) === null
  if (!mayGoOn()) return 0
  const request = await call.build()
  if (connection.name === OFFLINE) return await askOffline(context, work, call, request)
  const countedTokens = countRequestTokens(request)
  const health = healthOf(context, connection)
  while (mayGoOn()) {
    const pace = paceOf(health, context.now().getTime())
    if (pace.kind !== 'send') {
      if (pace.kind === 'wait') await context.sleep(pace.ms)
      else await Promise.race([state.settled.promise, context.sleep(1_000)])
      continue
    }
    if (context.freeBytes() < LEAST_FREE_BYTES) {
      state.pause ??= diskPause(context.store.file)
      return 0
    }
    const ledgerId = await reserve(context, call, request, countedTokens)
    if (ledgerId === 'saved') continue
    if (ledgerId === 'wait') {
      await Promise.race([state.settled.promise, context.sleep(1_000)])
      continue
    }
    if (ledgerId === null) return 0
    const result = await send(context, work, call, request, ledgerId, countedTokens)
    if (result.kind === 'answered') return result.accepted
    if (result.kind === 'given up') return 0
  }
  return 0
}

/** No request, no ledger row: nothing leaves the machine. The same question would bring the same answer, so it is asked once. */
async function askOffline(context: RunContext, work: PaidStageWork, call: PlannedCall, request: ModelRequest): Promise<number> {
  const { text, finish } = await call.connection.model.send(request)
  const accepted = context.store.write(() =>
    acceptAnswer(context, work, { ledgerId: null, model: OFFLINE, text, finish }, call.units),
  )
  for (const unit of call.units) context.state.askedOffline.add(unit.unitKey)
  reportProgress(context, call.stage)
  return accepted
}

async function reserve(
  context: RunContext,
  call: PlannedCall,
  request: ModelRequest,
  countedTokens: number,
): Promise<number | 'wait' | 'saved' | null> {
  const { connection } = call
  const { provider, id } = connection.model
  const ratio = Math.max(connection.tokenMargin, highestTokenRatio(context.store, provider.name, id))
  const inputTokens = Math.ceil(countedTokens * ratio)
  const reservedMicroUsd = connection.price.atMost({ inputTokens, outputTokens: request.maxOutputTokens }, context.now())
  const wanted: NewCall = {
    jobId: context.job.id,
    run: context.job.run,
    stage: call.stage,
    provider: provider.name,
    host: provider.host,
    model: id,
    epoch: context.epoch,
    unitKeys: call.units.map((unit) => unit.unitKey),
    reservedMicroUsd,
  }
  const reservation = reserveCall(context.store, wanted, context.keeping?.allowance() ?? null, context.now())
  switch (reservation.kind) {
    case 'reserved':
      return reservation.ledgerId
    case 'wait':
      return 'wait'
    case 'unsaved':
      return await saveFirst(context, reservedMicroUsd)
    case 'fenced':
      context.state.stop ??= 'fenced'
      return null
    case 'capped':
      context.state.pause ??= capPause(context, reservation.missingMicroUsd)
      return null
  }
}

/** What may leave unsaved is used up: the state is saved, and the reservation asked for again. */
async function saveFirst({ keeping, state }: RunContext, microUsd: number): Promise<'saved' | null> {
  try {
    await keeping?.renew(microUsd)
    return 'saved'
  } catch (error) {
    state.pause ??= unsavedPause((error as Error).message)
    return null
  }
}

type SendResult =
  | { readonly kind: 'answered'; readonly accepted: number }
  | { readonly kind: 'again' }
  | { readonly kind: 'given up' }

async function send(
  context: RunContext,
  work: PaidStageWork,
  call: PlannedCall,
  request: ModelRequest,
  ledgerId: number,
  countedTokens: number,
): Promise<SendResult> {
  const { state } = context
  const revision = call.connection.model.revision()
  const health = healthOf(context, call.connection)
  const startedAt = context.now().getTime()
  noteStart(health, startedAt)
  state.inFlight++
  reportProgress(context, call.stage)
  try {
    const answer = await call.connection.model.send(request).catch((error) => {
      throw error instanceof ModelCallError ? error : unexpected(error, call)
    })
    const accepted = settleAnswer(context, work, call, ledgerId, answer, {
      countedTokens,
      maxOutputTokens: request.maxOutputTokens,
    })
    noteAnswer(context, call, accepted)
    return { kind: 'answered', accepted }
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error
    const failure = settleFailure(context, call, ledgerId, error.failure)
    return {
      kind: reactToFailure(context, call, failure, {
        countedTokens,
        revision,
        startedAt,
        maxOutputTokens: request.maxOutputTokens,
      }),
    }
  } finally {
    state.inFlight--
    noteEnd(health)
    state.settled.resolve()
    state.settled = Promise.withResolvers()
    reportProgress(context, call.stage)
  }
}

/** A reply that an adapter stumbles over was sent for all the same: nobody knows whether it was billed. */
function unexpected(error: Error, { connection }: PlannedCall): ModelCallError {
  const provider = connection.model.provider.name
  const body = { thrown: { name: error.name, message: error.message } }
  const failure = { provider, via: 'openai', status: null, headers: {}, body, sent: true, requestId: null } as const
  return new ModelCallError(`${provider}: a reply that can't be read (${error.message})`, failure, { cause: error })
}

function noteAnswer(context: RunContext, call: PlannedCall, accepted: number): void {
  const { state } = context
  noteSuccess(healthOf(context, call.connection), context.now().getTime())
  state.badRequestsInARow = 0
  state.unknownInARow = 0
  state.uselessInARow = accepted > 0 ? 0 : state.uselessInARow + 1
  if (state.uselessInARow >= MOST_USELESS_ANSWERS) state.pause ??= uselessPause(context, call.connection, state.uselessInARow)
}

function settleFailure(context: RunContext, call: PlannedCall, ledgerId: number, seen: CallFailure): Failure {
  const now = context.now()
  const failure = classifyFailure(seen, now)
  const status = ON_FAILURE[failure.kind].billed === 'no' ? 'FAILED' : 'OUTCOME_UNKNOWN'
  settleFailed(context.store, ledgerId, { status, kind: failure.kind, message: failure.message, requestId: seen.requestId }, now)
  if (failure.kind === 'refused') {
    const outcomes = new Map(call.units.map((unit) => [unit.unitKey, 'refused' as UnitOutcome]))
    context.store.write(() => markOutcomes(context.store, ledgerId, call.stage, outcomes))
  }
  return failure
}
