// What must hold of the state file and the stand-in's bill, whenever one looks.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Asked } from './billing-answers.ts'
import type { BillLine } from './billing-server.ts'

interface Row {
  readonly id: number
  readonly jobId: string
  readonly status: 'IN_FLIGHT' | 'SUCCEEDED' | 'FAILED' | 'OUTCOME_UNKNOWN'
  readonly model: string
  readonly reserved: number
  readonly cost: number | null
  readonly input: number | null
  readonly output: number | null
  readonly requestId: string | null
  readonly units: string
}

const stateFile = (root: string): string => join(root, '.nehemvix', 'nehemvix.db')

/** Units of a call by the names the stand-in uses, sorted and joined. */
const UNITS = `(SELECT group_concat(name, ' | ') FROM (
  SELECT DISTINCT p.kind || ':' || p.label AS name FROM call_units c
  JOIN planned_units p ON p.stage = c.stage AND p.unit_key = c.unit_key AND p.job_id = l.job_id
  WHERE c.ledger_id = l.id ORDER BY name))`

const LEDGER = `SELECT l.id, l.job_id AS jobId, l.status, l.model, l.reserved_micro_usd AS reserved, l.cost_micro_usd AS cost,
  l.input_tokens AS input, l.output_tokens AS output, l.request_id AS requestId, coalesce(${UNITS}, '') AS units FROM ledger l`

const OVER_CAP = `SELECT j.id, j.cap_micro_usd AS cap, sum(CASE l.status WHEN 'SUCCEEDED' THEN l.cost_micro_usd WHEN 'FAILED' THEN 0
  ELSE l.reserved_micro_usd END) AS held FROM jobs j JOIN ledger l ON l.job_id = j.id GROUP BY j.id HAVING held > cap`

/** An accepted row, or an outcome nobody has decided on, for a unit of a call that is just being sent. */
const BOUGHT = `SELECT p.kind || ':' || p.label AS unit FROM ledger l JOIN call_units c ON c.ledger_id = l.id
  JOIN planned_units p ON p.stage = c.stage AND p.unit_key = c.unit_key AND p.job_id = l.job_id
  WHERE l.status = 'IN_FLIGHT' AND (
    EXISTS (SELECT 1 FROM job_units j WHERE j.job_id = l.job_id AND j.stage = c.stage AND j.unit_key = c.unit_key)
    OR EXISTS (SELECT 1 FROM file_summaries f WHERE f.unit_key = c.unit_key)
    OR EXISTS (SELECT 1 FROM call_units o JOIN ledger u ON u.id = o.ledger_id
      WHERE o.stage = c.stage AND o.unit_key = c.unit_key AND u.id <> l.id
        AND (u.status = 'IN_FLIGHT' OR (u.status = 'OUTCOME_UNKNOWN' AND u.decided_at IS NULL))))`

export interface Audit {
  /** While a request is held at the stand-in: it stands in the books, fits under the cap and buys nothing twice. */
  atRequest(asked: Asked): string[]
  /** While no process works on the state: books and bill say the same. */
  atRest(bill: readonly BillLine[]): string[]
  close(): void
}

/** Each method returns what does not hold, in words. */
export function openAudit(root: string): Audit {
  let db: Database.Database | null = null
  const open = (): Database.Database | null => {
    if (db === null && existsSync(stateFile(root))) db = new Database(stateFile(root), { readonly: true, timeout: 5_000 })
    return db
  }
  const overCap = (books: Database.Database): string[] =>
    (books.prepare(OVER_CAP).all() as { id: string; cap: number; held: number }[]).map(
      ({ id, cap, held }) => `job ${id} holds ${held} micro-dollars, above its cap of ${cap}`,
    )
  return {
    atRequest(asked) {
      const books = open()
      if (books === null) return ['a request came, and there is no state file']
      const inFlight = books.prepare(`${LEDGER} WHERE l.status = 'IN_FLIGHT'`).all() as Row[]
      const wanted = nameOf(asked.units)
      const isBooked = inFlight.some((row) => row.model === asked.model && row.units === wanted)
      const bought = (books.prepare(BOUGHT).all() as { unit: string }[]).map(
        ({ unit }) => `${unit} is sent although it was bought`,
      )
      return [
        ...(isBooked ? [] : [`a request for ${wanted} by ${asked.model} does not stand in the books`]),
        ...bought,
        ...overCap(books),
      ]
    },
    atRest(bill) {
      const books = open()
      if (books === null) return bill.length === 0 ? [] : ['there is a bill, and no state file']
      const rows = books.prepare(LEDGER).all() as Row[]
      return [...overCap(books), ...compare(rows, bill)]
    },
    close: () => db?.close(),
  }
}

const nameOf = (units: readonly string[]): string => [...new Set(units)].sort().join(' | ')

/** Settled rows equal their line of the bill; what was billed beyond them is covered by rows of unknown outcome. */
function compare(rows: readonly Row[], bill: readonly BillLine[]): string[] {
  const wrong: string[] = []
  const lines = new Map(bill.map((line) => [line.requestId, line]))
  const settled = new Set<string>()
  for (const row of rows) {
    const line = row.requestId === null ? undefined : lines.get(row.requestId)
    if (row.status === 'SUCCEEDED') {
      if (!line?.isAnswered) wrong.push(`ledger ${row.id} succeeded without an answer (${row.requestId})`)
      else if (settled.has(line.requestId)) wrong.push(`ledger ${row.id} settles ${line.requestId} a second time`)
      else wrong.push(...differences(row, line))
      settled.add(row.requestId ?? '')
    }
    if (row.status === 'FAILED' && line?.isBilled) wrong.push(`ledger ${row.id} failed, and was billed ${line.costMicroUsd}`)
  }
  const open = rows.filter((row) => row.status === 'OUTCOME_UNKNOWN' || row.status === 'IN_FLIGHT')
  for (const line of bill.filter(({ isBilled, requestId }) => isBilled && !settled.has(requestId))) {
    const fits = (row: Row) =>
      row.model === line.model &&
      row.units === nameOf(line.units) &&
      row.reserved >= line.costMicroUsd &&
      (row.requestId === null || row.requestId === line.requestId)
    const at = open.findIndex(fits)
    if (at < 0)
      wrong.push(`${line.requestId} was billed (${JSON.stringify(line.fate).slice(0, 120)}), and no unknown outcome covers it`)
    else open.splice(at, 1)
  }
  if (rows.length < bill.length) wrong.push(`${bill.length} requests, and ${rows.length} rows`)
  return wrong
}

function differences(row: Row, line: BillLine): string[] {
  const ours = [row.model, row.units, row.input, row.output, row.cost]
  const theirs = [line.model, nameOf(line.units), line.inputTokens, line.outputTokens, line.costMicroUsd]
  return JSON.stringify(ours) === JSON.stringify(theirs)
    ? []
    : [`ledger ${row.id} says ${JSON.stringify(ours)}, the bill ${JSON.stringify(theirs)}`]
}
