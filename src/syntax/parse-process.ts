import { type ChildProcess, fork } from 'node:child_process'
import type { Outline } from '../outline/shape.ts'
import type { Grammar } from './grammars.ts'
import type { Answer, Question } from './question.ts'

type Found = Omit<Outline, 'language' | 'headings'>
type Asked = Pick<Question, 'path' | 'text' | 'grammar'>

/**
 * A normal file takes a sixth of a millisecond a kilobyte. Grammars that were held up by a text before get less time for the next:
 * a repository full of such texts ends too.
 */
const CPU_MS = 1_000
const LEAST_CPU_MS = 200
const CPU_MS_PER_KB = 3
/** The parser looks at the clock only between its steps, and it may have to wait for its turn: past this it is not waited for. */
const WALL_FACTOR = 3
const WALL_MS = 2_000
const START_MS = 15_000

/** What one message carries. More messages would cost more than what they say; larger ones would leave the other process idle at first. */
const MOST_AT_ONCE = 64
const MOST_CHARACTERS = 200_000
/** What lies ready for the other process while this one is busy with something else. */
const MOST_READY = 1_000
const MOST_READY_CHARACTERS = 1_000_000

interface Waiting {
  readonly asked: Asked
  readonly resolve: (found: Found | null) => void
  readonly reject: (error: Error) => void
}

let running: ChildProcess | null = null
const waiting: Waiting[] = []
let isAsking = false
let shallRest = false
const heldUp = new Map<Grammar, number>()
let endsWithUs = false

/** What the parser makes of a text; null where it can't within bounds. One text after another; texts asked for together travel together. */
export function askParser(asked: Asked): Promise<Found | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Found | null>()
  waiting.push({ asked, resolve, reject })
  if (!isAsking) setImmediate(() => void askWaiting())
  isAsking = true
  return promise
}

/** Starts the process before there is a question, as one is sure to come: it takes a fifth of a second to be ready. */
export function wakeParseProcess(): void {
  running ??= start()
  running.unref()
  running.channel?.unref()
}

/** Ends the process as soon as nothing is asked: it holds 60 MB. The next question starts another. */
export function restParseProcess(): void {
  shallRest = isAsking
  if (isAsking) return
  running?.kill('SIGKILL')
  running = null
}

async function askWaiting(): Promise<void> {
  while (waiting.length > 0) await ask([], { takesMore: true })
  isAsking = false
  if (shallRest) restParseProcess()
}

function takeWaiting(): Waiting[] {
  let characters = 0
  let count = 0
  while (count < waiting.length && count < MOST_AT_ONCE && (count === 0 || characters < MOST_CHARACTERS))
    characters += waiting[count++]?.asked.text.length ?? 0
  return waiting.splice(0, count)
}

interface Asking {
  /** Takes up what waits, for as long as all goes well. */
  readonly takesMore: boolean
  readonly isAgain?: boolean
}

async function ask(open: Waiting[], asking: Asking): Promise<void> {
  const isFresh = running === null
  running ??= start()
  const child = running
  const ended = await settleAnswers(child, open, asking, isFresh ? START_MS : 0)
  if (ended === null) return
  // A parser that gave up is not used again: what it left behind is in doubt.
  if (running === child) running = null
  child.kill('SIGKILL')
  if (ended === 'broken') waiting.unshift(...open)
  // Of several texts each is asked for alone: it shows which one it was.
  else if (open.length > 1) for (const one of open) await ask([one], { takesMore: false })
  // It may have been ended by somebody else: only twice the same proves that it was the text.
  else if (ended === 'gone' && asking.isAgain !== true) await ask(open, { takesMore: false, isAgain: true })
  else giveUp(open[0])
}

function mostCpuMsOf({ grammar, text }: Asked): number {
  return Math.max(LEAST_CPU_MS, CPU_MS / 2 ** (heldUp.get(grammar) ?? 0)) + (CPU_MS_PER_KB * text.length) / 1000
}

function giveUp(one: Waiting | undefined): void {
  if (one === undefined) return
  heldUp.set(one.asked.grammar, (heldUp.get(one.asked.grammar) ?? 0) + 1)
  one.resolve(null)
}

/** `broken`: it said that it can't go on, after what it said of one text. `gone`: the process ended. `silent`: one text took too long. */
type Ended = 'broken' | 'gone' | 'silent'

/** Settles what is answered, in the order of asking, and leaves in `open` what is not. null: all was answered. */
function settleAnswers(child: ChildProcess, open: Waiting[], { takesMore }: Asking, startMs: number): Promise<Ended | null> {
  const { promise, resolve } = Promise.withResolvers<Ended | null>()
  let timer: NodeJS.Timeout | undefined
  const onEnd = (): void => resolve('gone')
  const send = (some: readonly Waiting[]): void => {
    const questions = some.map(({ asked }): Question => ({ ...asked, mostCpuMs: mostCpuMsOf(asked) }))
    if (child.connected) child.send(questions, (error) => error && onEnd())
    else onEnd()
  }
  const wait = (extraMs: number): void => {
    clearTimeout(timer)
    const longestMs = Math.max(...open.map(({ asked }) => mostCpuMsOf(asked)))
    timer = setTimeout(() => resolve('silent'), longestMs * WALL_FACTOR + WALL_MS + extraMs)
  }
  const takeMore = (): void => {
    let characters = open.reduce((sum, { asked }) => sum + asked.text.length, 0)
    while (takesMore && waiting.length > 0 && open.length < MOST_READY && characters < MOST_READY_CHARACTERS) {
      const more = takeWaiting()
      characters += more.reduce((sum, { asked }) => sum + asked.text.length, 0)
      open.push(...more)
      send(more)
    }
  }
  const onMessage = (answers: readonly Answer[]): void => {
    for (const answer of answers) {
      settle(open.shift(), answer)
      if (answer.kind === 'read') continue
      resolve('broken')
      return
    }
    takeMore()
    if (open.length === 0) resolve(null)
    else wait(0)
  }
  child.on('message', onMessage).once('exit', onEnd).once('error', onEnd)
  // Idle, it must not keep the program from ending.
  child.ref()
  child.channel?.ref()
  if (open.length > 0) send(open)
  takeMore()
  wait(startMs)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
    child.unref()
    child.channel?.unref()
  })
}

function settle(one: Waiting | undefined, answer: Answer): void {
  if (answer.kind === 'read') one?.resolve(answer.outline)
  else if (answer.kind === 'missing') one?.reject(new Error(`a file of this installation is missing: ${answer.why}`))
  else giveUp(one)
}

function start(): ChildProcess {
  const file = import.meta.url.endsWith('.ts') ? './parse-child.ts' : './parse-child.mjs'
  const { SystemRoot } = process.env
  const child = fork(new URL(file, import.meta.url), [], {
    // No keys and no settings of the person who runs this.
    env: SystemRoot === undefined ? {} : { SystemRoot },
    // Trees live outside of the heap: a larger young generation would take 100 MB more and save no time.
    execArgv: ['--max-old-space-size=512', '--max-semi-space-size=2'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.on('error', () => {})
  child.on('exit', () => {
    if (running === child) running = null
  })
  if (!endsWithUs) process.on('exit', () => running?.kill('SIGKILL'))
  endsWithUs = true
  return child
}
