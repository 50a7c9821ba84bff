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

let running: ChildProcess | null = null
let queue: Promise<unknown> = Promise.resolve()
let lastId = 0
const heldUp = new Map<Grammar, number>()
let endsWithUs = false

/** What the parser makes of a text; null where it can't within bounds. One text after another. */
export function askParser(asked: Asked): Promise<Found | null> {
  const found = queue.then(() => ask(asked))
  queue = found.catch(() => null)
  return found
}

async function ask(asked: Asked, isAgain = false): Promise<Found | null> {
  const isFresh = running === null
  running ??= start()
  const child = running
  const before = heldUp.get(asked.grammar) ?? 0
  const mostCpuMs = Math.max(LEAST_CPU_MS, CPU_MS / 2 ** before) + (CPU_MS_PER_KB * asked.text.length) / 1000
  const mostMs = mostCpuMs * WALL_FACTOR + WALL_MS + (isFresh ? START_MS : 0)
  const answer = await answerOf(child, { id: ++lastId, ...asked, mostCpuMs }, mostMs)
  if (typeof answer === 'object' && answer.kind === 'read') return answer.outline
  // A parser that gave up is not used again: what it left behind is in doubt.
  if (running === child) running = null
  child.kill('SIGKILL')
  // It may have been ended by somebody else: only twice the same proves that it was the text.
  if (answer === 'gone' && !isAgain) return ask(asked, true)
  if (typeof answer === 'object' && answer.kind === 'missing')
    throw new Error(`a file of this installation is missing: ${answer.why}`)
  heldUp.set(asked.grammar, before + 1)
  return null
}

/** `gone`: the process ended. `silent`: it took too long. */
function answerOf(child: ChildProcess, question: Question, mostMs: number): Promise<Answer | 'gone' | 'silent'> {
  const { promise, resolve } = Promise.withResolvers<Answer | 'gone' | 'silent'>()
  const onMessage = (answer: Answer): void => {
    if (answer.id === question.id) resolve(answer)
  }
  const onEnd = (): void => resolve('gone')
  const timer = setTimeout(() => resolve('silent'), mostMs)
  child.on('message', onMessage).once('exit', onEnd).once('error', onEnd)
  // Idle, it must not keep the program from ending.
  child.ref()
  child.channel?.ref()
  if (child.connected) child.send(question, (error) => error && onEnd())
  else onEnd()
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
    child.unref()
    child.channel?.unref()
  })
}

function start(): ChildProcess {
  const file = import.meta.url.endsWith('.ts') ? './parse-child.ts' : './parse-child.mjs'
  const { SystemRoot } = process.env
  const child = fork(new URL(file, import.meta.url), [], {
    // No keys and no settings of the person who runs this.
    env: SystemRoot === undefined ? {} : { SystemRoot },
    execArgv: ['--max-old-space-size=512'],
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
