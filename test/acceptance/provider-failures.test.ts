// What goes wrong at a provider: what is tried again, what pauses the job, and what is never sent twice.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openWorkplace, requestsIn, runApproved, type Workplace } from './workplace.ts'

interface LedgerRow {
  readonly id: number
  readonly status: string
  readonly started_at: string
  readonly settled_at: string
  readonly cost_usd: number | null
}

const ledgerOf = (place: Workplace) => place.rows<LedgerRow>('SELECT * FROM ledger ORDER BY id')

async function boughtTwice(place: Workplace): Promise<string[]> {
  const { units } = await place.models.stats()
  return Object.entries(units).flatMap(([name, unit]) => (unit.billed === 1 ? [] : [name]))
}

/** A port of this machine where nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('503 twice and then well: completes, and the refused calls cost nothing', async () => {
  const overloaded = { status: 503, body: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } } }
  const place = await openWorkplace({
    script: {
      rules: [
        { nth: 1, do: overloaded },
        { nth: 1, do: overloaded },
      ],
    },
  })
  const { code, result } = await runApproved(place)
  expect([code, result.status]).toEqual([0, 'completed'])
  expect(result.calls).toMatchObject({ failed: 2, unknown: 0, in_flight: 0 })
  expect(
    ledgerOf(place)
      .filter((row) => row.status === 'FAILED')
      .map((row) => row.cost_usd),
  ).toEqual([null, null])
  expect(await boughtTwice(place)).toEqual([])
})

test('a per-minute limit that asks for 2 s: nothing is sent in that time, then it completes', async () => {
  const limit = {
    status: 429,
    headers: { 'retry-after': '2' },
    body: {
      error: {
        message: 'Rate limit reached for requests per min (RPM): Limit 3.',
        type: 'requests',
        code: 'rate_limit_exceeded',
      },
    },
  }
  const place = await openWorkplace({ script: { latency_ms: 50, rules: [{ nth: 7, do: limit }] } })
  const { code, result } = await runApproved(place)
  expect([code, result.status, result.calls?.failed]).toEqual([0, 'completed', 1])
  const rows = ledgerOf(place)
  const refused = Date.parse(rows.find((row) => row.status === 'FAILED')?.settled_at ?? '')
  const later = rows.map((row) => Date.parse(row.started_at)).filter((at) => at > refused)
  expect(later.length).toBeGreaterThan(0)
  expect(Math.min(...later) - refused).toBeGreaterThanOrEqual(2_000)
  expect(Math.min(...later) - refused).toBeLessThan(10_000)
  expect(await boughtTwice(place)).toEqual([])
})

test('401: paused_key after at most 4 calls; with the key in order again resume completes', async () => {
  const refused = {
    status: 401,
    body: { error: { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' } },
  }
  const place = await openWorkplace({ script: { latency_ms: 60, rules: [{ from: 6, do: refused }] } })
  const { code, result } = await runApproved(place)
  expect([code, result.status, result.paused?.provider]).toEqual([3, 'paused_key', 'openai'])
  expect(result.paused?.next).toMatch(/^nehemvix /)
  expect(result.calls?.failed).toBeGreaterThan(0)
  expect(result.calls?.failed).toBeLessThanOrEqual(4)
  expect([result.calls?.unknown, result.reserved_usd]).toEqual([0, 0])
  await place.models.script({})
  const resumed = await place.nehemvix('resume')
  expect([resumed.code, resumed.result.status]).toEqual([0, 'completed'])
  expect(await boughtTwice(place)).toEqual([])
})

test('401 to everything: at most 4 calls, and nothing is spent', async () => {
  const place = await openWorkplace({
    script: { rules: [{ do: { status: 401, body: { error: { message: 'Incorrect API key provided.' } } } }] },
  })
  const { code, result } = await runApproved(place)
  expect([code, result.status, result.spent_usd]).toEqual([3, 'paused_key', 0])
  expect(await place.calls()).toBeLessThanOrEqual(4)
})

test('400 to everything: paused_request after at most 8 calls, and nothing is spent', async () => {
  const refused = {
    status: 400,
    body: { error: { message: 'Invalid value.', type: 'invalid_request_error', param: null, code: null } },
  }
  const place = await openWorkplace({ script: { rules: [{ do: refused }] } })
  const { code, result } = await runApproved(place)
  expect([code, result.status, result.spent_usd, result.unknown_usd]).toEqual([3, 'paused_request', 0, 0])
  expect(await place.calls()).toBeLessThanOrEqual(8)
})

test.each([
  ['before the answer', { drop: true }],
  ['in the middle of the answer', { drop_mid_answer: true }],
])('a connection that breaks %s: its units wait for a person, the rest goes on', async (_, action) => {
  const place = await openWorkplace({ script: { latency_ms: 30, rules: [{ prompt: '<section id="', nth: 2, do: action }] } })
  const { code, result } = await runApproved(place)
  expect([code, result.status, result.paused?.kind]).toEqual([3, 'paused_outcome', 'paused_outcome'])
  const [lost] = place.rows<{ id: number; reserved_usd: number }>(
    `SELECT id, reserved_usd FROM ledger WHERE status = 'OUTCOME_UNKNOWN'`,
  )
  const carried = place.rows<{ label: string }>(
    'SELECT p.label FROM call_units c JOIN planned_units p USING (stage, unit_key) WHERE c.ledger_id = ?',
    lost?.id,
  )
  expect(carried.length).toBeGreaterThan(0)
  expect(result.calls).toMatchObject({ unknown: 1, undecided: 1, failed: 0, in_flight: 0 })
  expect(result.unknown_usd).toBe(lost?.reserved_usd)
  // All but its units are done; none of them was sent twice.
  expect(result.units?.done).toBe((result.units?.total ?? 0) - carried.length)
  expect(await boughtTwice(place)).toEqual([])

  const calls = await place.calls()
  const again = await place.nehemvix('run', '--model', 'gpt-6-luna')
  expect([again.code, again.result.status, again.result.job, await place.calls()]).toEqual([
    3,
    'paused_outcome',
    result.job,
    calls,
  ])
  const approved = await place.nehemvix('approve', '--cap', '5')
  expect([approved.code, approved.result.status, await place.calls()]).toEqual([3, 'paused_outcome', calls])

  const resumed = await place.nehemvix('resume')
  expect([resumed.code, resumed.result.status]).toEqual([0, 'completed'])
  expect(resumed.result.calls).toMatchObject({ unknown: 1, undecided: 0 })
  expect(resumed.result.unknown_usd).toBe(lost?.reserved_usd)
  expect((await boughtTwice(place)).sort()).toEqual(carried.map(({ label }) => `section:${label}`).sort())
})

test('a process that was killed: the first resume tells, the second sends', async () => {
  const place = await openWorkplace({ script: { latency_ms: 400 } })
  const running = place.start('run', '--model', 'gpt-6-luna', '--yes')
  while ((await place.calls()) < 7) await new Promise((done) => setTimeout(done, 10))
  running.child.kill('SIGKILL')
  await running.ended
  const calls = await place.calls()
  const inFlight = place.rows<{ n: number }>(`SELECT count(*) AS n FROM ledger WHERE status = 'IN_FLIGHT'`)[0]?.n
  expect(inFlight).toBeGreaterThan(0)
  const told = await place.nehemvix('resume')
  expect([told.code, told.result.status, await place.calls()]).toEqual([3, 'paused_outcome', calls])
  expect(told.result.calls).toMatchObject({ unknown: inFlight, undecided: inFlight, in_flight: 0 })
  const done = await place.nehemvix('resume')
  expect([done.code, done.result.status, done.result.calls?.undecided]).toEqual([0, 'completed', 0])
})

test.each(['response_format', 'max_completion_tokens', 'stream_options', 'stream'])(
  'a server that does not take %s: the request is adapted, and the job completes',
  async (parameter) => {
    const place = await openWorkplace({ script: { rules: [{ do: { reject: [parameter] } }] } })
    const { code, result } = await runApproved(place)
    expect([code, result.status, result.grounding?.sections_written]).toEqual([0, 'completed', 26])
    expect(result.calls?.failed).toBeGreaterThan(0)
    expect(result.calls?.failed).toBeLessThanOrEqual(4)
    expect(await boughtTwice(place)).toEqual([])
    // Every request that was answered still sets its output limit.
    const requests = requestsIn(place.models.bodies()) as unknown as Record<string, unknown>[]
    expect(requests.filter((request) => !('max_tokens' in request || 'max_completion_tokens' in request))).toEqual([])
  },
)

test('an address where nobody listens: tried again with pauses, nothing of unknown outcome, Ctrl-C ends it', async () => {
  const place = await openWorkplace()
  place.env.OPENAI_BASE_URL = `http://127.0.0.1:${await closedPort()}/v1`
  const running = place.start('run', '--model', 'gpt-6-luna', '--yes')
  let rows = 0
  while (rows < 2) {
    await new Promise((done) => setTimeout(done, 100))
    rows = place.hasStateFile()
      ? (place.rows<{ n: number }>(`SELECT count(*) AS n FROM ledger WHERE status = 'FAILED'`)[0]?.n ?? 0)
      : 0
  }
  running.child.kill('SIGINT')
  const { code, result } = await running.ended
  expect([code, result.status, result.spent_usd, result.unknown_usd]).toEqual([130, 'interrupted', 0, 0])
  expect(result.calls?.unknown).toBe(0)
})

test('a context that is too long for the provider: the batch is split, and never sent again as it was', async () => {
  const place = await openWorkplace({ script: { context_tokens: 7_000 } })
  const { code, result } = await runApproved(place, '--window', '16000')
  expect([code, result.status, result.grounding?.sections_written]).toEqual([0, 'completed', 26])
  expect(await boughtTwice(place)).toEqual([])
  const bodies = place.models.bodies().trim().split('\n')
  expect(new Set(bodies).size).toBe(bodies.length)
})

test.each([
  ['fence', 'a fence'],
  ['chat', 'small talk'],
  ['think', 'its thoughts'],
])('JSON with %s around it (%s) is read', async (prose) => {
  const place = await openWorkplace({
    script: {
      rules: [
        { prompt: '<file path="', do: { prose } },
        { prompt: '<folder path="', do: { prose } },
      ],
    },
  })
  const { code, result } = await runApproved(place, '--audience', 'beginner')
  expect([code, result.status, result.calls?.unusable]).toEqual([0, 'completed', 0])
  expect(await boughtTwice(place)).toEqual([])
})

test('the user’s own limit of requests a day pauses the job like a quota', async () => {
  const place = await openWorkplace()
  const { code, result } = await runApproved(place, '--daily-requests', '5')
  expect([code, result.status, await place.calls()]).toEqual([3, 'paused_quota', 5])
  expect(Date.parse(result.paused?.reset_at ?? '')).toBeGreaterThan(Date.now())
  const again = await place.nehemvix('resume')
  expect([again.code, again.result.status, await place.calls()]).toEqual([3, 'paused_quota', 5])
})
