// Only real results are stored: what a model leaves out, cuts off or fills with nothing is never work done.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixtureFiles, twelveFiles } from './fixture.ts'
import { askedIn, openWorkplace, runApproved, type Workplace } from './workplace.ts'

const SECTIONS = {
  beginner: ['what-it-is', 'before-you-start', 'first-run', 'lay-of-the-land', 'key-ideas', 'follow-one', 'first-change'],
  senior: [
    'purpose-and-scope',
    'architecture',
    'entry-points-and-api',
    'data-and-state',
    'control-flow',
    'errors-and-edges',
    'build-test-release',
    'configuration-and-dependencies',
    'extending',
  ],
  architect: [
    'context-and-goals',
    'constraints',
    'solution-strategy',
    'building-blocks',
    'runtime-scenarios',
    'data-and-persistence',
    'interfaces-and-integrations',
    'deployment-and-operations',
    'cross-cutting-concepts',
    'risks-and-decisions',
  ],
}

const completion = (content: string) => ({
  id: 'junk-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-6-luna',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null } }],
  usage: { prompt_tokens: 900, completion_tokens: 90, total_tokens: 990 },
})

const reply = (content: string) => ({ status: 200, body: completion(content) })

/** Rules that answer every request in the right form, with this text for each unit. */
function saying(text: string) {
  const ids = Object.entries(SECTIONS).flatMap(([audience, names]) => names.map((name) => `${audience}/${name}`))
  const paths = Object.keys(fixtureFiles())
  const folders = [
    '.',
    '.github',
    '.github/workflows',
    'docs',
    'src',
    'src/parcel',
    'src/parcel/store',
    'src/parcel/command',
    'tests',
  ]
  const items = (names: readonly string[]) => names.map((path) => ({ path, part: '', summary: text }))
  return [
    { prompt: '<section id="', do: reply(ids.map((id) => `<section id="${id}">\n${text}\n</section>`).join('\n')) },
    { do: reply(JSON.stringify({ files: items(paths), folders: items(folders), system: items(['.']) })) },
  ]
}

const storedUnits = (place: Workplace): number =>
  place.rows<{ n: number }>('SELECT (SELECT count(*) FROM file_summaries) + (SELECT count(*) FROM job_units) AS n')[0]?.n ?? -1

test('11 of 12 files answered: 11 rows, and the twelfth alone is asked again', async () => {
  const place = await openWorkplace({ files: twelveFiles(), script: { rules: [{ nth: 1, do: { omit: 1 } }] } })
  const { code, result } = await runApproved(place)
  expect([code, result.status]).toEqual([0, 'completed'])
  const [first, second, third] = askedIn(place.models.bodies())
  expect(first?.length).toBe(12)
  expect(second).toEqual([first?.at(-1)])
  expect(third?.[0]).toMatch(/^folder:/)
  const rows = place.rows('SELECT ledger_id, count(*) AS files FROM file_summaries GROUP BY ledger_id ORDER BY ledger_id')
  expect(rows).toEqual([
    { ledger_id: 1, files: 11 },
    { ledger_id: 2, files: 1 },
  ])
  const { units } = await place.models.stats()
  expect(Object.entries(units).filter(([, unit]) => unit.billed !== 1)).toEqual([])
  expect(result.calls?.unusable).toBe(0)
})

test('the good texts the next tests hide are really taken by the form they use', async () => {
  const place = await openWorkplace({
    script: {
      rules: saying(
        'The record of parcel is read in `src/parcel/reader.py` and kept by a store, as the README tells. '.repeat(4),
      ),
    },
  })
  const { code, result } = await runApproved(place)
  expect([code, result.status, result.grounding?.sections_written]).toEqual([0, 'completed', 26])
})

test.each([
  ['three dots', saying('...')],
  ['one ellipsis', saying('…')],
  ['empty texts', saying('')],
  ['blanks', saying(' \n ')],
  ['an apology', saying("I'm sorry, but I can't help with that request.")],
  ['a placeholder', saying('TODO')],
  ['an empty answer', [{ do: { empty: true } }]],
  ['half an answer, cut off', [{ do: { truncate: true } }]],
  ['broken JSON', [{ do: { malformed: true } }]],
  ['an apology instead of JSON', [{ do: reply("I'm sorry, but I can't assist with that.") }]],
])('a model that only returns %s: nothing is stored, few calls, paused_request', async (_, rules) => {
  const place = await openWorkplace({ script: { rules } })
  const { code, result } = await runApproved(place)
  expect([code, result.status, result.paused?.kind]).toEqual([3, 'paused_request', 'paused_request'])
  expect(storedUnits(place)).toBe(0)
  expect(result.units?.done).toBe(0)
  expect(result.grounding).toMatchObject({ score: 0, sections_written: 0, sections_planned: 26 })
  const calls = await place.calls()
  expect(calls).toBeLessThanOrEqual(8)
  // They were billed, and that is said.
  expect(result.calls?.unusable).toBe(calls)
  expect(result.spent_usd).toBeGreaterThan(0)
  expect(existsSync(join(place.repository.root, 'docs/guide'))).toBe(false)
})

test.each([
  ['three dots', saying('...')[0]],
  ['an apology', saying('I apologize, but I am unable to write this section of the guide for you.')[0]],
  ['an empty answer', { prompt: '<section id="', do: { empty: true } }],
  ['half an answer, cut off', { prompt: '<section id="', do: { truncate: true } }],
])('sections of nothing but %s: no section is stored, grounding 0, paused_request', async (_, rule) => {
  const place = await openWorkplace({ script: { rules: rule ? [rule] : [] } })
  const { code, result } = await runApproved(place)
  expect([code, result.status]).toEqual([3, 'paused_request'])
  expect(place.rows(`SELECT count(*) AS n FROM job_units WHERE stage = 'sections'`)).toEqual([{ n: 0 }])
  expect(result.grounding).toMatchObject({ score: 0, sections_written: 0, sections_planned: 26 })
  const sectionCalls = place.rows<{ n: number }>(`SELECT count(*) AS n FROM ledger WHERE stage = 'sections'`)[0]?.n
  expect(sectionCalls).toBeLessThanOrEqual(8)
})

test('after junk another model does the work, and the paid calls are not forgotten', async () => {
  const place = await openWorkplace({ script: { rules: saying('...').map((rule) => ({ ...rule, model: 'gpt' })) } })
  const junk = await runApproved(place)
  expect(junk.result.status).toBe('paused_request')
  const { code, result } = await place.nehemvix('resume', '--model', 'gemini-3.8-flash', '--consent', 'gemini', '--yes')
  expect([code, result.status, result.provenance]).toEqual([
    0,
    'completed',
    'gemini-3.8-flash (you switched from gpt-6-luna after it could not do the work)',
  ])
  expect(result.calls?.unusable).toBe(junk.result.calls?.unusable)
  expect(result.spent_usd).toBeGreaterThan(junk.result.spent_usd ?? 0)
})

test('a text that one answer had no room for is asked for with more room', async () => {
  const place = await openWorkplace({ script: { rules: [{ prompt: '<section id="', nth: 2, do: { truncate: true } }] } })
  const { code, result } = await runApproved(place)
  expect([code, result.status, result.grounding?.sections_written]).toEqual([0, 'completed', 26])
  const { units } = await place.models.stats()
  expect(Object.values(units).every((unit) => unit.delivered === 1)).toBe(true)
  expect(Object.values(units).filter((unit) => unit.billed === 2).length).toBeGreaterThan(0)
})
