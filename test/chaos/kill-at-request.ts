// kill -9 of the built product when its k-th request has arrived, and what follows.

import { join } from 'node:path'
import { expect } from 'vitest'
import { environmentFor, filesIn, remove, run, start } from '../acceptance/cli.ts'
import { deleteCheckpoints, readBooks } from './books.ts'
import type { Template } from './forty-units.ts'
import { startGatekeeper } from './gatekeeper.ts'
import { CAP_USD, expectPaidOnce, recover } from './paid-once.ts'

const LATENCY_MS = 30
export const RUN = ['run', '--yes', '--cap', String(CAP_USD), '--model', 'gpt-6-luna', '--window', '8000']

/** The guide of a run that nothing disturbs, and how many requests it takes. */
export async function undisturbed(
  template: Template,
): Promise<{ guide: Record<string, string>; requests: number; units: number }> {
  const copy = template.copy()
  const keeper = await startGatekeeper({ latency_ms: LATENCY_MS })
  const env = environmentFor(keeper.url)
  try {
    const { code, result, stderr } = await run(RUN, { cwd: copy.root, env })
    expect([code, result.status], stderr).toEqual([0, 'completed'])
    expectPaidOnce(copy.root, { lost: new Set() }, await keeper.models.stats())
    return { guide: filesIn(join(copy.root, 'docs', 'guide')), requests: keeper.requests(), units: result.units?.total ?? 0 }
  } finally {
    await keeper.stop()
    remove(env.HOME ?? '')
    copy.remove()
  }
}

export interface RequestKill {
  readonly k: number
  readonly guide: Record<string, string>
  /** Also deletes all checkpoints before each command after the kill. */
  readonly isForgetful?: boolean
  /** Kills the job a second time, so many requests after the first. */
  readonly again?: number
}

/** One kill, all that follows, and the proof. */
export async function killAtRequest(template: Template, kill: RequestKill): Promise<void> {
  const copy = template.copy()
  const keeper = await startGatekeeper({ latency_ms: LATENCY_MS })
  const env = environmentFor(keeper.url)
  const options = { cwd: copy.root, env }
  const lostBefore = new Set<number>()
  /** Runs a command that is killed at its n-th request from now. */
  const killed = async (args: readonly string[], n: number) => {
    const at = keeper.requests() + n
    const running = start(args, options)
    // At once, before the request goes on: its answer can't have come.
    keeper.onRequest((count) => void (count === at && running.child.kill('SIGKILL')))
    const ended = await running.ended
    keeper.onRequest(() => {})
    return ended
  }
  const attempt = {
    root: copy.root,
    requests: keeper.requests,
    between: kill.isForgetful ? deleteCheckpoints : () => {},
    command: (operation: 'run' | 'resume' | 'approve') =>
      run(operation === 'run' ? RUN : operation === 'approve' ? ['approve', '--cap', String(CAP_USD)] : ['resume'], options),
  }
  try {
    expect((await killed(RUN, kill.k)).signal).toBe('SIGKILL')
    if (kill.again !== undefined) {
      for (const row of readBooks(copy.root).ledger) if (row.status === 'IN_FLIGHT') lostBefore.add(row.id)
      attempt.between(copy.root)
      expect((await attempt.command('resume')).code, 'tells').toBe(3)
      attempt.between(copy.root)
      await killed(['resume'], kill.again)
    }
    const { lost } = await recover(attempt)
    // What the killed process had sent may still be on its way to its bill.
    await new Promise((done) => setTimeout(done, LATENCY_MS * 2))
    expectPaidOnce(copy.root, { lost: new Set([...lostBefore, ...lost]) }, await keeper.models.stats())
    expect(filesIn(join(copy.root, 'docs', 'guide'))).toEqual(kill.guide)
  } finally {
    await keeper.stop()
    remove(env.HOME ?? '')
    copy.remove()
  }
}
