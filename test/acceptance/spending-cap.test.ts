import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Ended } from './cli.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

const HELD = `SELECT coalesce(sum(CASE status WHEN 'SUCCEEDED' THEN cost_usd WHEN 'FAILED' THEN 0 ELSE reserved_usd END), 0) AS usd FROM ledger`

/** Reads what is spent, reserved and of unknown outcome, again and again while a command runs. Micro-dollars. */
async function watchHeld(place: Workplace, ended: Promise<Ended>): Promise<{ seen: number[]; ended: Ended }> {
  const file = join(place.repository.root, '.nehemvix/nehemvix.db')
  const seen: number[] = []
  let last: Ended | null = null
  void ended.then((end) => {
    last = end
  })
  let state: Database.Database | null = null
  while (last === null) {
    await new Promise((done) => setTimeout(done, 3))
    if (state === null && existsSync(file)) state = new Database(file, { readonly: true })
    if (state) seen.push(Math.round((state.prepare(HELD).get() as { usd: number }).usd * 1e6))
  }
  state?.close()
  return { seen, ended: last as Ended }
}

test('a cap of a third of the estimate pauses the job and is never exceeded; more of it completes the job', async () => {
  const place = await openWorkplace({ script: { latency_ms: 60 } })
  const asked = await place.nehemvix('run', '--model', 'gpt-6-luna')
  const highUsd = asked.result.estimate?.high_usd ?? 0
  const capUsd = Math.floor((highUsd * 1e6) / 3) / 1e6
  const first = await watchHeld(place, place.start('approve', '--cap', String(capUsd)).ended)
  expect([first.ended.code, first.ended.result.status, first.ended.result.cap_usd]).toEqual([3, 'paused_cap', capUsd])
  expect(first.seen.length).toBeGreaterThan(50)
  expect(Math.max(...first.seen)).toBeLessThanOrEqual(Math.round(capUsd * 1e6))
  // It was worth watching: reservations came near the cap.
  expect(Math.max(...first.seen)).toBeGreaterThan((capUsd * 1e6) / 2)
  const { units, calls, paused } = first.ended.result
  expect((units?.done ?? 0) > 0 && (units?.done ?? 0) < (units?.total ?? 0)).toBe(true)
  expect([calls?.in_flight, calls?.unknown, first.ended.result.reserved_usd]).toEqual([0, 0, 0])
  expect(paused?.next).toMatch(/^nehemvix approve .*--cap [\d.]+/)

  const sent = await place.calls()
  const stuck = await place.nehemvix('resume')
  expect([stuck.code, stuck.result.status, await place.calls()]).toEqual([3, 'paused_cap', sent])

  const second = await watchHeld(place, place.start('approve', '--cap', String(highUsd)).ended)
  expect([second.ended.code, second.ended.result.status, second.ended.result.cap_usd]).toEqual([0, 'completed', highUsd])
  expect(Math.max(...second.seen)).toBeLessThanOrEqual(Math.round(highUsd * 1e6))
  const stats = await place.models.stats()
  expect(Object.entries(stats.units).filter(([, unit]) => unit.billed !== 1)).toEqual([])
  expect(second.ended.result.calls?.succeeded).toBe(stats.calls)
})

test('a call of unknown outcome keeps its reservation against the cap', async () => {
  const place = await openWorkplace({ script: { rules: [{ nth: 1, do: { drop: true } }] } })
  const asked = await place.nehemvix('run', '--model', 'gpt-6-luna')
  const { result } = await place.nehemvix('approve')
  expect(result.status).toBe('paused_outcome')
  const [row] = place.rows<{ usd: number }>(`SELECT sum(reserved_usd) AS usd FROM ledger WHERE status = 'OUTCOME_UNKNOWN'`)
  expect(result.unknown_usd).toBe(row?.usd)
  expect(result.unknown_usd).toBeGreaterThan(0)
  // What is left over for the rest is the cap without the unknown call: just below that sum nothing more is sent.
  const calls = await place.calls()
  const less = await place.nehemvix('resume', '--cap', String(result.unknown_usd))
  expect([less.code, less.result.status, await place.calls()]).toEqual([3, 'paused_cap', calls])
  expect(asked.result.estimate?.high_usd).toBeGreaterThan(result.unknown_usd ?? 0)
})

test('the approval a command gives itself stays below its threshold, and consents to nobody', async () => {
  const place = await openWorkplace()
  const asked = await place.nehemvix('run', '--model', 'gpt-6-luna')
  const high = asked.result.estimate?.high_usd ?? 0
  const atTheLimit = await place.nehemvix('run', '--model', 'gpt-6-luna', '--approve-under', String(high))
  expect([atTheLimit.code, await place.calls()]).toEqual([4, 0])
  const stranger = await place.nehemvix('run', '--model', 'gpt-6-luna', '--approve-under', String(high * 2))
  expect([stranger.code, stranger.result.status, await place.calls()]).toEqual([5, 'consent_required', 0])
  const agreed = await place.nehemvix('run', '--model', 'gpt-6-luna', '--approve-under', String(high * 2), '--consent', 'openai')
  expect([agreed.code, agreed.result.status, agreed.result.cap_usd]).toEqual([0, 'completed', high])
})
