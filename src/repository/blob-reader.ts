// One long-lived `git cat-file --batch`: starting a process for each file would cost more than reading it.
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { Refusal } from '../refusal.ts'
import { refuseToStart, startGit } from './git.ts'

interface Waiting {
  readonly id: string
  readonly resolve: (bytes: Buffer) => void
  readonly reject: (error: unknown) => void
  /** Asked again once where the process died; twice is no accident. */
  wasRetried: boolean
}

/** The object is not there: damaged, or a partial clone that has not fetched it. */
export class MissingContent extends Refusal {}

/** Of a pack git maps up to 1 GB at once, which counts as memory of ours. */
const SMALL_WINDOWS = ['-c', 'core.packedGitWindowSize=1m', '-c', 'core.packedGitLimit=8m']

/**
 * Reads blobs by id, in the order in which they are asked for. The caller bounds how much it asks for at once.
 * The process keeps Node alive only while an answer is awaited, and is started again after it died.
 */
export class BlobReader {
  readonly #root: string
  #child: ChildProcess | null = null
  #waiting: Waiting[] = []
  #received: Buffer[] = []
  #receivedBytes = 0
  /** What must have come before another look is worth it: joining at each piece would take quadratic time for a large blob. */
  #wantedBytes = 0
  #isClosed = false
  #unwritten = ''

  constructor(root: string) {
    this.#root = root
  }

  /** The blob's bytes. Rejects with MissingContent where the repository does not hold it. */
  read(id: string): Promise<Buffer> {
    if (this.#isClosed) return Promise.reject(new Error('The source is closed.'))
    return new Promise((resolve, reject) => this.#ask({ id, resolve, reject, wasRetried: false }))
  }

  /** Ends the process, where nobody waits for it: it holds 50 MB. The next question starts another. */
  rest(): void {
    if (this.#waiting.length > 0) return
    this.#child?.kill()
    this.#child = null
  }

  close(): void {
    this.#isClosed = true
    this.#child?.kill()
  }

  #ask(waiting: Waiting): void {
    this.#child ??= this.#start()
    this.#waiting.push(waiting)
    keepAlive(this.#child, true)
    // What is asked for at the same moment goes in one write: each costs a system call.
    if (this.#unwritten === '') queueMicrotask(() => this.#write())
    this.#unwritten += `${waiting.id}\n`
  }

  #write(): void {
    const ids = this.#unwritten
    this.#unwritten = ''
    this.#child?.stdin?.write(ids)
  }

  #start(): ChildProcess {
    const child = startGit(this.#root, [...SMALL_WINDOWS, 'cat-file', '--batch'])
    this.#keep(Buffer.alloc(0), 0)
    child.stdin?.on('error', () => {})
    child.stderr?.resume()
    child.stdout?.on('data', (bytes: Buffer) => this.#take(child, bytes))
    child.on('error', (error) => this.#lose(child, refuseToStart(error)))
    child.on('close', () => this.#lose(child, null))
    return child
  }

  #take(child: ChildProcess, bytes: Buffer): void {
    if (child !== this.#child) return
    this.#received.push(bytes)
    this.#receivedBytes += bytes.length
    if (this.#receivedBytes < this.#wantedBytes) return
    let received = this.#received.length === 1 ? bytes : Buffer.concat(this.#received)
    let wantedBytes = 0
    for (;;) {
      // `<id> <type> <size>\n<content>\n`, or `<id> missing\n`.
      const headEnd = received.indexOf(10)
      if (headEnd === -1) break
      const [, type, size] = received.toString('latin1', 0, headEnd).split(' ')
      const bodyEnd = type === 'missing' ? headEnd : headEnd + 1 + Number(size)
      wantedBytes = bodyEnd + 1
      if (received.length < wantedBytes) break
      const body = Buffer.from(received.subarray(headEnd + 1, bodyEnd))
      received = received.subarray(wantedBytes)
      wantedBytes = 0
      const next = this.#waiting.shift()
      if (type === 'blob') next?.resolve(body)
      else next?.reject(new MissingContent(`The repository does not hold the content ${next.id}.`, 'git fsck'))
    }
    this.#keep(received, wantedBytes)
    if (this.#waiting.length === 0) keepAlive(child, false)
  }

  #keep(received: Buffer, wantedBytes: number): void {
    this.#received = received.length === 0 ? [] : [received]
    this.#receivedBytes = received.length
    this.#wantedBytes = wantedBytes
  }

  #lose(child: ChildProcess, error: Error | null): void {
    if (child !== this.#child) return
    this.#child = null
    const left = this.#waiting
    this.#waiting = []
    for (const waiting of left) {
      if (error || this.#isClosed || waiting.wasRetried) {
        waiting.reject(error ?? new Error(this.#isClosed ? 'The source is closed.' : 'git cat-file ended without an answer.'))
      } else {
        waiting.wasRetried = true
        this.#ask(waiting)
      }
    }
  }
}

function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  // The pipes are sockets, which the types of ChildProcess do not say.
  const holders = [child, child.stdin, child.stdout, child.stderr] as Array<ChildProcess | Socket>
  for (const holder of holders) isNeeded ? holder.ref() : holder.unref()
}
