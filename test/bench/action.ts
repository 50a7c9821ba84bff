// The Action: how fast its main step says its first word, how large `dist/` is, and what its state weighs and takes to be saved.
import { spawnSync } from 'node:child_process'
import { globSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Carrier, sendSnapshot, snapshotFile } from '../../src/action/carry.ts'
import { createGitHub } from '../../src/github/client.ts'
import { openStore } from '../../src/store/open.ts'
import { takeSnapshot } from '../../src/store/snapshot.ts'
import { CLI, environmentFor, remove, run } from '../acceptance/cli.ts'
import { fixtureFiles } from '../acceptance/fixture.ts'
import { startModelServer } from '../acceptance/model-server.ts'
import { startResultsServer } from '../doubles/results-server.ts'
import { makeFolder, makeRepository, runTestGit } from '../repository/make-repository.ts'

export interface Measured {
  readonly what: string
  readonly ours: string
  readonly peer: string
  readonly ratio: number
}

const FOLDER = resolve(process.env.ACTION_FOLDER ?? new URL('../..', import.meta.url).pathname)
const MB = 1_000_000
const ROUNDS = 11
const MANY = 10_000

export async function measureAction(): Promise<Measured[]> {
  return [
    ...coldStarts(),
    ...sizes(),
    await saving('small repository', smallRepository()),
    await saving(`${MANY} files`, manyFiles()),
  ]
}

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** An event that needs no answer of GitHub: what is measured is the loading of the code, up to the first line of the log. */
function coldStarts(): Measured[] {
  const folder = makeFolder()
  const output = join(folder, 'output')
  writeFileSync(output, '')
  const env = {
    PATH: process.env.PATH ?? '',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_REPOSITORY: 'octo-org/parcel',
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: folder,
    GITHUB_OUTPUT: output,
  }
  const times = { bare: [] as number[], main: [] as number[], post: [] as number[] }
  const step = (name: keyof typeof times, args: string[], says: RegExp) => {
    const start = performance.now()
    const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    times[name].push(performance.now() - start)
    if (!says.test(stdout)) throw new Error(`${args.join(' ')} said: ${stdout}`)
  }
  for (let round = 0; round <= ROUNDS; round++) {
    step('bare', ['-e', '0'], /^$/)
    step('main', [join(FOLDER, 'dist/lib/action.mjs')], /^::notice::/)
    step('post', [join(FOLDER, 'dist/lib/action-post.mjs')], /^$/)
  }
  remove(folder)
  const bare = medianOf(times.bare)
  const row = (what: string, ms: number) => ({
    what,
    ours: `${ms.toFixed(0)} ms`,
    peer: `node -e 0: ${bare.toFixed(0)} ms`,
    ratio: ms / bare,
  })
  return [
    row('Action: main to its first line', medianOf(times.main)),
    row('Action: post with nothing left', medianOf(times.post)),
  ]
}

/** The binaries of SQLite for eight systems are what cannot be smaller. */
function sizes(): Measured[] {
  const files = globSync('dist/**', { cwd: FOLDER })
    .map((file) => ({ file, stat: statSync(join(FOLDER, file)) }))
    .filter(({ stat }) => stat.isFile())
    .map(({ file, stat }) => ({ file: file.replace('dist/', ''), bytes: stat.size }))
  const sum = (some: typeof files) => some.reduce((bytes, { bytes: one }) => bytes + one, 0)
  const size = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`
  const all = sum(files)
  const binaries = sum(files.filter(({ file }) => file.startsWith('prebuilds/')))
  const largest = files
    .filter(({ file }) => !file.startsWith('prebuilds/'))
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 3)
  return [
    { what: 'dist/', ours: size(all), peer: `SQLite for 8 systems: ${size(binaries)}`, ratio: all / binaries },
    ...largest.map(({ file, bytes }) => ({ what: `dist/${file}`, ours: size(bytes), peer: 'dist/', ratio: bytes / all })),
  ]
}

interface Prepared {
  readonly root: string
  readonly models: string
}

/** BENCH_REPOSITORY names a repository of one's own. */
function smallRepository(): Prepared {
  const repository = makeRepository()
  const own = process.env.BENCH_REPOSITORY
  if (own === undefined) repository.commit(fixtureFiles())
  else runTestGit(repository.root, ['-c', 'protocol.file.allow=always', 'pull', '--quiet', '--depth=1', own])
  return { root: repository.root, models: 'gpt-6-luna' }
}

/** Extracted, not written by a model: ten thousand answers of a stand-in would measure the stand-in. */
function manyFiles(): Prepared {
  const repository = makeRepository()
  for (let n = 0; n < MANY; n++)
    repository.write(
      `src/part${n % 100}/module${n}.py`,
      `"""Module ${n}."""\n\n\ndef move_${n}(parcel):\n    return parcel + ${n}\n`,
    )
  repository.commit({ 'README.md': '# Parcels\n\nMoves parcels from depot to depot.\n' })
  return { root: repository.root, models: 'offline' }
}

/** A finished job's state, taken and saved as a run does it; the peer is the taking alone, which also has its checksum. */
async function saving(of: string, { root, models }: Prepared): Promise<Measured> {
  const server = await startModelServer()
  const results = await startResultsServer()
  const env = environmentFor(server.url)
  const workspace = makeFolder()
  const here = process.cwd()
  const variables = {
    ACTIONS_RESULTS_URL: `${results.url}/`,
    ACTIONS_RUNTIME_TOKEN: results.tokenFor({ runId: 1 }),
    ACTIONS_CACHE_SERVICE_V2: 'True',
    RUNNER_TEMP: workspace,
  }
  try {
    const command = [process.execPath, CLI]
    const ended = await run(['run', '--model', models, '--yes'], { cwd: root, env, command })
    if (ended.code !== 0) throw new Error(`the run of ${of} ended with ${ended.code}: ${ended.stderr}`)
    Object.assign(process.env, variables)
    process.chdir(workspace)
    const carrier: Carrier = {
      github: createGitHub({ token: 'none', apiUrl: 'http://127.0.0.1:9' }),
      repository: { owner: 'octo-org', repo: 'parcel' },
      repositoryId: 1,
      runId: 1,
      attempt: 1,
      step: 'main',
      token: 'none',
      workspace,
    }
    const store = openStore(join(root, '.nehemvix'), { mustExist: true })
    const snapshots: number[] = []
    const saves: number[] = []
    let bytes = 0
    for (let sequence = 1; sequence <= 5; sequence++) {
      const start = performance.now()
      bytes = (await takeSnapshot(store, snapshotFile(workspace))).bytes
      const taken = performance.now()
      const sent = await quietly(() => sendSnapshot(carrier, sequence, false))
      if (sent.kind === 'refused' || sent.cacheKey === null) throw new Error('the stand-in of the cache did not take it')
      snapshots.push(taken - start)
      saves.push(performance.now() - start)
    }
    store.close()
    const archive = results.entries().at(-1)?.blob.bytes.length ?? 0
    const [snapshot, save] = [medianOf(snapshots), medianOf(saves)]
    return {
      what: `state, ${of}: ${(bytes / MB).toFixed(1)} MB, packed ${(archive / MB).toFixed(1)}`,
      ours: `${save.toFixed(0)} ms`,
      peer: `its snapshot: ${snapshot.toFixed(0)} ms`,
      ratio: save / snapshot,
    }
  } finally {
    process.chdir(here)
    for (const name of Object.keys(variables)) delete process.env[name]
    await server.stop()
    await results.stop()
    for (const folder of [root, workspace, env.HOME ?? '']) remove(folder)
  }
}

/** The cache's client tells each of its steps on stdout. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const write = process.stdout.write
  process.stdout.write = () => true
  try {
    return await work()
  } finally {
    process.stdout.write = write
  }
}
