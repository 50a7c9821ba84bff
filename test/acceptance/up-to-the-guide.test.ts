// The main job with a model: approval, the guide, what it cost, and what is not bought a second time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn } from './cli.ts'
import { fixtureFiles } from './fixture.ts'
import type { Stats } from './model-server.ts'
import { boughtBetween, headingsOf, openWorkplace, runApproved } from './workplace.ts'

/** Micro-dollars per token of gpt-6-luna: input, cached input, output. */
const PRICE = { input: 0.1, cached: 0.01, output: 0.5 }

const costOf = (input: number, cached: number, output: number): number =>
  (input - cached) * PRICE.input + cached * PRICE.cached + output * PRICE.output

const billOf = (stats: Stats) => stats.by_model['gpt-6-luna'] as Stats['by_model'][string]

test('without approval nothing is sent: exit 4, and the estimate says what it would cost', async () => {
  const place = await openWorkplace()
  const { code, result } = await place.nehemvix('run', '--model', 'gpt-6-luna')
  expect([code, result.status, await place.calls()]).toEqual([4, 'awaiting_approval', 0])
  expect(result.calls).toEqual({ succeeded: 0, failed: 0, unknown: 0, undecided: 0, in_flight: 0, unusable: 0 })
  expect([result.spent_usd, result.cap_usd, result.paused, result.guide]).toEqual([0, null, null, []])
  const { low_usd = 0, high_usd = 0, connections = [] } = result.estimate ?? {}
  expect(0 < low_usd && low_usd < high_usd).toBe(true)
  expect(connections).toMatchObject([{ model: 'gpt-6-luna', low_usd, high_usd, provider: 'openai' }])
  expect(connections[0]?.audiences.map((one) => one.name)).toEqual(['shared', 'beginner', 'senior', 'architect'])
  // Asked again, the same content has the same estimate.
  const again = await place.nehemvix('run', '--model', 'gpt-6-luna')
  expect([again.code, again.result.job, again.result.estimate?.id]).toEqual([4, result.job, result.estimate?.id])
  const estimate = await place.nehemvix('estimate', '--model', 'gpt-6-luna')
  expect([estimate.code, estimate.result.status, await place.calls()]).toEqual([0, 'awaiting_approval', 0])
})

test('approve writes 26 sections, at most 4 calls at once, and the ledger holds what was billed', async () => {
  const place = await openWorkplace({ script: { latency_ms: 120 } })
  const asked = await place.nehemvix('run', '--model', 'gpt-6-luna')
  const { code, result } = await place.nehemvix('approve')
  expect([code, result.status, result.job]).toEqual([0, 'completed', asked.result.job])
  const guide = filesIn(join(place.repository.root, 'docs/guide'))
  expect(Object.keys(guide)).toEqual(['README.md', 'architect.md', 'beginner.md', 'senior.md'])
  expect(result.guide).toEqual(['README.md', 'beginner.md', 'senior.md', 'architect.md'].map((name) => `docs/guide/${name}`))
  const headings = ['beginner.md', 'senior.md', 'architect.md'].map((name) => headingsOf(guide[name] ?? '').length)
  expect(headings).toEqual([7, 9, 10])
  expect(Object.values(guide).some((text) => text.includes('> **Not written yet**'))).toBe(false)
  expect(result.grounding).toMatchObject({ score: 100, sections_written: 26, sections_planned: 26 })

  const stats = await place.models.stats()
  expect(stats.peak_in_flight).toBe(4)
  expect(result.calls).toEqual({ succeeded: stats.calls, failed: 0, unknown: 0, undecided: 0, in_flight: 0, unusable: 0 })
  const { low_usd = 0, high_usd = 0, calls_low = 0, calls_high = 0 } = asked.result.estimate ?? {}
  expect(calls_low <= stats.calls && stats.calls <= calls_high).toBe(true)
  expect(Object.values(stats.units).every((unit) => unit.billed === 1 && unit.delivered === 1)).toBe(true)
  expect([result.units?.done, result.units?.total]).toEqual([Object.keys(stats.units).length, Object.keys(stats.units).length])

  const rows = place.rows<{
    status: string
    input_tokens: number
    cached_input_tokens: number
    output_tokens: number
    cost_usd: number
  }>('SELECT * FROM ledger')
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const bill = billOf(stats)
  expect(rows.every((row) => row.status === 'SUCCEEDED')).toBe(true)
  expect({
    calls: rows.length,
    input_tokens: sum((row) => row.input_tokens),
    cached_tokens: sum((row) => row.cached_input_tokens),
    output_tokens: sum((row) => row.output_tokens),
  }).toEqual({
    calls: bill.billed,
    input_tokens: bill.input_tokens,
    cached_tokens: bill.cached_tokens,
    output_tokens: bill.output_tokens,
  })
  for (const row of rows) {
    const cost = costOf(row.input_tokens, row.cached_input_tokens, row.output_tokens)
    expect(Math.round(row.cost_usd * 1e6)).toBe(Math.ceil(Number(cost.toFixed(4))))
  }
  const booked = Math.round(sum((row) => row.cost_usd) * 1e6)
  const billed = costOf(bill.input_tokens, bill.cached_tokens, bill.output_tokens)
  expect(booked - billed).toBeGreaterThanOrEqual(-0.001)
  expect(booked - billed).toBeLessThan(rows.length)
  expect(Math.round((result.spent_usd ?? 0) * 1e6)).toBe(booked)
  expect(low_usd <= booked / 1e6 && booked / 1e6 <= high_usd).toBe(true)
  expect([result.cap_usd, result.reserved_usd, result.unknown_usd]).toEqual([high_usd, 0, 0])
})

test('the same again costs no call and leaves the same bytes', async () => {
  const place = await openWorkplace()
  const first = await runApproved(place)
  expect(first.code).toBe(0)
  const folder = join(place.repository.root, 'docs/guide')
  const guide = filesIn(folder)
  const calls = await place.calls()
  const again = await place.nehemvix('run', '--model', 'gpt-6-luna')
  expect([again.code, again.result.status, await place.calls()]).toEqual([0, 'completed', calls])
  expect([again.result.spent_usd, again.result.provenance]).toEqual([0, 'gpt-6-luna'])
  expect(filesIn(folder)).toEqual(guide)
})

test('rerun is run 2 on a thread of its own, and costs no call', async () => {
  const place = await openWorkplace()
  const { result } = await runApproved(place)
  const folder = join(place.repository.root, 'docs/guide')
  const guide = filesIn(folder)
  const calls = await place.calls()
  const rerun = await place.nehemvix('rerun')
  expect([rerun.code, rerun.result.status, rerun.result.run, rerun.result.job]).toEqual([0, 'completed', 2, result.job])
  expect(await place.calls()).toBe(calls)
  const threads = place.rows<{ thread_id: string }>('SELECT DISTINCT thread_id FROM checkpoints ORDER BY thread_id')
  expect(threads.map((row) => row.thread_id)).toEqual([result.job, `${result.job}:run2`])
  expect(filesIn(folder)).toEqual(guide)
})

test('another audience buys only its own sections', async () => {
  const place = await openWorkplace()
  const first = await runApproved(place, '--audience', 'beginner')
  expect([first.code, first.result.grounding?.sections_planned]).toEqual([0, 7])
  const before = await place.models.stats()
  const second = await runApproved(place, '--audience', 'architect')
  expect([second.code, second.result.status]).toEqual([0, 'completed'])
  expect(second.result.job).not.toBe(first.result.job)
  const bought = boughtBetween(before, await place.models.stats())
  expect(bought.length).toBe(10)
  expect(bought.every((unit) => unit.startsWith('section:architect/'))).toBe(true)
})

test('a commit with one changed file buys that file, its folders, the overview and the sections that show it', async () => {
  const place = await openWorkplace()
  expect((await runApproved(place)).code).toBe(0)
  const before = await place.models.stats()
  const path = 'src/parcel/store/lock.py'
  place.repository.commit({ [path]: (fixtureFiles()[path] ?? '').replace('Makes a', 'Builds a') })
  const { code, result } = await runApproved(place)
  expect([code, result.status]).toEqual([0, 'completed'])
  const sections = place.rows<{ label: string; evidence: string }>(
    `SELECT label, evidence FROM planned_units WHERE stage = 'sections' AND job_id = ?`,
    result.job,
  )
  const showing = sections.filter((section) => (JSON.parse(section.evidence) as string[]).includes(path))
  expect(showing.length).toBeGreaterThan(0)
  expect(showing.length).toBeLessThan(26)
  const wanted = [
    `file:${path}`,
    // `src` holds nothing but `src/parcel`: it has no summary of its own.
    ...['src/parcel/store', 'src/parcel', '.'].map((folder) => `folder:${folder}`),
    'system:.',
    ...showing.map((section) => `section:${section.label}`),
  ]
  const after = await place.models.stats()
  expect(boughtBetween(before, after)).toEqual(wanted.sort())
  const paid = place.rows<{ n: number }>('SELECT count(*) AS n FROM ledger WHERE job_id = ?', result.job)[0]?.n
  expect(paid).toBe(after.calls - before.calls)
  expect(result.units?.done).toBe(result.units?.total)
})

test('the guide names the commit and the model, and no date, job or cost', async () => {
  const place = await openWorkplace()
  const { result } = await runApproved(place)
  const text = Object.values(filesIn(join(place.repository.root, 'docs/guide'))).join('\n')
  const index = readFileSync(join(place.repository.root, 'docs/guide/README.md'), 'utf8')
  expect(index).toContain(place.repository.git('rev-parse', 'HEAD').slice(0, 7))
  expect(index).toContain('gpt-6-luna')
  expect(text).not.toContain(result.job)
  expect(text).not.toMatch(/\b20\d\d-\d\d-\d\d\b|\$\d/)
})
