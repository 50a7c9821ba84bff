// The case the product was asked for from: a daily quota ends a job in the middle of its file summaries; another model goes on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixtureFiles, moreModules } from './fixture.ts'
import { openWorkplace } from './workplace.ts'

const QUOTA = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'

/** As Gemini's compatible address sends it: an array. */
const DAILY_QUOTA = [
  {
    error: {
      code: 429,
      message:
        'You exceeded your current quota, please check your plan and billing details.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 20, model: gemini-3.8-flash\nPlease retry in 14h13m47s.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [
            {
              quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
              quotaId: QUOTA,
              quotaDimensions: { location: 'global', model: 'gemini-3.8-flash' },
              quotaValue: '20',
            },
          ],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '51227s' },
      ],
    },
  },
]

test('a daily quota after 3 calls: pause, refusal for free, consent, and another model does the rest', async () => {
  const place = await openWorkplace({
    files: { ...fixtureFiles(), ...moreModules(10) },
    script: {
      rules: [
        { model: 'gemini', from: 4, do: { status: 429, body: DAILY_QUOTA, latency_ms: 30 } },
        { model: 'gemini', do: { latency_ms: 1_500 } },
      ],
    },
  })
  const began = Date.now()
  const first = await place.nehemvix('run', '--model', 'gemini-3.8-flash', '--window', '8000', '--yes')
  expect([first.code, first.result.status, first.result.stage]).toEqual([3, 'paused_quota', 'file-summaries'])
  expect(first.result.paused).toMatchObject({
    kind: 'paused_quota',
    provider: 'gemini',
    model: 'gemini-3.8-flash',
    quota_id: QUOTA,
  })
  const resetsIn = (Date.parse(first.result.paused?.reset_at ?? '') - began) / 1000
  expect(resetsIn).toBeGreaterThan(51_227 - 5)
  expect(resetsIn).toBeLessThan(51_227 + 60)
  // The three calls in flight were waited for; the other branches did not find out one by one.
  expect(first.result.calls).toMatchObject({ succeeded: 3, failed: 1, unknown: 0, in_flight: 0 })
  expect(await place.calls()).toBe(4)
  const left = place.rows<{ n: number }>(`SELECT count(*) AS n FROM planned_units WHERE stage = 'file-summaries'`)[0]?.n ?? 0
  const done = place.rows<{ n: number }>('SELECT count(*) AS n FROM file_summaries')[0]?.n ?? 0
  expect(done > 0 && done < left).toBe(true)

  const resumed = await place.nehemvix('resume')
  expect([resumed.code, resumed.result.status, resumed.result.paused?.quota_id, await place.calls()]).toEqual([
    3,
    'paused_quota',
    QUOTA,
    4,
  ])
  expect(resumed.result.paused?.reset_at).toBe(first.result.paused?.reset_at)

  const switched = await place.nehemvix('resume', '--model', 'gpt-6-luna')
  expect([switched.code, switched.result.status, await place.calls()]).toEqual([5, 'consent_required', 4])
  expect(place.rows('SELECT status FROM jobs')).toEqual([{ status: 'paused_quota' }])
  expect((await place.nehemvix('status')).result.status).toBe('paused_quota')

  const last = await place.nehemvix('resume', '--model', 'gpt-6-luna', '--consent', 'openai')
  expect([last.code, last.result.status]).toEqual([0, 'completed'])
  const { units, by_model } = await place.models.stats()
  expect(Object.entries(units).filter(([, unit]) => unit.delivered !== 1 || unit.billed !== 1)).toEqual([])
  expect(Object.keys(units).length).toBe(last.result.units?.total)
  expect([by_model['gemini-3.8-flash']?.billed, by_model['gemini-3.8-flash']?.calls]).toEqual([3, 4])
  expect(place.rows('SELECT model, status, count(*) AS calls FROM ledger GROUP BY model, status ORDER BY model, status')).toEqual(
    [
      { model: 'gemini-3.8-flash', status: 'FAILED', calls: 1 },
      { model: 'gemini-3.8-flash', status: 'SUCCEEDED', calls: 3 },
      { model: 'gpt-6-luna', status: 'SUCCEEDED', calls: by_model['gpt-6-luna']?.calls },
    ],
  )
  const provenance = 'gpt-6-luna (you switched from gemini-3.8-flash after its quota ran out)'
  expect(last.result.provenance).toBe(provenance)
  expect(last.result.models).toEqual(['gpt-6-luna', 'gemini-3.8-flash'])
  expect([last.result.paused, last.result.unknown_usd, last.result.reserved_usd]).toEqual([null, 0, 0])
  const index = readFileSync(join(place.repository.root, 'docs/guide/README.md'), 'utf8')
  expect(index).toMatch(/gemini-3\.8-flash/)
  expect(index).toMatch(/quota ran out/)
})

test('a second connection with consent takes over by itself when the first is out of quota', async () => {
  const place = await openWorkplace({
    script: { rules: [{ model: 'gemini', from: 3, do: { status: 429, body: DAILY_QUOTA } }] },
  })
  const { code, result } = await place.nehemvix('run', '--model', 'gemini-3.8-flash,gpt-6-luna', '--yes')
  expect([code, result.status]).toEqual([0, 'completed'])
  expect(result.provenance).toBe('gpt-6-luna (it went on from gemini-3.8-flash after its quota ran out)')
  const { units } = await place.models.stats()
  expect(Object.entries(units).filter(([, unit]) => unit.delivered !== 1)).toEqual([])
})
