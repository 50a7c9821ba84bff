// `npm run bench`: speed as ratios to a peer or a limit in the same run; absolute times of a shared machine say little.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { insertJob } from '../../src/store/jobs.ts'
import { acquireLease } from '../../src/store/lease.ts'
import { reserveCall, settleSucceeded } from '../../src/store/ledger.ts'
import { openStore } from '../../src/store/open.ts'
import { thisProcess } from '../../src/store/this-process.ts'
import { CLI, environmentFor, run } from '../acceptance/cli.ts'
import { startModelServer } from '../acceptance/model-server.ts'
import { makeRepository } from '../repository/make-repository.ts'
import { measureAction } from './action.ts'
import { timeCalls } from './calls.ts'
import { measureReading } from './reading.ts'
import { timeWebhooks } from './webhooks.ts'

const ROUNDS = 11

/** Milliseconds: the median of several runs, after one to warm the disk. */
async function median(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now()
    await work()
    if (round > 0) times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}

const row = (what: string, ours: string, peer: string, ratio: number) =>
  process.stdout.write(`${what.padEnd(46)} ${ours.padStart(12)} ${peer.padStart(28)} ${`×${ratio.toFixed(2)}`.padStart(9)}\n`)

const folder = mkdtempSync(join(tmpdir(), 'nehemvix-bench-'))
process.stdout.write(`${'what'.padEnd(46)} ${'ours'.padStart(12)} ${'peer'.padStart(28)} ${'ratio'.padStart(9)}\n`)

const bare = await median(() => spawnSync(process.execPath, ['-e', '0']))
const version = await median(() => spawnSync(process.execPath, [CLI, '--version']))
row('--version', `${version.toFixed(0)} ms`, `node -e 0: ${bare.toFixed(0)} ms`, version / bare)

const firstRequest = await resumeToFirstRequest()
row('resume to first request', `${firstRequest.toFixed(0)} ms`, `node -e 0: ${bare.toFixed(0)} ms`, firstRequest / bare)

const [ours, plain] = ledgerRates()
row('ledger transactions a second (FULL)', ours.toFixed(0), `plain INSERT, FULL: ${plain.toFixed(0)}`, ours / plain)

const calls = await timeCalls()
row(
  `${calls.calls} calls of ${calls.latencyMs} ms, 4 at once`,
  `${(calls.oursMs / 1000).toFixed(1)} s`,
  `its plan, ideal: ${(calls.idealMs / 1000).toFixed(1)} s`,
  calls.oursMs / calls.idealMs,
)

for (const { what, ours, peer, ratio } of [...(await measureAction()), ...(await measureReading())]) row(what, ours, peer, ratio)

const hooks = await timeWebhooks()
row(
  'webhooks a second',
  hooks.ours.perSecond.toFixed(0),
  `bare Probot: ${hooks.bare.perSecond.toFixed(0)}`,
  hooks.ours.perSecond / hooks.bare.perSecond,
)
row(
  'webhooks, 99th percentile',
  `${hooks.ours.p99Ms.toFixed(1)} ms`,
  `bare Probot: ${hooks.bare.p99Ms.toFixed(1)} ms`,
  hooks.ours.p99Ms / hooks.bare.p99Ms,
)

rmSync(folder, { recursive: true, force: true })

/** From the start of `resume` to the moment the provider has the request: the stand-in answers 401, so that nothing more happens. */
async function resumeToFirstRequest(): Promise<number> {
  const server = await startModelServer({
    rules: [{ do: { status: 401, body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } } } }],
  })
  const repository = makeRepository()
  for (let file = 0; file < 50; file++)
    repository.write(`src/part${file}.py`, `"""Part ${file}."""\n\ndef work_${file}():\n    return ${file}\n`.repeat(20))
  repository.commit()
  const options = { cwd: repository.root, env: environmentFor(server.url) }
  await run(['run', '--model', 'gpt-6-luna', '--yes'], options)
  const time = await median(() => run(['resume'], options))
  repository.remove()
  await server.stop()
  return time
}

/** Reservation and settlement are two durable transactions a call; the peer is one bare INSERT a transaction. */
function ledgerRates(): [number, number] {
  const calls = 1_500
  const store = openStore(join(folder, 'state'))
  const lease = acquireLease(store, thisProcess(), new Date())
  if (lease.kind !== 'acquired') throw new Error('the lease of a new file is held')
  const settings = { audiences: [], language: 'en', detail: '', include: [], exclude: [], guidePath: '', promptVersions: {} }
  const job = insertJob(
    store,
    { identity: 'bench000000', sourceCommit: '0', isWorktree: false, mode: 'model', settings, connections: [] },
    new Date(),
  )
  store.write(() => store.sql('UPDATE jobs SET cap_micro_usd = 1000000000').run())
  const call = {
    jobId: job.id,
    run: 1,
    stage: 'sections',
    provider: 'openai',
    host: 'h',
    model: 'm',
    epoch: lease.epoch,
    unitKeys: ['a', 'b', 'c'],
  } as const
  const bill = { costMicroUsd: 5, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0, requestId: null }
  const start = performance.now()
  for (let n = 0; n < calls; n++) {
    const reserved = reserveCall(store, { ...call, reservedMicroUsd: 10 }, null, new Date())
    if (reserved.kind !== 'reserved') throw new Error(reserved.kind)
    store.write(() => settleSucceeded(store, reserved.ledgerId, bill, new Date()))
  }
  const seconds = (performance.now() - start) / 1000
  store.close()
  const db = new Database(join(folder, 'plain.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)')
  const insert = db.prepare('INSERT INTO t (b) VALUES (?)')
  const startPlain = performance.now()
  for (let n = 0; n < calls * 2; n++) insert.run('x')
  const plainSeconds = (performance.now() - startPlain) / 1000
  db.close()
  return [(calls * 2) / seconds, (calls * 2) / plainSeconds]
}
