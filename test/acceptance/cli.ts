// Drives the built product from outside: `dist/lib/cli.mjs` as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { JobResult } from '../../src/job/result.ts'

export const CLI = new URL('../../dist/lib/cli.mjs', import.meta.url).pathname

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** The last line of `--json`. */
  readonly result: JobResult
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

/** An environment with keys, and the addresses of a stand-in. Nothing else of the caller's but PATH. */
export function environmentFor(url: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: mkdtempSync(join(tmpdir(), 'nehemvix-home-')),
    OPENAI_API_KEY: 'sk-test-openai-key',
    OPENAI_BASE_URL: `${url}/v1`,
    GEMINI_API_KEY: 'test-gemini-key',
    GEMINI_BASE_URL: `${url}/v1beta/openai`,
  }
}

/** Starts a command, always with `--json`. */
export function start(
  args: readonly string[],
  options: { cwd: string; env: Record<string, string>; command?: readonly string[] },
): Running {
  const [program = process.execPath, ...before] = options.command ?? [process.execPath, CLI]
  const child = spawn(program, [...before, ...args, '--json'], {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (part) => {
    stdout += part
  })
  child.stderr?.on('data', (part) => {
    stderr += part
  })
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr, result: resultIn(stdout) }))
  })
  return { child, ended }
}

export const run = (args: readonly string[], options: Parameters<typeof start>[1]): Promise<Ended> => start(args, options).ended

function resultIn(stdout: string): JobResult {
  const last = stdout.trim().split('\n').at(-1) ?? ''
  try {
    return JSON.parse(last) as JobResult
  } catch {
    return { type: 'result' } as JobResult
  }
}

/** The state file, read as any other program would. Close it. */
export function openState(repository: string): Database.Database {
  return new Database(join(repository, '.nehemvix', 'nehemvix.db'), { readonly: true })
}

/** Every file of a folder with its bytes, to compare two guides whole. */
export function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

export const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
