// What a person types next, and whether what came of it is what was promised.
import type { JobResult } from '../../src/job/result.ts'
import { heldMoney, readBooks } from './books.ts'
import { MODELS, RUN } from './editions.ts'
import { pick } from './misfortune.ts'

export interface Told {
  readonly args: readonly string[]
  readonly code: number | null
  readonly result: JobResult
  readonly wasKilled: boolean
  readonly requests: number
  readonly stderr: string
}

const EXIT_CODES: Readonly<Record<string, number>> = {
  completed: 0,
  awaiting_approval: 4,
  consent_required: 5,
  cancelled: 7,
  interrupted: 130,
}

export interface Commands {
  next(last: Told | null, isCalm: boolean): string[]
  judge(last: Told | null, told: Told, isCalm: boolean): string[]
}

export function commandsFor(job: { root: string; commit: string; audience: string; random: () => number }): Commands {
  const { root, random } = job
  const models = Object.keys(MODELS)
  const first = pick(models, random)
  const second = pick(models, random)
  const names = random() < 0.4 && second !== first ? `${first},${second}` : first
  const cap = random() < 0.3 ? ['--cap', (0.002 + random() * 0.02).toFixed(4)] : []
  const run = [...RUN(job.commit, job.audience, names), '--yes']
  let hasBegun = false
  let raised = 0

  /** A cap above what is held: a person who sets one below has it exceeded at once. */
  const more = (): string => ((heldMoney(readBooks(root)) + 100) / 1e6 + random() * 0.1).toFixed(4)

  const anything = (): string[] => {
    const model = pick(models, random)
    const small = random() < 0.7 ? ['--window', '8000'] : []
    return pick(
      [
        ['resume'],
        run,
        ['status'],
        ['approve', '--cap', more()],
        ['resume', '--model', model, '--consent', MODELS[model] ?? '', ...small],
        ['resume', '--model', model, '--consent', MODELS[model] ?? '', '--yes', ...small],
        ['resume', '--model', model],
        ['cancel'],
      ],
      random,
    )
  }

  return {
    next(last, isCalm) {
      // Before the first command of this job the newest one in the books is another.
      if (!hasBegun || last === null) return [...run, ...cap]
      const { status } = readBooks(root)
      // A pause proposes a cap for its next call only; in good weather two of them show that it holds.
      if (isCalm && status === 'paused_cap' && ++raised > 2) return ['approve', '--cap', '5']
      if (!isCalm && random() < 0.35) return anything()
      if (status === 'awaiting_approval') return ['approve']
      const said = last.wasKilled ? null : (last.result.error?.next ?? last.result.paused?.next ?? null)
      return said?.startsWith('nehemvix ') ? said.split(' ').slice(1) : ['resume']
    },
    judge(last, told, isCalm) {
      const { args, code, result, wasKilled, requests } = told
      hasBegun ||= !wasKilled || requests > 0
      if (wasKilled) return []
      const wrong: string[] = []
      const say = (what: string) => wrong.push(`${args.join(' ')}: ${what}\n${told.stderr.slice(-600)}`)
      const status = result.status ?? ''
      const expected = status.startsWith('paused_') ? 3 : EXIT_CODES[status]
      const isLooking = args[0] === 'status' || args[0] === 'cancel'
      if (code !== (isLooking ? 0 : expected)) say(`exit ${code} with status ${status}`)
      if (isLooking && requests > 0) say(`it sent ${requests} requests`)
      if (status.startsWith('paused_') && !result.paused?.next.startsWith('nehemvix ')) say('the pause says no command')
      if (!isLooking && (result.calls?.in_flight ?? 0) > 0) say('it ended with calls in flight')
      if (result.calls?.in_flight === 0 && result.reserved_usd !== 0) say('nothing is in flight, and something is reserved')
      const followed = last?.result.paused?.next === `nehemvix ${args.join(' ')}`
      if (isCalm && followed && args[0] === 'approve' && requests === 0) say('a cap raised as it was said to makes no room')
      // The first command after a crash only tells; what it tells of goes on only with a person's resume.
      const wasTold = last?.result.status === 'paused_outcome'
      if (wasTold && args[0] !== 'resume' && requests > 0) say('an unknown outcome was sent again without a resume')
      if (last?.wasKilled && status === 'paused_outcome' && last.requests > 0 && requests > 0) say('it told and sent in one')
      return wrong
    },
  }
}
