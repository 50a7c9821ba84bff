// A repository, a stand-in for the providers and an environment for one test; all of it is gone when the test ends.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { TestRepository } from '../repository/make-repository.ts'
import { type Ended, environmentFor, openState, type Running, remove, run, start } from './cli.ts'
import { type Files, makeFixture } from './fixture.ts'
import { type ModelServer, type Script, type Stats, startModelServer } from './model-server.ts'

export interface Workplace {
  readonly repository: TestRepository
  readonly models: ModelServer
  readonly env: Record<string, string>
  /** Runs a command in the repository, up to its end. */
  nehemvix(...args: string[]): Promise<Ended>
  start(...args: string[]): Running
  /** Rows of the state file, read as any other program would. */
  rows<Row = Record<string, unknown>>(sql: string, ...parameters: unknown[]): Row[]
  /** Requests that the stand-in took so far. */
  calls(): Promise<number>
  /** Whether the state file is there: the folder comes first. */
  hasStateFile(): boolean
  /** Whether the repository has a state folder. */
  hasState(): boolean
}

export async function openWorkplace(
  options: { files?: Files; script?: Script; env?: Record<string, string> } = {},
): Promise<Workplace> {
  const repository = makeFixture(options.files)
  const models = await startModelServer(options.script)
  const env = { ...environmentFor(models.url), ...options.env }
  onTestFinished(async () => {
    await models.stop()
    repository.remove()
    remove(env.HOME ?? '')
  })
  const place = { cwd: repository.root, env }
  return {
    repository,
    models,
    env,
    nehemvix: (...args) => run(args, place),
    start: (...args) => start(args, place),
    rows: (sql, ...parameters) => {
      const state = openState(repository.root)
      try {
        return state.prepare(sql).all(...parameters) as never
      } finally {
        state.close()
      }
    },
    calls: async () => (await models.stats()).calls,
    hasStateFile: () => existsSync(join(repository.root, '.nehemvix', 'nehemvix.db')),
    hasState: () => readdirSync(repository.root).includes('.nehemvix'),
  }
}

/** A job that was run and approved, up to wherever it came. */
export async function runApproved(place: Workplace, ...args: string[]): Promise<Ended> {
  return await place.nehemvix('run', '--model', 'gpt-6-luna', '--yes', ...args)
}

/** Waits until the stand-in has taken so many requests. Fails after ten seconds. */
export async function untilCalls(place: Pick<Workplace, 'calls'>, count: number): Promise<void> {
  for (let turn = 0; turn < 1_000; turn++) {
    if ((await place.calls()) >= count) return
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error(`the stand-in never took ${count} requests`)
}

/** What each request asked for, as `file:path`, `folder:path`, `system:.` and `section:id`, in the order of the requests. */
export function askedIn(bodies: string): string[][] {
  return requestsIn(bodies).map(({ messages }) => {
    const last = messages.filter((message) => message.role === 'user').at(-1)?.content ?? ''
    return [...last.matchAll(/<(file|folder|system|section) (?:path|id)="([^"]*)"(?: part="([^"]*)")?/g)].map(
      ([, kind, key, part]) => `${kind}:${key}${part ? `#${part}` : ''}`,
    )
  })
}

export interface SentRequest {
  readonly model: string
  readonly messages: readonly { role: string; content: string }[]
}

export const requestsIn = (bodies: string): SentRequest[] =>
  bodies
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SentRequest)

/** Units of which more were billed in the second statistics, sorted. */
export function boughtBetween(before: Stats, after: Stats): string[] {
  return Object.entries(after.units)
    .filter(([unit, { billed }]) => billed > (before.units[unit]?.billed ?? 0))
    .map(([unit]) => unit)
    .sort()
}

/** Paths of all files below a folder, with their bytes. */
export function bytesBelow(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile())
  return new Map(files.map((path) => [path, readFileSync(join(folder, path))]))
}

/** Which files of a folder hold one of these texts, as `path: text`. */
export function holding(folder: string, texts: readonly string[]): string[] {
  return [...bytesBelow(folder)].flatMap(([path, bytes]) =>
    texts.filter((text) => bytes.includes(text)).map((text) => `${path}: ${text}`),
  )
}

/** The `##` headings of a guide file. */
export const headingsOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('## '))

/** A state file somewhere else than in the repository. */
export function rowsOf<Row>(file: string, sql: string): Row[] {
  const state = new Database(file, { readonly: true })
  try {
    return state.prepare(sql).all() as Row[]
  } finally {
    state.close()
  }
}
