// What was paid for is kept: usage, the raw answer and a row for each unit it yields, in one transaction.
import type { ModelAnswer } from '../models/model.ts'
import { READER_VERSION } from '../prompts/reader-version.ts'
import { keepAnswer, markOutcomes, type UnitOutcome } from '../store/answers.ts'
import { learnTokenRatio } from '../store/connections.ts'
import { acceptFileSummary } from '../store/file-summaries.ts'
import { settleSucceeded } from '../store/ledger.ts'
import { acceptUnit, type PlannedUnit } from '../store/units.ts'
import type { RunContext } from './context.ts'
import { overrunPause } from './pauses.ts'
import type { PaidStageWork, PlannedCall } from './planned-call.ts'
import { keySettings } from './unit-keys.ts'

/** Settles a call with its answer. Returns how many units it brought. */
export function settleAnswer(
  context: RunContext,
  work: PaidStageWork,
  call: PlannedCall,
  ledgerId: number,
  answer: ModelAnswer,
  asked: { readonly countedTokens: number; readonly maxOutputTokens: number },
): number {
  const { store } = context
  const { connection } = call
  const now = context.now()
  const usage = answer.usage
  return store.write(() => {
    const reserved = reservedFor(context, ledgerId)
    // A server that counts nothing is booked at its whole reservation: the cap must hold all the same.
    const costMicroUsd = usage ? connection.price.cost(usage, now) : reserved
    const tokens = usage ?? { inputTokens: null, cachedInputTokens: null, outputTokens: null, reasoningTokens: null }
    settleSucceeded(store, ledgerId, { costMicroUsd, ...tokens, requestId: answer.requestId }, now)
    const { provider, id } = connection.model
    if (usage && asked.countedTokens > 0) learnTokenRatio(store, provider.name, id, usage.inputTokens / asked.countedTokens)
    if (costMicroUsd > reserved) context.state.pause ??= overrunPause(context, connection, costMicroUsd, reserved)
    const kept = { raw: answer.raw, text: answer.text, finish: answer.finish }
    try {
      const accepted = acceptAnswer(context, work, { ledgerId, model: id, text: answer.text, finish: answer.finish }, call.units)
      keepAnswer(store, ledgerId, { ...kept, readerVersion: READER_VERSION })
      return accepted
    } catch (error) {
      // A bug in a reader must not lose what was paid for: the answer is kept unread, and nothing is bought in its place.
      keepAnswer(store, ledgerId, { ...kept, readerVersion: 0 })
      context.state.crash ??= error
      return 0
    }
  })
}

/** Writes a row for each unit an answer yields. Inside the caller's transaction; also used to read a stored answer again. */
export function acceptAnswer(
  context: RunContext,
  work: PaidStageWork,
  answer: { readonly ledgerId: number | null; readonly model: string; readonly text: string; readonly finish: string },
  units: readonly PlannedUnit[],
): number {
  const { store, job } = context
  const now = context.now()
  const isWhole = answer.finish === 'stop'
  const outcomes = new Map<string, UnitOutcome>()
  const labels = units.map((unit) => unit.label)
  const found = isWhole ? work.read(answer.text, labels) : new Map<string, string>()
  for (const unit of units) {
    const output = found.get(unit.label)
    outcomes.set(unit.unitKey, output !== undefined ? 'accepted' : outcomeOf(answer.finish, answer.text))
    if (output === undefined) continue
    const { ledgerId, model } = answer
    if (unit.kind === 'file') {
      const promptVersion = job.settings.promptVersions['file-summaries'] ?? ''
      const contentHash = unit.contentHash ?? ''
      const settings = keySettings(job.settings)
      acceptFileSummary(
        store,
        job.id,
        { contentHash, promptVersion, settings, model, unitKey: unit.unitKey, output, ledgerId },
        now,
      )
    } else {
      acceptUnit(store, job.id, { stage: unit.stage, unitKey: unit.unitKey, output, model, ledgerId }, now)
    }
  }
  if (answer.ledgerId !== null) markOutcomes(store, answer.ledgerId, work.stage, outcomes)
  return found.size
}

function outcomeOf(finish: string, text: string): UnitOutcome {
  if (finish === 'refused') return 'refused'
  // An empty answer is reasoning that ate the budget as a rule: more room helps.
  return finish === 'length' || text.trim() === '' ? 'cut-off' : 'unusable'
}

function reservedFor(context: RunContext, ledgerId: number): number {
  const row = context.store.sql('SELECT reserved_micro_usd AS reserved FROM ledger WHERE id = ?').get(ledgerId)
  return (row as { reserved: number }).reserved
}
