// One step's process, and what may happen to it: a cancelled run, or a machine that is gone from one moment to the next.
import { type ChildProcess, spawn } from 'node:child_process'

export interface Interruption {
  /**
   * SIGINT: the run is cancelled, as the runner does it: SIGINT, 7.5 s, SIGTERM, 2.5 s, SIGKILL; post runs.
   * SIGKILL: the machine is gone, with everything on it; post does not run.
   */
  readonly name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'
  readonly afterMs?: number
  /** Asked every 10 ms with what was written so far. */
  readonly when?: (output: string) => boolean | Promise<boolean>
}

export interface Ran {
  /** null: ended by a signal. */
  readonly code: number | null
  readonly output: string
  /** The machine, not only the process. */
  readonly isGone: boolean
  readonly isInterrupted: boolean
}

export interface ProcessPlace {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signal?: Interruption
}

export async function runProcess(script: string, { cwd, env, signal }: ProcessPlace): Promise<Ran> {
  // A group of its own: a machine that is gone takes the children along.
  const child = spawn(process.execPath, [script], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (part) => {
      output += part
    })
  }
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  let isOver = false
  ended.then(() => {
    isOver = true
  })
  let isInterrupted = false
  if (
    signal &&
    (await isTime(
      signal,
      () => output,
      () => isOver,
    ))
  ) {
    isInterrupted = true
    await interrupt(child, signal.name, ended)
  }
  return { code: await ended, output, isInterrupted, isGone: isInterrupted && signal?.name === 'SIGKILL' }
}

/** false: it ended before. */
async function isTime({ afterMs = 0, when }: Interruption, output: () => string, isOver: () => boolean): Promise<boolean> {
  const start = performance.now()
  while (!isOver()) {
    if (performance.now() - start >= afterMs && (when === undefined || (await when(output())))) return !isOver()
    await pause(10)
  }
  return false
}

async function interrupt(child: ChildProcess, name: Interruption['name'], ended: Promise<unknown>): Promise<void> {
  if (name === 'SIGKILL') return killGroup(child)
  child.kill(name)
  if (name === 'SIGTERM') return
  if (await Promise.race([ended.then(() => true), pause(7_500)])) return
  child.kill('SIGTERM')
  if (await Promise.race([ended.then(() => true), pause(2_500)])) return
  killGroup(child)
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
