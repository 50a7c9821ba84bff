// What must never leave the machine, nor be written down: secrets of the repository, and the key of the person.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixtureFiles } from './fixture.ts'
import { letters, MIXED, plantSecrets } from './planted-secrets.ts'
import { askedIn, holding, openWorkplace, runApproved, untilCalls } from './workplace.ts'

test('planted secrets reach no request, no byte of the state and no line of the guide', async () => {
  const { files, needles } = plantSecrets()
  const place = await openWorkplace({ files })
  const { code, result, stdout, stderr } = await runApproved(place)
  expect([code, result.status]).toEqual([0, 'completed'])
  const bodies = place.models.bodies()
  expect(askedIn(bodies).flat()).toEqual(expect.arrayContaining(['file:src/parcel/remote.py', 'file:README.md']))
  expect(bodies).toContain('Copies records to a bucket.')
  // What is sent may be escaped: compared with and without its JSON form.
  const sent = `${bodies}\n${bodies.replaceAll('\\/', '/').replaceAll('&amp;', '&')}`
  expect(needles.filter((needle) => sent.includes(needle))).toEqual([])
  expect(holding(join(place.repository.root, '.nehemvix'), needles)).toEqual([])
  expect(holding(join(place.repository.root, 'docs/guide'), needles)).toEqual([])
  expect(needles.filter((needle) => `${stdout}${stderr}`.includes(needle))).toEqual([])
  const index = readFileSync(join(place.repository.root, 'docs/guide/README.md'), 'utf8')
  expect(index).toContain('## Secrets')
  expect(index).toMatch(/`src\/parcel\/remote\.py` \(\d+\)/)
})

test('nor the write-ahead log of a run that was killed', async () => {
  const { files, needles } = plantSecrets()
  const place = await openWorkplace({ files, script: { latency_ms: 300 } })
  const running = place.start('run', '--model', 'gpt-6-luna', '--yes')
  await untilCalls(place, 4)
  running.child.kill('SIGKILL')
  await running.ended
  const state = join(place.repository.root, '.nehemvix')
  expect(readFileSync(join(state, 'nehemvix.db-wal')).length).toBeGreaterThan(0)
  expect(holding(state, needles)).toEqual([])
})

test('nor the guide that offline extracts from the repository', async () => {
  const { files, needles } = plantSecrets()
  const place = await openWorkplace({ files })
  const { code, result } = await place.nehemvix('run')
  expect([code, result.status]).toEqual([0, 'completed'])
  expect(holding(join(place.repository.root, 'docs/guide'), needles)).toEqual([])
  expect(holding(join(place.repository.root, '.nehemvix'), needles)).toEqual([])
})

const KEY = `sk-proj-${letters(48, MIXED)}`

const echo = (text: string) => ({
  id: `chatcmpl-${KEY}`,
  object: 'chat.completion',
  created: 1,
  model: 'gpt-6-luna',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
  usage: { prompt_tokens: 900, completion_tokens: 90, total_tokens: 990 },
})

const said = (path: string) => ({
  path,
  part: '',
  summary: `It is read with the key ${KEY} and written by the store, as the README tells.`,
})

test.each([
  [
    'a 500',
    { nth: 1, do: { status: 500, headers: { 'x-request-id': KEY }, body: { error: { message: `boom for ${KEY}` } } } },
    0,
  ],
  ['a 500 in HTML', { nth: 1, do: { status: 500, body: `<html>Authorization: Bearer ${KEY}</html>` } }, 0],
  [
    'a 401',
    { do: { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}.`, code: 'invalid_api_key' } } } },
    3,
  ],
  [
    'a 400',
    { do: { status: 400, headers: { 'x-request-id': `r-${KEY}` }, body: { error: { message: `no ${KEY}`, param: KEY } } } },
    3,
  ],
  [
    'a daily quota',
    {
      do: {
        status: 429,
        body: [
          {
            error: {
              code: 429,
              status: 'RESOURCE_EXHAUSTED',
              message: `quota of ${KEY}`,
              details: [{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: `PerDay-${KEY}` }] }],
            },
          },
        ],
      },
    },
    3,
  ],
  ['an answer that is no JSON', { do: { status: 200, body: `${KEY} is your key` } }, 3],
  [
    'the texts of an answer',
    {
      nth: 1,
      do: {
        status: 200,
        headers: { 'x-request-id': KEY },
        body: echo(JSON.stringify({ files: Object.keys(fixtureFiles()).map(said) })),
      },
    },
    0,
  ],
  ['an answer that is of no use', { do: { status: 200, body: echo(`sorry, ${KEY}`) } }, 3],
])('a server that echoes the key in %s: it stands in no byte of state, guide and output', async (_, rule, exit) => {
  const place = await openWorkplace({ script: { rules: [rule] }, env: { OPENAI_API_KEY: KEY } })
  const ended = await runApproved(place)
  expect(ended.code).toBe(exit)
  expect(holding(join(place.repository.root, '.nehemvix'), [KEY])).toEqual([])
  if (exit === 0) expect(holding(join(place.repository.root, 'docs/guide'), [KEY])).toEqual([])
  const status = await place.nehemvix('status')
  expect([ended, status].filter(({ stdout, stderr }) => `${stdout}${stderr}`.includes(KEY))).toEqual([])
})
