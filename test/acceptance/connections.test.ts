// Several connections in order of preference: who takes over, what all jobs know of them, and what a switch keeps.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from './cli.ts'
import { fixtureFiles } from './fixture.ts'
import { DAILY_QUOTA_ID, recordedReply } from './provider-replies.ts'
import { askedIn, openWorkplace, type Workplace } from './workplace.ts'

const DAILY_QUOTA = recordedReply('gemini-429-perday-free-58s')
const BOTH = 'gemini-3.8-flash,gpt-6-luna'

async function notOnce(place: Workplace): Promise<string[]> {
  const { units } = await place.models.stats()
  return Object.entries(units).flatMap(([name, unit]) => (unit.billed === 1 && unit.delivered === 1 ? [] : [name]))
}

const callsOf = async (place: Workplace, model: string): Promise<number> =>
  (await place.models.stats()).by_model[model]?.calls ?? 0

const anthropicAt = (place: Workplace) => ({
  cwd: place.repository.root,
  env: { ...place.env, ANTHROPIC_API_KEY: 'test-anthropic-key', ANTHROPIC_BASE_URL: place.models.url },
})

test('two connections, the first with five requests a day: one go, each unit once, and every job knows of it', async () => {
  const place = await openWorkplace({ script: { latency_ms: 20, rules: [{ model: 'gemini', from: 6, do: DAILY_QUOTA }] } })
  const first = await place.nehemvix('run', '--model', BOTH, '--audience', 'beginner', '--yes')
  expect([first.code, first.result.status]).toEqual([0, 'completed'])
  expect(first.result.provenance).toBe('gpt-6-luna (it went on from gemini-3.8-flash after its quota ran out)')
  expect([...first.result.models].sort()).toEqual(['gemini-3.8-flash', 'gpt-6-luna'])
  expect(await notOnce(place)).toEqual([])
  const asked = await callsOf(place, 'gemini-3.8-flash')
  // Calls that were on their way when the sixth was refused.
  expect(asked).toBeGreaterThanOrEqual(6)
  expect(asked).toBeLessThanOrEqual(9)
  const [out] = place.rows<{ quota_id: string; expires_at: string }>('SELECT quota_id, expires_at FROM exhaustions')
  expect([out?.quota_id, Date.parse(out?.expires_at ?? '') > Date.now()]).toEqual([DAILY_QUOTA_ID, true])

  // Another job of the same repository asks the first connection nothing.
  const second = await place.nehemvix('run', '--model', BOTH, '--audience', 'senior', '--yes')
  expect([second.code, second.result.status, await callsOf(place, 'gemini-3.8-flash')]).toEqual([0, 'completed', asked])
  // Another key is another quota.
  const env = { ...place.env, GEMINI_API_KEY: 'another-gemini-key' }
  const args = ['run', '--model', BOTH, '--audience', 'architect', '--yes']
  const third = await run(args, { cwd: place.repository.root, env })
  expect([third.code, third.result.status]).toEqual([0, 'completed'])
  expect(await callsOf(place, 'gemini-3.8-flash')).toBeGreaterThan(asked)
  expect(await notOnce(place)).toEqual([])
})

test('Anthropic takes over in the middle of the sections, and the guide says which of them each model wrote', async () => {
  const place = await openWorkplace({
    script: { latency_ms: 20, rules: [{ model: 'gemini', prompt: '<section id="', from: 3, do: DAILY_QUOTA }] },
  })
  const models = 'gemini-3.8-flash,claude-haiku-4-5'
  const args = ['run', '--model', models, '--audience', 'senior', '--concurrency', '1', '--window', '12000', '--yes']
  const { code, result } = await run(args, anthropicAt(place))
  expect([code, result.status]).toEqual([0, 'completed'])
  expect(await notOnce(place)).toEqual([])
  const { units } = await place.models.stats()
  const writtenBy = (model: string) =>
    Object.entries(units).flatMap(([name, unit]) =>
      name.startsWith('section:') && unit.models.includes(model) ? [name.slice(8)] : [],
    )
  const [gemini, claude] = [writtenBy('gemini-3.8-flash'), writtenBy('claude-haiku-4-5')]
  expect([gemini.length > 0, claude.length > 0, gemini.length + claude.length]).toEqual([true, true, 9])
  const [few, fewer] = claude.length >= gemini.length ? ['gemini-3.8-flash', gemini] : ['claude-haiku-4-5', claude]
  const guide = join(place.repository.root, 'docs/guide')
  const line = readFileSync(join(guide, 'README.md'), 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`- ${few} wrote `))
  expect([...(line ?? '').matchAll(/`([^`]+)`/g)].map(([, key]) => key).sort()).toEqual([...fewer].sort())
  const signed = readFileSync(join(guide, 'senior.md'), 'utf8').split(`*Written by ${few}.*`).length - 1
  expect(signed).toBe(fewer.length)
})

test('consent for the first of two only: the second gets nothing, and the command that is named lets it go on', async () => {
  const place = await openWorkplace({ script: { rules: [{ model: 'gemini', from: 3, do: DAILY_QUOTA }] } })
  const allowed = ['--approve-under', '5', '--consent', 'gemini']
  const first = await place.nehemvix('run', '--model', BOTH, '--audience', 'beginner', ...allowed)
  expect([first.code, first.result.status, await callsOf(place, 'gpt-6-luna')]).toEqual([3, 'paused_quota', 0])
  const again = await place.nehemvix(...(first.result.paused?.next ?? '').split(' ').slice(1))
  expect([again.code, again.result.status, await callsOf(place, 'gemini-3.8-flash')]).toEqual([0, 'completed', 3])
  expect(await notOnce(place)).toEqual([])
})

test('consent for the second of two only: the first is left out without a word to it', async () => {
  const place = await openWorkplace()
  const allowed = ['--approve-under', '5', '--consent', 'openai']
  const { code, result } = await place.nehemvix('run', '--model', BOTH, '--audience', 'beginner', ...allowed)
  expect([code, result.status, await callsOf(place, 'gemini-3.8-flash')]).toEqual([0, 'completed', 0])
})

test('a 429 that asks for 14 hours is not waited for: it pauses at once, with the time', async () => {
  const wish = {
    status: 429,
    headers: { 'retry-after': '50400' },
    body: { error: { message: 'Rate limit reached.', code: 'rate_limit_exceeded' } },
  }
  const place = await openWorkplace({ script: { rules: [{ do: wish }] } })
  const began = Date.now()
  const { code, result } = await place.nehemvix('run', '--model', 'gpt-6-luna', '--audience', 'beginner', '--yes')
  expect([code, result.status]).toEqual([3, 'paused_quota'])
  expect(Date.now() - began).toBeLessThan(30_000)
  expect(await place.calls()).toBeLessThanOrEqual(4)
  const away = Date.parse(result.paused?.reset_at ?? '') - began
  expect(away).toBeGreaterThan(50_400_000 - 5_000)
  expect(away).toBeLessThan(50_400_000 + 60_000)
  expect(result.paused?.message).toMatch(/in about 14 hours \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)/)
})

test('a model that is gone: paused_key, and what is proposed does the rest', async () => {
  const gone = recordedReply('openai-404-no-such-model')
  const place = await openWorkplace({ script: { rules: [{ model: 'gpt', from: 2, do: gone }] } })
  const first = await place.nehemvix('run', '--model', 'gpt-6-luna', '--audience', 'beginner', '--yes')
  expect([first.code, first.result.status, first.result.paused?.model]).toEqual([3, 'paused_key', 'gpt-6-luna'])
  expect(first.result.paused?.message).toContain('does not exist')
  const command = (first.result.paused?.next ?? '').split(' ').slice(1)
  expect(command).toEqual(['resume', '--model', 'gemini-3.8-flash', '--consent', 'gemini'])
  const asked = await place.nehemvix(...command)
  const { code, result } = asked.code === 4 ? await place.nehemvix('approve') : asked
  expect([code, result.status]).toEqual([0, 'completed'])
  expect(await notOnce(place)).toEqual([])
})

test('a switch in the middle of a large file, to a small window: its finished parts stay, and no request is too long', async () => {
  const line = (n: number) => `def handle_${n}(parcel, depot):\n    return depot.route(parcel, limit=${n}, label="parcel ${n}")\n`
  const large = Array.from({ length: 900 }, (_, n) => line(n)).join('\n')
  const place = await openWorkplace({
    files: { ...fixtureFiles(), 'src/parcel/a_large.py': large },
    script: { context_tokens: 8_000, latency_ms: 20, rules: [{ model: 'gemini', prompt: 'part="', from: 2, do: DAILY_QUOTA }] },
  })
  await place.models.script({ rules: [{ model: 'gemini', prompt: 'part="', from: 2, do: DAILY_QUOTA }] })
  const first = await place.nehemvix(
    'run',
    '--model',
    'gemini-3.8-flash',
    '--audience',
    'beginner',
    '--concurrency',
    '1',
    '--yes',
  )
  expect([first.code, first.result.status]).toEqual([3, 'paused_quota'])
  const parts = place.rows<{ n: number }>(`SELECT count(*) AS n FROM job_units WHERE stage = 'file-summaries'`)[0]?.n ?? 0
  const planned = place.rows<{ n: number }>(`SELECT count(*) AS n FROM planned_units WHERE kind = 'part'`)[0]?.n ?? 0
  expect([parts >= 3, parts < planned]).toEqual([true, true])
  await place.models.script({ context_tokens: 8_000 })
  const { failed } = await place.models.stats()
  const asked = await place.nehemvix('resume', '--model', 'gpt-6-luna', '--consent', 'openai', '--window', '8000')
  const { code, result } = asked.code === 4 ? await place.nehemvix('approve') : asked
  expect([code, result.status]).toEqual([0, 'completed'])
  expect((await place.models.stats()).failed, 'refused by the small window').toBe(failed)
  expect(await notOnce(place)).toEqual([])
  const later = askedIn(place.models.bodies())
    .slice(await callsOf(place, 'gemini-3.8-flash'))
    .flat()
  expect(later.filter((unit) => unit.includes('a_large.py#')).length).toBe(planned - parts)
})

test('a switch that may exceed the cap waits for a new approval, and then goes on', async () => {
  const refused = recordedReply('openai-403-country')
  const place = await openWorkplace({ script: { latency_ms: 20, rules: [{ model: 'gpt', from: 3, do: refused }] } })
  const first = await place.nehemvix('run', '--model', 'gpt-6-luna', '--audience', 'beginner', '--yes')
  expect([first.code, first.result.status]).toEqual([3, 'paused_key'])
  const calls = await place.calls()
  const switched = await run(['resume', '--model', 'claude-haiku-4-5', '--consent', 'anthropic'], anthropicAt(place))
  expect([switched.code, switched.result.status, await place.calls()]).toEqual([4, 'awaiting_approval', calls])
  expect(switched.result.cap_usd).toBe(first.result.cap_usd)
  expect(switched.result.estimate?.high_usd).toBeGreaterThan(first.result.cap_usd ?? 0)
  const { code, result } = await run(['approve'], anthropicAt(place))
  expect([code, result.status]).toEqual([0, 'completed'])
  expect(result.cap_usd).toBeGreaterThan(first.result.cap_usd ?? 0)
  expect(result.spent_usd).toBeLessThanOrEqual(result.cap_usd ?? 0)
  expect(await notOnce(place)).toEqual([])
})
