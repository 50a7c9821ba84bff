// A pause as a person needs it: what ran out, when it comes back, what is kept, what other models would cost, what to type.
import type { JobResult } from '../job/result.ts'
import { codeSpan } from './code-span.ts'
import { commandBlock } from './command-block.ts'
import { sayMoment, sayUtc } from './moment.ts'
import { commentFor } from './next-command.ts'
import type { Report } from './report.ts'
import { saySafe, sayUnits, sayUsd, sayUsdRange, table } from './report-words.ts'

type Paused = NonNullable<JobResult['paused']>

/** Only names that can be typed are proposed. */
const TYPEABLE = /^[A-Za-z0-9][A-Za-z0-9._/:@-]{0,99}$/
const MOST_OTHERS = 20

export function pauseBlocks(report: Report, now: Date): string[] {
  const { result } = report
  const { paused } = result
  if (paused === null) return []
  return [saySafe(paused.message), sayFacts(paused, result, now), ...sayOthers(paused), ...sayNext(paused, report)]
}

function sayFacts(paused: Paused, result: JobResult, now: Date): string {
  const { reset_at, quota_id, message } = paused
  const utc = reset_at === null ? null : sayUtc(reset_at)
  const isTold = utc !== null && message.includes(utc)
  return [
    ...(utc === null || isTold || reset_at === null ? [] : [`- Available again ${sayMoment(reset_at, now)}.`]),
    ...(quota_id === null ? [] : [`- Quota: ${codeSpan(quota_id)}.`]),
    `- Done and kept: ${sayUnits(result)}.`,
    ...(result.calls !== null && paused.kind === 'paused_outcome'
      ? [`- Calls to decide on: ${result.calls.undecided}, at most ${sayUsd(result.unknown_usd)}.`]
      : []),
  ].join('\n')
}

function sayOthers({ others }: Paused): string[] {
  const rows = others.slice(0, MOST_OTHERS).map((one) => [codeSpan(one.model), sayUsdRange(one)])
  return table(['Another model', 'The rest costs'], rows)
}

/** Each command stands in a block of its own, so that one click copies what is to be typed. */
function sayNext(paused: Paused, report: Report): string[] {
  const next = commentFor(paused.next)
  switch (paused.kind) {
    case 'paused_quota':
      return ['To go on when it is available again:', resume(), ...saySwitches(paused, report)]
    case 'paused_provider':
      return ['To try again:', resume(), ...saySwitches(paused, report)]
    case 'paused_key':
      return [
        'To go on when the key works (a secret of this repository, or its environment):',
        resume(),
        ...saySwitches(paused, report),
      ]
    case 'paused_request':
      return [...saySwitches(paused, report), 'To try the same model again:', resume()]
    case 'paused_outcome':
      return [
        `To go on: their work is sent again, so up to ${sayUsd(report.result.unknown_usd)} may be paid twice.`,
        resume(),
        'To leave it at that:',
        commandBlock(['/nehemvix cancel']),
      ]
    case 'paused_state':
      if (next !== '/nehemvix run --pay-again') return ['To go on:', commandBlock([next ?? '/nehemvix resume'])]
      return [
        `To start over: ${sayUsd(report.result.spent_usd)} was paid, and would be paid again after a new estimate.`,
        commandBlock([next]),
      ]
    default:
      return ['To go on:', commandBlock([next ?? '/nehemvix resume'])]
  }
}

const resume = (): string => commandBlock(['/nehemvix resume'])

/** The models that were compared, else the one that the pause itself proposes. */
function saySwitches({ others, next }: Paused, { switchable }: Report): string[] {
  const compared = others.map((one) => one.model).filter((model) => TYPEABLE.test(model))
  const proposed = commentFor(next)
  const bare = (command: string): string => {
    const [, , model = '', consent] = command.split(' ')
    return consent !== undefined && switchable.includes(model) ? `/nehemvix switch ${model}` : command
  }
  const commands =
    compared.length > 0
      ? compared.slice(0, MOST_OTHERS).map((model) => bare(`/nehemvix switch ${model} --consent`))
      : proposed?.startsWith('/nehemvix switch ')
        ? [bare(proposed)]
        : []
  if (commands.length === 0) return []
  const consent = commands.some((one) => one.endsWith(' --consent'))
    ? ' `--consent` says that its provider may see the code of this repository.'
    : ''
  return [`To go on now, with another model.${consent}`, ...commands.map((one) => commandBlock([one]))]
}
