// Limits that take minutes: the real calls, pacing and store on a simulated clock. From outside they would take as long as they say.
import { expect, test } from 'vitest'
import { type Model, type ModelAnswer, ModelCallError } from '../../src/models/model.ts'
import { statedPrice } from '../../src/money/price.ts'
import { performCall } from '../../src/pipeline/call-model.ts'
import { chooseConnection } from '../../src/pipeline/choose-connection.ts'
import { newHealth, type Outage, RETRY_BUDGET_MS, WAIT_BUDGET_MS } from '../../src/pipeline/connection-health.ts'
import { type Connection, newRunState, type RunContext } from '../../src/pipeline/context.ts'
import type { PaidStageWork, PlannedCall } from '../../src/pipeline/planned-call.ts'
import { createSemaphore } from '../../src/pipeline/semaphore.ts'
import type { Source } from '../../src/repository/source.ts'
import { giveConsent } from '../../src/store/connections.ts'
import { callCounts } from '../../src/store/ledger.ts'
import { countUnits, plannedUnits } from '../../src/store/units.ts'
import { makeClock, type SimulatedClock } from '../doubles/simulated-clock.ts'
import { makeJob, makeStore, NOW, planSections, takeLease } from '../store/make-store.ts'

interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly message: string
}

const OVERLOADED: Reply = { status: 503, message: 'The model is overloaded. Please try again later.' }
const PROVIDER = { name: 'openai', host: 'api.openai.com' }
const CALLS = 12

interface Server {
  /** null: it answers. `at` is the simulated time since the beginning, in milliseconds. */
  readonly refuse: (at: number, taken: readonly number[]) => Reply | null
  readonly latencyMs?: number
}

interface Outcome {
  readonly done: number
  readonly counts: { readonly succeeded: number; readonly failed: number; readonly unknown: number }
  /** When the last call was over: simulated milliseconds. */
  readonly elapsedMs: number
  readonly outage: Outage | null
  /** When each request came. */
  readonly asked: readonly number[]
  /** The most requests that were on their way at once after the first was refused. */
  readonly mostWhileFailing: number
}

/** Twelve calls, four at once, as the pipeline makes them, against a server that only this clock knows. */
async function makeCalls(server: Server): Promise<Outcome> {
  const clock = makeClock(NOW)
  const store = makeStore()
  const job = makeJob(store, 'identity-of-limits', 1_000_000_000)
  const keys = Array.from({ length: CALLS }, (_, n) => `unit-${n}`)
  planSections(store, job, ...keys)
  giveConsent(store, PROVIDER, 'test', NOW)
  const seen = { asked: [] as number[], mostWhileFailing: 0 }
  const connection: Connection = {
    key: 'openai api.openai.com gpt-6-luna key',
    name: 'gpt-6-luna',
    model: modelOf(server, clock, seen),
    price: statedPrice([1, 1]),
    window: 100_000,
    maxOutput: 4_000,
    tokenMargin: 1,
    dailyRequests: null,
  }
  const context: RunContext = {
    store,
    job,
    source: {} as Source,
    ahead: null,
    connections: [connection],
    health: new Map([[connection.key, newHealth()]]),
    epoch: takeLease(store),
    semaphore: createSemaphore(4),
    state: newRunState(),
    now: clock.now,
    freeBytes: () => 1e12,
    sleep: clock.sleep,
    report: () => {},
    keeping: null,
    writeGuide: async () => [],
  }
  const work: PaidStageWork = {
    stage: 'sections',
    plan: async () => [],
    read: (text, labels) => new Map(labels.map((label) => [label, text])),
  }
  const calls = plannedUnits(store, job.id, 'sections').map(
    (unit): PlannedCall => ({
      id: unit.unitKey,
      stage: 'sections',
      connection,
      units: [unit],
      build: async () => ({ system: 's', user: [unit.label], targets: [], maxOutputTokens: 100, stream: false }),
    }),
  )
  await clock.runUntil(Promise.all(calls.map((call) => context.semaphore.run(() => performCall(context, work, call)))))
  const choice = chooseConnection(context)
  const { succeeded, failed, unknown } = callCounts(store, job.id)
  return {
    ...seen,
    done: countUnits(store, job.id, null).done,
    counts: { succeeded, failed, unknown },
    elapsedMs: clock.elapsed(),
    outage: choice.kind === 'none' ? choice.outage : null,
  }
}

function modelOf(server: Server, clock: SimulatedClock, seen: { asked: number[]; mostWhileFailing: number }): Model {
  const taken: number[] = []
  let inFlight = 0
  let isFailing = false
  return {
    provider: PROVIDER,
    id: 'gpt-6-luna',
    adapt: () => false,
    revision: () => 0,
    async send(): Promise<ModelAnswer> {
      const at = clock.elapsed()
      seen.asked.push(at)
      inFlight++
      if (isFailing) seen.mostWhileFailing = Math.max(seen.mostWhileFailing, inFlight)
      try {
        const refusal = server.refuse(at, taken)
        if (refusal === null) taken.push(at)
        await clock.sleep(refusal ? 200 : (server.latencyMs ?? 2_000))
        if (refusal === null) {
          isFailing = false
          const usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 10, reasoningTokens: 0 }
          return { text: 'It is written.', finish: 'stop', usage, requestId: null, raw: '{}' }
        }
        isFailing = true
        const { status, headers = {}, message } = refusal
        const body = { error: { message, type: null, param: null, code: null } }
        throw new ModelCallError(message, {
          provider: 'openai',
          via: 'openai',
          status,
          headers,
          body,
          sent: true,
          requestId: null,
        })
      } finally {
        inFlight--
      }
    },
  }
}

test('503 for 30 s, then well: everything is done, and nothing pauses', async () => {
  const outcome = await makeCalls({ refuse: (at) => (at < 30_000 ? OVERLOADED : null) })
  expect([outcome.done, outcome.outage, outcome.counts.succeeded]).toEqual([CALLS, null, CALLS])
  // The first four together, then one probe at a time with growing pauses: not four of them each time.
  expect(outcome.counts.failed).toBeLessThanOrEqual(4 + 6)
  expect(outcome.elapsedMs).toBeLessThan(90_000)
})

test('503 for ever: out as paused_provider within three minutes, after few requests', async () => {
  const outcome = await makeCalls({ refuse: () => OVERLOADED })
  expect([outcome.done, outcome.outage?.pause]).toEqual([0, 'paused_provider'])
  expect(outcome.elapsedMs).toBeLessThanOrEqual(RETRY_BUDGET_MS)
  expect(outcome.elapsedMs).toBeGreaterThan(RETRY_BUDGET_MS / 2)
  expect(outcome.counts.failed).toBeLessThanOrEqual(4 + 10)
})

test('while it is failing one call at a time finds out whether it is well again', async () => {
  const outcome = await makeCalls({ refuse: (at) => (at >= 2_000 && at < 60_000 ? OVERLOADED : null) })
  expect([outcome.done, outcome.mostWhileFailing]).toEqual([CALLS, 1])
})

test('per-minute limits without a success for two minutes: out of quota, with the time it asked for', async () => {
  const outcome = await makeCalls({
    refuse: () => ({ status: 429, headers: { 'retry-after': '40' }, message: 'Rate limit reached for requests per min (RPM).' }),
  })
  expect([outcome.done, outcome.outage?.pause]).toEqual([0, 'paused_quota'])
  expect(outcome.elapsedMs).toBeLessThanOrEqual(WAIT_BUDGET_MS)
  const reset = (outcome.outage?.resetAt?.getTime() ?? 0) - NOW.getTime()
  expect(reset).toBeGreaterThan(outcome.elapsedMs)
  expect(reset).toBeLessThanOrEqual(outcome.elapsedMs + 41_000)
})

test('a limit above two minutes is not waited for', async () => {
  const outcome = await makeCalls({
    refuse: () => ({ status: 429, headers: { 'retry-after': '300' }, message: 'Rate limit reached for requests per min (RPM).' }),
  })
  expect([outcome.done, outcome.outage?.pause, outcome.counts.failed <= 4]).toEqual([0, 'paused_quota', true])
  expect(outcome.elapsedMs).toBeLessThan(1_000)
})

test.each([
  ['with the time to wait', true, 3],
  // Nobody says that the limit is one of a minute: the third refusal in a row shows it.
  ['without a time to wait', false, 8],
])('three requests a minute, %s: twelve calls are paced, and few are refused', async (_, tells, most) => {
  const outcome = await makeCalls({
    refuse: (at, taken): Reply | null => {
      const recent = taken.filter((other) => at - other < 60_000)
      if (recent.length < 3) return null
      const seconds = Math.ceil((60_000 - (at - (recent[0] ?? 0))) / 1000)
      const message = `Rate limit reached for requests per min (RPM): Limit 3.${tells ? ` Please try again in ${seconds}s.` : ''}`
      return { status: 429, message, headers: tells ? { 'retry-after': String(seconds) } : {} }
    },
  })
  expect([outcome.done, outcome.outage, outcome.counts.succeeded]).toEqual([CALLS, null, CALLS])
  expect(outcome.counts.failed).toBeLessThanOrEqual(most)
  // Three a minute can't be faster than this, and need not be much slower.
  expect(outcome.elapsedMs).toBeGreaterThan(180_000)
  expect(outcome.elapsedMs).toBeLessThan(330_000)
})
