// kill -9 of a process that runs the job from the sources, right after its k-th commit, and what follows.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { exitCodeOf } from '../../src/cli/exit-code.ts'
import type { JobRequest } from '../../src/job/request.ts'
import type { JobResult } from '../../src/job/result.ts'
import { runJob } from '../../src/job/run-job.ts'
import { createStopFlag } from '../../src/job/stop-flag.ts'
import { environmentFor, filesIn, remove } from '../acceptance/cli.ts'
import { deleteCheckpoints } from './books.ts'
import type { Template } from './forty-units.ts'
import { startGatekeeper } from './gatekeeper.ts'
import { type Answer, CAP_USD, expectPaidOnce, recover } from './paid-once.ts'

const WORKER = new URL('../pipeline/crash-worker.ts', import.meta.url).pathname

/** What the command line would make of a command for the 40-unit job. */
export function requestFor(operation: 'run' | 'resume' | 'approve', directory: string): JobRequest {
  const isRun = operation === 'run'
  return {
    operation,
    directory,
    job: null,
    modelsAreForNewJobs: false,
    estimate: null,
    isPerson: true,
    consentsToNamed: false,
    configIsWhole: false,
    audiences: null,
    ref: 'HEAD',
    worktree: false,
    models: isRun ? ['gpt-6-luna'] : null,
    connectionOptions: isRun ? { window: 8000 } : {},
    out: null,
    state: null,
    yes: isRun,
    approveUnderUsd: null,
    capUsd: operation === 'resume' ? null : CAP_USD,
    consent: [],
    concurrency: 4,
    language: null,
    force: false,
    payAgain: false,
    config: null,
  }
}

interface Worked {
  readonly signal: NodeJS.Signals | null
  readonly commits: number
  readonly result: JobResult | null
  readonly stderr: string
}

/** Starts the worker; null: it is not killed. */
export function work(request: JobRequest, killAtCommit: number | null, env: Record<string, string>): Promise<Worked> {
  const child = spawn(process.execPath, [WORKER, JSON.stringify({ request, killAtCommit })], { env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (part) => {
    stdout += part
  })
  child.stderr.on('data', (part) => {
    stderr += part
  })
  return new Promise((resolve) => {
    child.once('close', (_code, signal) => {
      const line = stdout.trim().split('\n').at(-1)
      resolve({ signal, stderr, commits: 0, result: null, ...(line ? JSON.parse(line) : {}) })
    })
  })
}

/** The guide of a run that nothing disturbs, and how often it commits. */
export async function undisturbedCommits(template: Template): Promise<{ guide: Record<string, string>; commits: number }> {
  const copy = template.copy()
  const keeper = await startGatekeeper()
  const env = environmentFor(keeper.url)
  try {
    const { commits, result, stderr } = await work(requestFor('run', copy.root), null, env)
    expect(result?.status, stderr).toBe('completed')
    return { guide: filesIn(join(copy.root, 'docs', 'guide')), commits }
  } finally {
    await keeper.stop()
    remove(env.HOME ?? '')
    copy.remove()
  }
}

export interface CommitKill {
  readonly k: number
  readonly guide: Record<string, string>
  readonly isForgetful?: boolean
}

/** One kill, all that follows, and the proof. Returns false where the job was done before its k-th commit. */
export async function killAtCommit(template: Template, kill: CommitKill): Promise<boolean> {
  const copy = template.copy()
  const keeper = await startGatekeeper({ latency_ms: 10 })
  const env = environmentFor(keeper.url)
  try {
    const worked = await work(requestFor('run', copy.root), kill.k, env)
    if (worked.signal === null) return false
    const attempt = {
      root: copy.root,
      requests: keeper.requests,
      between: kill.isForgetful ? deleteCheckpoints : () => {},
      // In this process: the one that died is told by its number and start, whoever comes next.
      command: async (operation: 'run' | 'resume' | 'approve'): Promise<Answer> => {
        const now = () => new Date()
        const surroundings = { environment: env, now, report: () => {}, stop: createStopFlag() }
        const result = await runJob(requestFor(operation, copy.root), surroundings)
        return { code: exitCodeOf(result.status), result }
      },
    }
    const recovery = await recover(attempt)
    await new Promise((done) => setTimeout(done, 30))
    expectPaidOnce(copy.root, recovery, await keeper.models.stats())
    expect(filesIn(join(copy.root, 'docs', 'guide'))).toEqual(kill.guide)
    return true
  } finally {
    await keeper.stop()
    remove(env.HOME ?? '')
    copy.remove()
  }
}
