// `npm run live -- --model M [--second M2]`: the four interruptions in one job against real providers, with your own keys and at most one
// cent in all. Never run in CI. A real daily quota can't be ordered: your own limit of requests a day stands in for it. M writes the
// sections, which cost most: name the cheaper model there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { resolveModel } from '../../src/models/registry.ts'
import { Refusal } from '../../src/refusal.ts'
import { type Ended, openState, start } from '../acceptance/cli.ts'
import { makeRepository } from '../repository/make-repository.ts'
import { tinyFiles } from './tiny-repository.ts'

const CAP = ['--cap', '0.01']
/** Small, so that a tiny repository takes several calls a stage, and no reservation is near the cap. */
const SMALL = ['--window', '8000', '--max-output', '2000', '--concurrency', '1']
const NO_LIMIT = ['--daily-requests', '1000']
const MOST_COMMANDS = 12

interface Stop {
  readonly name: string
  readonly ended: Ended
  /** Requests that the command sent. */
  readonly sent: number
  readonly isAsExpected: boolean
}

const { values } = parseArgs({ options: { model: { type: 'string' }, second: { type: 'string' } } })
process.exitCode = await live(values.model, values.second ?? values.model)

async function live(first: string | undefined, second: string | undefined): Promise<number> {
  if (first === undefined || second === undefined)
    return refuse('Which model?', 'npm run live -- --model gpt-6-luna --second gemini-3.8-flash')
  const home = mkdtempSync(join(tmpdir(), 'nehemvix-live-'))
  // Keys and addresses are yours; a configuration of yours would change what is tried.
  const env = { ...(process.env as Record<string, string>), HOME: home, XDG_CONFIG_HOME: home }
  const repository = makeRepository()
  try {
    const [one, two] = [first, second].map((model) => {
      const { provider, id } = resolveModel({ model }, env)
      return { id, args: ['--model', model, '--consent', provider.name, '--yes', ...SMALL, ...CAP] }
    })
    if (!one || !two) return 2
    repository.commit(tinyFiles())
    const stops = await interruptFourTimes(repository.root, one, two, env)
    return tell(repository.root, stops)
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message, error.next ?? '')
    throw error
  } finally {
    repository.remove()
    rmSync(home, { recursive: true, force: true })
  }
}

interface Way {
  /** As the ledger names it. */
  readonly id: string
  /** Options that switch to it. */
  readonly args: readonly string[]
}

async function interruptFourTimes(root: string, one: Way, two: Way, env: Record<string, string>): Promise<Stop[]> {
  const stops: Stop[] = []
  const command = async (name: string, args: readonly string[], expected: (ended: Ended, sent: number) => boolean) => {
    const before = count(root, 'SELECT count(*) AS n FROM ledger')
    const ended = await start(args, { cwd: root, env }).ended
    const sent = count(root, 'SELECT count(*) AS n FROM ledger') - before
    stops.push({ name, ended, sent, isAsExpected: expected(ended, sent) })
    return ended
  }
  /** Requests a day: what the model has had in this repository, and so many more. */
  const limit = (way: Way, more: number) => {
    const used = count(root, `SELECT count(*) AS n FROM ledger WHERE model = '${way.id.replaceAll("'", "''")}'`)
    return ['--daily-requests', String(used + more)]
  }
  const quotaIn = (stage: string) => (ended: Ended) => ended.result.status === 'paused_quota' && ended.result.stage === stage
  await command(
    'a quota in the file summaries',
    ['run', '--audience', 'beginner', ...one.args, ...limit(one, 1)],
    quotaIn('file-summaries'),
  )
  // One request at a time until the second paid stage has begun.
  for (let n = 0; n < MOST_COMMANDS; n++) {
    const isNext = (ended: Ended) => quotaIn('file-summaries')(ended) || quotaIn('folder-summaries')(ended)
    const ended = await command('switched; a quota in the folder summaries', ['resume', ...two.args, ...limit(two, 1)], isNext)
    const stage = count(root, `SELECT count(*) AS n FROM job_units WHERE stage = 'folder-summaries'`)
    if (stage > 0 || ended.result.status !== 'paused_quota') break
  }
  await command(
    'switched back; two requests a day',
    ['resume', ...one.args, ...limit(one, 2)],
    (ended, sent) => ended.code === 3 && sent === 2,
  )
  await command('the same day again', ['resume'], (ended, sent) => ended.code === 3 && sent === 0)
  stops.push(await interruptByHand(root, ['resume', ...one.args, ...NO_LIMIT], env))
  await command('the same model goes on', ['resume'], ({ result }) => result.status === 'completed')
  return stops
}

/** Ctrl-C as soon as one more call is settled. */
async function interruptByHand(root: string, args: readonly string[], env: Record<string, string>): Promise<Stop> {
  const settled = () => count(root, `SELECT count(*) AS n FROM ledger WHERE status <> 'IN_FLIGHT'`)
  const before = settled()
  const running = start(args, { cwd: root, env })
  let isOver = false
  void running.ended.then(() => {
    isOver = true
  })
  while (!isOver && settled() === before) await new Promise((done) => setTimeout(done, 50))
  running.child.kill('SIGINT')
  const ended = await running.ended
  return { name: 'Ctrl-C in mid-run', ended, sent: settled() - before, isAsExpected: ended.result.status === 'interrupted' }
}

function tell(root: string, stops: readonly Stop[]): number {
  const row = (...cells: readonly string[]) => print(cells.map((cell, n) => cell.padEnd([44, 30, 6, 9, 10][n] ?? 0)).join(' '))
  row('command', 'ended', 'calls', 'units', 'USD in all', '')
  for (const { name, ended, sent, isAsExpected } of stops) {
    const { status, stage, units, spent_usd: usd } = ended.result
    row(
      name,
      `${status} in ${stage}`,
      String(sent),
      `${units?.done}/${units?.total}`,
      String(usd),
      isAsExpected ? '' : 'NOT AS EXPECTED',
    )
    if (!isAsExpected) print(`  ${ended.result.paused?.message ?? ended.result.error?.message ?? ended.stderr}`)
  }
  const result = stops.at(-1)?.ended.result
  const twice = count(
    root,
    `SELECT count(*) AS n FROM (SELECT 1 FROM call_units WHERE outcome = 'accepted' GROUP BY stage, unit_key HAVING count(*) > 1)`,
  )
  print(`\nBilled twice, as far as the ledger knows: ${twice === 0 ? 'nothing' : `${twice} units`}`)
  print(`Grounding: ${result?.grounding?.score ?? 'none'}; written by ${result?.provenance ?? 'nobody'}`)
  print(`Money: $${result?.spent_usd} spent, at most $${result?.unknown_usd} of unknown outcome`)
  return twice === 0 && stops.every((stop) => stop.isAsExpected) ? 0 : 1
}

function count(root: string, sql: string): number {
  let state: ReturnType<typeof openState>
  try {
    state = openState(root)
  } catch {
    return 0
  }
  try {
    return (state.prepare(sql).get() as { n: number }).n
  } catch (error) {
    // The first command is just making it.
    if (/no such table/.test(String(error))) return 0
    throw error
  } finally {
    state.close()
  }
}

function refuse(message: string, next: string): number {
  process.stderr.write(`${message}\nNext: ${next}\n`)
  return 2
}

function print(line: string): void {
  process.stdout.write(`${line.trimEnd()}\n`)
}
