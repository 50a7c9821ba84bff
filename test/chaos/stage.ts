// A run of the built product with its calls held in flight, as long as a test wants.
import { onTestFinished } from 'vitest'
import { environmentFor, type Running, remove, run, start } from '../acceptance/cli.ts'
import { type Books, readBooks } from './books.ts'
import { makeTemplate } from './forty-units.ts'
import { type Gatekeeper, startGatekeeper, until } from './gatekeeper.ts'
import { RUN } from './kill-at-request.ts'

export interface HeldRun {
  readonly root: string
  readonly keeper: Gatekeeper
  readonly running: Running
  /** What stands on stderr so far. */
  said(): string
  /** Lets the held requests go on to the stand-in. */
  release(): void
  nehemvix(...args: string[]): ReturnType<typeof run>
  start(...args: string[]): Running
  books(): Books
}

/** Starts a job and returns when `held` of its calls are in flight, after `before` that were answered. Later requests pass. */
export async function holdCalls(before: number, held: number, ...args: string[]): Promise<HeldRun> {
  const template = makeTemplate()
  const copy = template.copy()
  const keeper = await startGatekeeper()
  const env = environmentFor(keeper.url)
  let release = () => {}
  const gate = new Promise<void>((open) => {
    release = open
  })
  keeper.onRequest((count) => (count > before && count <= before + held ? gate : undefined))
  const options = { cwd: copy.root, env }
  const running = start([...RUN, ...args], options)
  let text = ''
  running.child.stderr?.on('data', (part) => {
    text += part
  })
  onTestFinished(async () => {
    release()
    running.child.kill('SIGKILL')
    await running.ended
    await keeper.stop()
    remove(env.HOME ?? '')
    copy.remove()
    template.remove()
  })
  await until(() => keeper.requests() >= before + held)
  return {
    root: copy.root,
    keeper,
    running,
    said: () => text,
    release,
    nehemvix: (...args) => run(args, options),
    start: (...args) => start(args, options),
    books: () => readBooks(copy.root),
  }
}

/** Units that the stand-in billed more than once. */
export async function billedTwice(keeper: Gatekeeper): Promise<string[]> {
  const { units } = await keeper.models.stats()
  return Object.keys(units).filter((unit) => (units[unit]?.billed ?? 0) > 1)
}

export const statusesOf = (books: Books): string[] => [...new Set(books.ledger.map((row) => row.status))].sort()
