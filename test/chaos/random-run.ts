// A seeded, randomised run of the built product: requests fail in every way, processes are killed, models switched, caps raised,
// checkpoints deleted, clocks set. What must hold is looked at with each request and after each command.
import { start } from '../acceptance/cli.ts'
import { openAudit } from './audit.ts'
import { startBillingServer } from './billing-server.ts'
import { type Editions, keysAt, makeEditions } from './editions.ts'
import { drawFate } from './misfortune.ts'
import { commandsFor, type Told } from './next-command.ts'
import { seeded } from './random.ts'
import { nextEvent, type RestEvent } from './rest-events.ts'
import { compareGuide } from './same-guide.ts'

const AUDIENCES = ['beginner', 'senior', 'architect', 'beginner,senior,architect']
const JOBS_PER_STATE = 3
/** Steps of bad weather that a job gets before only what is said is done, and nothing fails. */
const STORM = { least: 20, most: 120 }
const MOST_COMMANDS = 80
/** In good weather a job comes to its end by what its pauses say. */
const MOST_CALM_COMMANDS = 12
const KILLED = 0.02
const INTERRUPTED = 0.015

export interface RandomRunReport {
  readonly steps: number
  readonly requests: number
  readonly commands: number
  readonly jobs: number
  readonly kills: number
  /** Failure or event -> how often it was met. */
  readonly met: Readonly<Record<string, number>>
}

interface Lane {
  readonly editions: Editions
  readonly random: () => number
  readonly isDone: () => boolean
  readonly count: (what: string) => void
  readonly log: (line: string) => void
}

/** Runs until `steps` requests and events have been met. Throws at the first thing that does not hold, with what led to it. */
export async function randomRun(options: {
  readonly steps: number
  readonly seed: number
  readonly lanes?: number
  readonly log?: (line: string) => void
}): Promise<RandomRunReport> {
  const met: Record<string, number> = {}
  let steps = 0
  let hasFailed = false
  const editions = makeEditions(JOBS_PER_STATE)
  const lane = async (n: number): Promise<void> => {
    const count = (what: string) => {
      steps++
      met[what] = (met[what] ?? 0) + 1
    }
    const isDone = () => steps >= options.steps || hasFailed
    const log = (line: string) => options.log?.(`${n} ${line}`)
    const random = seeded(options.seed * 31 + n)
    try {
      while (!isDone()) await oneState({ editions, random, isDone, count, log })
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  try {
    const lanes = Array.from({ length: options.lanes ?? 2 }, (_, n) => lane(n + 1))
    const ends = await Promise.allSettled(lanes)
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  } finally {
    editions.remove()
  }
  const of = (prefix: string) => Object.entries(met).reduce((sum, [what, n]) => sum + (what.startsWith(prefix) ? n : 0), 0)
  return { steps, requests: of('request'), commands: of('command'), jobs: of('job'), kills: of('event kill'), met }
}

/** Some jobs in one repository with one state file, up to their ends. */
async function oneState(lane: Lane): Promise<void> {
  const { editions, random, isDone, count, log } = lane
  const copy = editions.copy()
  const audit = openAudit(copy.root)
  const history: string[] = []
  const wrong: string[] = []
  let isCalm = false
  let kill: (signal: 'SIGKILL' | 'SIGINT') => void = () => {}
  const server = await startBillingServer((asked) => {
    wrong.push(...audit.atRequest(asked))
    const fate = drawFate(asked, random, isCalm)
    const name = fate.kind === 'reply' ? fate.failure.split(' ')[0] : fate.kind === 'drop' ? 'dropped' : fate.fault
    count(`request ${name}`)
    history.push(`   ${asked.model} ${asked.units.length} of ${asked.units[0]}: ${fate.kind === 'reply' ? fate.failure : name}`)
    const draw = isCalm ? 1 : random()
    if (draw < KILLED) kill('SIGKILL')
    else if (draw < KILLED + INTERRUPTED) kill('SIGINT')
    return fate
  })
  const env = keysAt(server.url)
  const expectNothingWrong = () => {
    if (wrong.length > 0) throw new Error(`${history.slice(-60).join('\n')}\n\n${wrong.slice(0, 5).join('\n')}`)
  }
  const command = async (args: readonly string[]): Promise<Told> => {
    count(`command ${args[0]}`)
    const before = server.requests()
    const running = start(args, { cwd: copy.root, env })
    let wasKilled = false
    let interrupts = 0
    kill = (signal) => {
      count(signal === 'SIGKILL' ? 'event kill' : 'event Ctrl-C')
      history.push(`   ${signal}`)
      // A second Ctrl-C ends it at once, as a kill does.
      wasKilled ||= signal === 'SIGKILL' || ++interrupts > 1
      running.child.kill(signal)
    }
    const { code, result, stderr } = await running.ended
    kill = () => {}
    await server.idle()
    const told: Told = { args, code, result, wasKilled, requests: server.requests() - before, stderr }
    history.push(`${isCalm ? 'calm ' : ''}${args.join(' ')} -> ${code} ${result.status} ${result.paused?.next ?? ''}`)
    wrong.push(...audit.atRest(server.bill))
    return told
  }
  try {
    for (const commit of editions.commits) {
      if (isDone()) break
      const audience = AUDIENCES[Math.floor(random() * AUDIENCES.length)] as string
      const stormAt = server.requests() + STORM.least + Math.floor(random() * (STORM.most - STORM.least))
      const commands = commandsFor({ root: copy.root, commit, audience, random })
      isCalm = false
      let calmCommands = 0
      let last: Told | null = null
      for (let n = 0; last?.result.status !== 'completed'; n++) {
        isCalm = server.requests() >= stormAt || n > MOST_COMMANDS || isDone()
        if (isCalm && ++calmCommands > MOST_CALM_COMMANDS) wrong.push('the job does not come to its end by what it says')
        expectNothingWrong()
        const event: RestEvent | null = nextEvent(copy.root, random, isCalm, last)
        if (event !== null) {
          count(`event ${event}`)
          history.push(`   ${event}`)
        }
        const next = commands.next(last, isCalm)
        const told: Told = await command(next)
        wrong.push(...commands.judge(last, told, isCalm))
        last = told
      }
      expectNothingWrong()
      wrong.push(...(await compareGuide({ root: copy.root, editions, commit, audience, result: last.result })))
      expectNothingWrong()
      count('job completed')
      log(`${server.requests()} requests; ${last.result.provenance}`)
    }
  } finally {
    audit.close()
    await server.stop()
    copy.remove()
  }
}
