// On a runner much is written to where others read it: none of it holds a secret of the repository, a key or a token.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { outcome, useStages } from '../acceptance/action-stage.ts'
import { remove } from '../acceptance/cli.ts'
import { letters, MIXED, plantSecrets } from '../acceptance/planted-secrets.ts'
import type { GithubServer } from '../doubles/github-server.ts'
import type { ResultsServer } from '../doubles/results-server.ts'
import { makeFolder } from '../repository/make-repository.ts'

const { open } = useStages()

const KEY = `sk-proj-${letters(48, MIXED)}`

/** A provider that tells a key in whatever it says. */
const ECHO = {
  rules: [
    { nth: 1, do: { status: 500, headers: { 'x-request-id': KEY }, body: { error: { message: `boom for ${KEY}` } } } },
    { prompt: '<section id=', nth: 1, do: { status: 400, body: { error: { message: `no ${KEY}`, param: KEY } } } },
  ],
}

test('no secret stands in database, write-ahead log, cache, artifact, record, guide, comment, summary and log', async () => {
  const { files, needles } = plantSecrets()
  const stage = await open({ files, configuration: 'connections:\n  - model: gpt-6-luna\naudiences: [beginner]\n' })
  const { github, results, models } = stage
  const temporary = makeFolder()
  onTestFinished(() => remove(temporary))
  const state = join(temporary, 'nehemvix', 'state')
  const token = github.workflowToken()
  const [wals, said]: [Buffer[], string[]] = [[], []]
  const look = () => {
    const wal = join(state, 'nehemvix.db-wal')
    if (existsSync(wal)) wals.push(readFileSync(wal))
    return false
  }
  await models.script(ECHO)
  const from = models.bodies().length
  const env = { RUNNER_TEMP: temporary }
  const inputs = { 'openai-api-key': KEY }
  const estimated = await stage.run({ inputs, token, env })
  const ended = await stage.typed('/nehemvix approve', { inputs, token, env, signal: { name: 'SIGTERM', when: look } })
  said.push(estimated.log, estimated.summary, ended.log, ended.summary)
  expect([outcome(ended), wals.some((wal) => wal.length > 0)]).toEqual(['completed green', true])

  const places: Record<string, string> = {
    request: models.bodies().slice(from),
    database: readdirSync(state)
      .map((name) => readFileSync(join(state, name), 'latin1'))
      .join(''),
    'write-ahead log': Buffer.concat(wals).toString('latin1'),
    'log and summary': said.join('\n'),
    'record and guide': ['refs/nehemvix/state', 'nehemvix/guide']
      .map((ref) => github.world.git.git(['log', '--patch', '--format=fuller', ref, '--', 'record.json', 'docs/guide']))
      .join(''),
    conversation: spoken(github),
    ...Object.fromEntries(stored(results).map((text, at) => [`stored ${at}`, text])),
  }
  expect(Object.keys(places).length).toBeGreaterThan(8)
  // All of it is really there.
  expect([places.request, places.database, places['write-ahead log']].map((text) => text?.includes('remote.py'))).toEqual([
    true,
    true,
    true,
  ])
  expect(Object.entries(places).filter(([name, text]) => name.startsWith('stored') && !text.includes('SQLite format 3'))).toEqual(
    [],
  )
  const found = Object.entries(places).flatMap(([name, text]) =>
    [...needles, KEY, token, 'test-gemini-key'].filter((needle) => text.includes(needle)).map((needle) => `${needle} in ${name}`),
  )
  expect(found).toEqual([])
}, 60_000)

const spoken = ({ world }: GithubServer): string =>
  [
    ...[...world.comments.values()].map(({ body }) => body),
    ...[...world.issues.values()].map(({ title, body }) => `${title}\n${body}`),
  ].join('\n')

/** What the service was ever given, unpacked. */
function stored({ store }: ResultsServer): string[] {
  return [...store.blobs.values()].map(({ bytes }) => {
    if (bytes.readUInt32LE(0) === 0xfd2fb528) return zstdDecompressSync(bytes).toString('latin1')
    if (bytes.readUInt32LE(0) !== 0x04034b50) throw new Error('neither an archive of the cache nor a zip')
    return inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28))).toString('latin1')
  })
}
