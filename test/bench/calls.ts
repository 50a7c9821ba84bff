// A whole run whose calls take time, against the ideal of its own plan: what the product adds to waiting for the provider.

import { join } from 'node:path'
import { CLI, environmentFor, remove, start } from '../acceptance/cli.ts'
import { startModelServer } from '../acceptance/model-server.ts'
import { rowsOf } from '../acceptance/workplace.ts'
import { makeRepository } from '../repository/make-repository.ts'

/** As in the published case; `BENCH_LATENCY_MS=400` for who has no two minutes. */
const LATENCY_MS = Number(process.env.BENCH_LATENCY_MS || 2_000)
const AT_ONCE = 4

export interface CallsRow {
  readonly calls: number
  readonly latencyMs: number
  readonly oursMs: number
  /** Sum over rounds of calls that may run side by side of ceil(calls / 4) times the latency. */
  readonly idealMs: number
}

/** About 38 calls: a window of 8,000 cuts a small repository into as many. */
export async function timeCalls(): Promise<CallsRow> {
  const server = await startModelServer({ latency_ms: LATENCY_MS })
  const repository = makeRepository()
  const env = environmentFor(server.url)
  try {
    const moduleText = (n: number) =>
      Array.from(
        { length: 26 },
        (_, m) => `def move_${n}_${m}(parcel):\n    """Moves a parcel to depot ${m}."""\n    return parcel + ${m}\n`,
      ).join('\n')
    for (let n = 0; n < 72; n++) repository.write(`src/part${n % 3}/module${n}.py`, `"""Module ${n}."""\n\n${moduleText(n)}`)
    repository.commit({ 'README.md': '# Parcels\n\nMoves parcels from depot to depot.\n' })
    const began = performance.now()
    const args = ['run', '--model', 'gpt-6-luna', '--window', '8000', '--concurrency', String(AT_ONCE), '--yes']
    const { code, result, stderr } = await start(args, { cwd: repository.root, env, command: [process.execPath, CLI] }).ended
    const oursMs = performance.now() - began
    if (code !== 0) throw new Error(`the run ended with ${code} (${result.status}): ${stderr}`)
    const rounds = roundsOf(join(repository.root, '.nehemvix', 'nehemvix.db'))
    const idealMs = rounds.reduce((sum, calls) => sum + Math.ceil(calls / AT_ONCE) * LATENCY_MS, 0)
    return { calls: rounds.reduce((sum, calls) => sum + calls, 0), latencyMs: LATENCY_MS, oursMs, idealMs }
  } finally {
    await server.stop()
    repository.remove()
    remove(env.HOME ?? '')
  }
}

/** Calls of each round of the plan, from the books: folders wait for the folders in them, all else only for its stage. */
function roundsOf(file: string): number[] {
  const rows = rowsOf<{ round: string; calls: number }>(
    file,
    `SELECT l.stage || ' ' || CASE l.stage WHEN 'folder-summaries' THEN max(length(p.label) - length(replace(p.label, '/', '')) + (p.label <> '.')) ELSE '' END AS round,
       l.id FROM ledger l JOIN call_units c ON c.ledger_id = l.id JOIN planned_units p USING (stage, unit_key) GROUP BY l.id`,
  )
  return [...Map.groupBy(rows, (row) => row.round).values()].map((calls) => calls.length)
}
