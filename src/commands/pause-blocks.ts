// A pause as a person needs it: what ran out, when it comes back, what is kept, what other models would cost, what to type.
import type { JobResult } from '../job/result.ts'
import { codeSpan } from './code-span.ts'
import { commandBlock } from './command-block.ts'
import { sayMoment, sayUtc } from './moment.ts'
import { commentFor } from './next-command.ts'
import type { Report } from './report.ts'
import { saySafe, sayUnits, sayUsd, sayUsdRange } from './report-words.ts'

type Paused = NonNullable<JobResult['paused']>

/** One way to go on: what it means, and what to type for it. */
interface Way {
  readonly to: string
  readonly command: string
}

/** Only names that can be typed are proposed. */
const TYPEABLE = /^[A-Za-z0-9][A-Za-z0-9._/:@-]{0,99}$/
const MOST_OTHERS = 20

/** For the comment that notifies: each command stands in a block of its own, so that one click copies what is to be typed. */
export function pauseBlocks(report: Report, now: Date): string[] {
  const { result } = report
  const { paused } = result
  if (paused === null) return []
  const kept = `- ${paused.kind === 'paused_state' ? 'Done so far' : 'Done and kept'}: ${sayUnits(result)}.`
  return [
    sayWhy(paused),
    [...sayFacts(paused, result, now), kept].join('\n'),
    ...waysOn(paused, report).flatMap(({ to, command }) => [`${to}:`, commandBlock([command])]),
  ]
}

/** The same in short, for the comment that stays: how far the job is stands in it anyway. */
export function pauseLines(report: Report, now: Date): string[] {
  const { result } = report
  const { paused } = result
  if (paused === null) return []
  const ways = waysOn(paused, report).map(({ to, command }) => `- ${to}: ${codeSpan(command, 300)}`)
  return [sayWhy(paused), [...sayFacts(paused, result, now), ...ways].join('\n')]
}

/** What other models would cost is said where each of them is proposed. */
function sayWhy({ message, others }: Paused): string {
  const quotes = others.length === 0 ? -1 : message.lastIndexOf(' The rest would cost ')
  return saySafe(quotes < 0 ? message : message.slice(0, quotes))
}

function sayFacts({ kind, reset_at, quota_id, message }: Paused, { calls, unknown_usd }: JobResult, now: Date): string[] {
  const utc = reset_at === null ? null : sayUtc(reset_at)
  const isTold = utc !== null && message.includes(utc)
  return [
    ...(utc === null || isTold || reset_at === null ? [] : [`- Available again ${sayMoment(reset_at, now)}.`]),
    ...(quota_id === null ? [] : [`- Quota: ${codeSpan(quota_id)}.`]),
    ...(calls !== null && calls.undecided > 0 && kind === 'paused_outcome'
      ? [`- Calls to decide on: ${calls.undecided}, at most ${sayUsd(unknown_usd)}.`]
      : []),
  ]
}

function waysOn(paused: Paused, report: Report): Way[] {
  const next = commentFor(paused.next)
  const { spent_usd, unknown_usd } = report.result
  switch (paused.kind) {
    case 'paused_quota':
      return [resume('To go on when it is available again'), ...switches(paused, report)]
    case 'paused_provider':
      return [resume('To try again'), ...switches(paused, report)]
    case 'paused_key':
      return [
        resume('To go on when the key works (a secret of this repository, or its environment)'),
        ...switches(paused, report),
      ]
    case 'paused_request':
      return [...switches(paused, report), resume('To try the same model again')]
    case 'paused_outcome':
      return [
        resume(`To go on (their work is sent again, so up to ${sayUsd(unknown_usd)} may be paid twice)`),
        { to: 'To leave it at that', command: '/nehemvix cancel' },
      ]
    case 'paused_state':
      if (next !== '/nehemvix run --pay-again') return [{ to: 'To go on', command: next ?? '/nehemvix resume' }]
      return [
        { to: `To start over (${sayUsd(spent_usd)} was paid, and would be paid again after a new estimate)`, command: next },
      ]
    default:
      return [{ to: 'To go on', command: next ?? '/nehemvix resume' }]
  }
}

const resume = (to: string): Way => ({ to, command: '/nehemvix resume' })

/** The models that were compared, else the one that the pause itself proposes. Whoever wrote for this job has seen the code already. */
function switches({ others, next }: Paused, { switchable, result }: Report): Way[] {
  const agreed = [...switchable, ...(result.approved_estimate === null ? [] : result.models)]
  const wayTo = (model: string, cost: string): Way => {
    const isAgreed = agreed.includes(model)
    const consent = isAgreed ? '' : '; its provider may then see the code, and needs a key here'
    return {
      to: `To go on now with ${codeSpan(model)}${cost}${consent}`,
      command: `/nehemvix switch ${model}${isAgreed ? '' : ' --consent'}`,
    }
  }
  const compared = others.filter(({ model }) => TYPEABLE.test(model)).slice(0, MOST_OTHERS)
  if (compared.length > 0) return compared.map((one) => wayTo(one.model, `, for ${sayUsdRange(one)}`))
  const [, verb, model] = commentFor(next)?.split(' ') ?? []
  return verb === 'switch' && model !== undefined ? [wayTo(model, '')] : []
}
