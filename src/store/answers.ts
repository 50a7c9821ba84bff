// What was billed, as it came: raw answers, and what became of each unit they were asked for.
import type { PaidStage } from '../vocabulary.ts'
import type { Store } from './open.ts'

/** What a billed answer brought for one unit. */
export type UnitOutcome = 'accepted' | 'unusable' | 'refused' | 'cut-off'

export interface StoredAnswer {
  readonly ledgerId: number
  readonly stage: PaidStage
  readonly model: string
  readonly text: string
  readonly finish: string
}

/** Inside the transaction that settles the call. */
export function keepAnswer(
  store: Store,
  ledgerId: number,
  answer: { raw: string; text: string; finish: string; readerVersion: number },
): void {
  store
    .sql('INSERT INTO answers (ledger_id, raw, text, finish, reader_version) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
    .run(ledgerId, answer.raw, answer.text, answer.finish, answer.readerVersion)
}

/** Inside the transaction that settles the call, or reads its answer again. */
export function markOutcomes(store: Store, ledgerId: number, stage: PaidStage, outcomes: ReadonlyMap<string, UnitOutcome>): void {
  const mark = store.sql('UPDATE call_units SET outcome = ? WHERE ledger_id = ? AND stage = ? AND unit_key = ?')
  for (const [unitKey, outcome] of outcomes) mark.run(outcome, ledgerId, stage, unitKey)
  const isUnusable = ![...outcomes.values()].includes('accepted')
  store.sql(`UPDATE ledger SET unusable = ? WHERE id = ? AND status = 'SUCCEEDED'`).run(isUnusable ? 1 : 0, ledgerId)
}

/** Answers of a stage that an older reader could not use in full: to be read again before anything is bought again. */
export function answersToReadAgain(store: Store, jobId: string, stage: PaidStage, readerVersion: number): StoredAnswer[] {
  return store
    .sql(
      `SELECT a.ledger_id AS ledgerId, l.stage, l.model, a.text, a.finish FROM answers a JOIN ledger l ON l.id = a.ledger_id
       WHERE a.reader_version < @readerVersion AND l.stage = @stage AND EXISTS (
         SELECT 1 FROM call_units c JOIN planned_units p ON p.stage = c.stage AND p.unit_key = c.unit_key
         WHERE c.ledger_id = a.ledger_id AND p.job_id = @jobId AND c.outcome IS NOT 'accepted')
       ORDER BY a.ledger_id`,
    )
    .all({ jobId, stage, readerVersion }) as StoredAnswer[]
}

export function markRead(store: Store, ledgerId: number, readerVersion: number): void {
  store.sql('UPDATE answers SET reader_version = ? WHERE ledger_id = ?').run(readerVersion, ledgerId)
}

export function unitsOfCall(store: Store, ledgerId: number): string[] {
  const rows = store.sql('SELECT unit_key FROM call_units WHERE ledger_id = ? ORDER BY rowid').all(ledgerId)
  return (rows as { unit_key: string }[]).map((row) => row.unit_key)
}

export interface Attempts {
  /** Billed and unusable, of this unit by this model, over all runs and jobs. */
  readonly unusable: number
  /** Refused when it was the only unit of its call, so that nothing else can have been the reason. */
  readonly refusedAlone: number
  readonly cutOff: number
}

export function attemptsOf(
  store: Store,
  stage: PaidStage,
  unitKey: string,
  connection: { provider: string; model: string },
): Attempts {
  return store
    .sql(
      `SELECT count(*) AS unusable, coalesce(sum(c.outcome = 'refused'
           AND (SELECT count(*) FROM call_units o WHERE o.ledger_id = c.ledger_id) = 1), 0) AS refusedAlone, coalesce(sum(c.outcome = 'cut-off'), 0) AS cutOff
       FROM call_units c JOIN ledger l ON l.id = c.ledger_id
       WHERE c.stage = ? AND c.unit_key = ? AND c.outcome IN ('unusable', 'refused', 'cut-off') AND l.provider = ? AND l.model = ?`,
    )
    .get(stage, unitKey, connection.provider, connection.model) as Attempts
}
