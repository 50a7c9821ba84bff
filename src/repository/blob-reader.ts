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

/**
 * Reads blobs by id, in the order in which they are asked for. The caller bounds how much it asks for at once.
 * The process keeps Node alive only while an answer is awaited, and is started again after it died.
 */
export class BlobReader {
  readonly #root: string
  #child: ChildProcess | null = null
  #waiting: Waiting[] = []
  #received: Buffer = Buffer.alloc(0)
  #isClosed = false

  constructor(root: string) {
    this.#root = root
  }

  /** The blob's bytes. Rejects with a Refusal where the repository does not hold it. */
  read(id: string): Promise<Buffer> {
    if (this.#isClosed) return Promise.reject(new Error('The source is closed.'))
    return new Promise((resolve, reject) => this.#ask({ id, resolve, reject, wasRetried: false }))
  }

  close(): void {
    this.#isClosed = true
    this.#child?.kill()
  }

  #ask(waiting: Waiting): void {
    this.#child ??= this.#start()
    this.#waiting.push(waiting)
    keepAlive(this.#child, true)
    this.#child.stdin?.write(`${waiting.id}\n`)
  }

  #start(): ChildProcess {
    const child = startGit(this.#root, ['cat-file', '--batch'])
    this.#received = Buffer.alloc(0)
    child.stdin?.on('error', () => {})
    child.stderr?.resume()
    child.stdout?.on('data', (bytes: Buffer) => this.#take(child, bytes))
    child.on('error', (error) => this.#lose(child, refuseToStart(error)))
    child.on('close', () => this.#lose(child, null))
    return child
  }

  #take(child: ChildProcess, bytes: Buffer): void {
    if (child !== this.#child) return
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
    for (;;) {
      // `<id> <type> <size>\n<content>\n`, or `<id> missing\n`.
      const headEnd = this.#received.indexOf(10)
      if (headEnd === -1) break
      const [, type, size] = this.#received.toString('latin1', 0, headEnd).split(' ')
      const bodyEnd = type === 'missing' ? headEnd : headEnd + 1 + Number(size)
      if (this.#received.length <= bodyEnd) break
      const body = Buffer.from(this.#received.subarray(headEnd + 1, bodyEnd))
      this.#received = this.#received.subarray(bodyEnd + 1)
      const next = this.#waiting.shift()
      if (type === 'blob') next?.resolve(body)
      else next?.reject(new Refusal(`The repository no longer holds the content ${next.id}.`, 'git fsck'))
    }
    if (this.#waiting.length === 0) keepAlive(child, false)
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
