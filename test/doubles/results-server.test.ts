// The stand-in of the results service against the real clients, as a job uses them: in a folder and with an environment of its own.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restoreCache, saveCache } from '@actions/cache'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeFolder } from '../repository/make-repository.ts'
import { begin, HERE } from './begin.ts'
import { ALREADY_THERE, DENIED, RATE_LIMITED, type ResultsServer, startResultsServer } from './results-server.ts'

let results: ResultsServer
let folder: string

beforeEach(async () => {
  results = await startResultsServer()
  folder = makeFolder()
  const before = process.cwd()
  enterJob(1)
  process.chdir(folder)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(async () => {
    process.chdir(before)
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await results.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})

function enterJob(runId: number, scopes?: Parameters<ResultsServer['tokenFor']>[0]['scopes']): void {
  const env = {
    ACTIONS_RESULTS_URL: results.url,
    ACTIONS_RUNTIME_TOKEN: results.tokenFor({ runId, scopes }),
    ACTIONS_CACHE_SERVICE_V2: 'true',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: folder,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
}

const write = (text: string): void => {
  mkdirSync('state', { recursive: true })
  writeFileSync('state/file', text)
}
const read = (): string => readFileSync('state/file', 'utf8')
const save = (key: string): Promise<number> => saveCache(['state/file'], key)
const restore = (key: string, restoreKeys: string[] = [], lookupOnly = false): Promise<string | undefined> =>
  restoreCache(['state/file'], key, restoreKeys, { lookupOnly })

test('saves and restores; prefixes match newest first; entries do not change', async () => {
  write('first')
  expect(await save('state-1-a')).toBeGreaterThan(0)
  write('second')
  expect(await save('state-2-a')).toBeGreaterThan(0)
  expect(await save('state-1-a')).toBe(-1)
  results.addForeign(Array.from({ length: 120 }, (_, index) => `state-9-${index}`))
  expect(await restore('state-none', ['other-', 'state-'])).toBe('state-2-a')
  expect(read()).toBe('second')
  expect(await restore('state-1')).toBe('state-1-a')
  expect(read()).toBe('first')
  expect(await restore('state-2-a', [], true)).toBe('state-2-a')
  expect(await restore('state-3')).toBeUndefined()
  expect(await restoreCache(['state'], 'state-1-a')).toBeUndefined()
  expect(results.evict('state-2')).toBe(1)
  expect(await restore('state-2-a')).toBeUndefined()
})

test('a save that is refused gives -1, a restore that is refused gives undefined', async () => {
  write('first')
  for (const what of [DENIED, ALREADY_THERE]) {
    results.fault({ path: /CreateCacheEntry/, what })
    expect(await save('state-1')).toBe(-1)
  }
  enterJob(1, [{ ref: 'refs/heads/main', mayWrite: false }])
  expect(await save('state-1')).toBe(-1)
  enterJob(1)
  expect(await save('state-1')).toBeGreaterThan(0)
  results.fault({ path: /GetCacheEntryDownloadURL/, what: RATE_LIMITED })
  expect(await restore('state-1')).toBeUndefined()
  results.damage(results.entries('state-1'))
  expect(await restore('state-1')).toBeUndefined()
})

test('refs see their own entries and those of the default branch', async () => {
  write('of a pull request')
  const main = { ref: 'refs/heads/main', mayWrite: false }
  enterJob(2, [{ ref: 'refs/pull/1/merge', mayWrite: true }, main])
  expect(await save('state-1')).toBeGreaterThan(0)
  expect(await restore('state-1', [], true)).toBe('state-1')
  enterJob(3)
  expect(await restore('state-1', [], true)).toBeUndefined()
  write('of main')
  await save('state-1')
  enterJob(4, [{ ref: 'refs/pull/2/merge', mayWrite: true }, main])
  expect(await restore('state-1')).toBe('state-1')
  expect(read()).toBe('of main')
})

test('a reserved key is burnt when the save is never finished', async () => {
  write('first')
  const held = results.hold({ method: 'POST', path: /FinalizeCacheEntryUpload/ })
  const saved = save('state-1')
  await held.reached
  expect(results.entries()).toEqual([])
  expect(await restore('state-1', [], true)).toBeUndefined()
  expect(await save('state-1')).toBe(-1)
  held.release()
  expect(await saved).toBeGreaterThan(0)
  const [entry] = results.entries()
  if (entry) results.forge(entry, 'state-9')
  expect(await restore('state-', [], true)).toBe('state-9')
})

test('artifacts: made once in a run, read there and, through GitHub, from another', async () => {
  const { github, octokit } = await begin()
  github.connect(results)
  vi.stubEnv('GITHUB_API_URL', github.url)
  const runId = github.startRun({ event: 'push' }).id
  enterJob(runId)
  write('in an artifact')
  // The client reads GITHUB_API_URL once, when it is loaded.
  const { DefaultArtifactClient } = await import('@actions/artifact')
  const client = new DefaultArtifactClient()
  const { id, digest } = await client.uploadArtifact('state', [join(folder, 'state/file')], folder)
  await expect(client.uploadArtifact('state', [join(folder, 'state/file')], folder)).rejects.toThrow('already exists')
  expect((await client.listArtifacts()).artifacts.map(({ name }) => name)).toEqual(['state'])
  await client.downloadArtifact((await client.getArtifact('state')).artifact.id, { path: join(folder, 'same-run') })
  expect(readFileSync(join(folder, 'same-run/state/file'), 'utf8')).toBe('in an artifact')

  enterJob(runId + 1)
  expect((await client.listArtifacts()).artifacts).toEqual([])
  const findBy = { token: github.workflowToken(), workflowRunId: runId, repositoryOwner: HERE.owner, repositoryName: HERE.repo }
  const { artifact } = await client.getArtifact('state', { findBy })
  expect([artifact.id, artifact.digest]).toEqual([id, `sha256:${digest}`])
  await client.downloadArtifact(artifact.id, { path: join(folder, 'other-run'), findBy, expectedHash: artifact.digest })
  expect(readFileSync(join(folder, 'other-run/state/file'), 'utf8')).toBe('in an artifact')

  const { data } = await octokit.rest.actions.listArtifactsForRepo({ ...HERE, name: 'state' })
  expect(data.artifacts.map(({ workflow_run: run }) => run?.id)).toEqual([runId])
  expect(results.deleteArtifacts()).toBe(1)
  await expect(client.getArtifact('state', { findBy })).rejects.toThrow('not found')
})

test('GitHub lists and deletes the entries of the cache', async () => {
  const { github, octokit } = await begin()
  github.connect(results)
  write('first')
  await save('state-1')
  results.addForeign(['docs-1', 'docs2-1', 'state-0'])
  const list = async (key: string) => (await octokit.rest.actions.getActionsCacheList({ ...HERE, key })).data
  expect((await list('docs')).total_count).toBe(2)
  const [entry] = (await list('state-1')).actions_caches
  await octokit.rest.actions.deleteActionsCacheById({ ...HERE, cache_id: entry?.id as number })
  await octokit.rest.actions.deleteActionsCacheByKey({ ...HERE, key: 'docs-1', ref: 'refs/heads/main' })
  expect(results.entries().map(({ key }) => key)).toEqual(['docs2-1', 'state-0'])
})
