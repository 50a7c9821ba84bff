// The last word of a command, as people read it. Sentences are wrapped; what is to be typed stands on a line of its own.
import type { JobResult } from '../job/result.ts'
import { estimateTable, usd } from './estimate-table.ts'
import { type TypedHere, typeNext } from './type-next.ts'
import { wrapText } from './wrap.ts'

export function resultLines(result: JobResult, here: TypedHere, columns: number): string[] {
  const prose = (text: string) => wrapText(text, columns)
  if (result.error !== null)
    return ['', ...prose(result.error.message), ...(result.error.next ? [`Next: ${result.error.next}`] : [])]
  switch (result.status) {
    case 'completed':
      return ['', ...completedLines(result).flatMap(prose)]
    case 'awaiting_approval':
      return ['', ...estimateLines(result, here, columns)]
    case 'cancelled':
      return ['', ...prose(`Cancelled. ${standing(result)}`), `Next: ${typeNext(`nehemvix resume ${result.job}`, here)}`]
    case 'interrupted':
      return [
        '',
        ...prose(`Interrupted. ${standing(result)} What is finished is kept.`),
        `Next: ${typeNext('nehemvix resume', here)}`,
      ]
    default:
      return ['', ...prose(standing(result))]
  }
}

function completedLines(result: JobResult): string[] {
  const { grounding, guide } = result
  return [
    `The guide is written: ${guide.join(', ')}`,
    ...(grounding
      ? [
          `Grounding ${grounding.score}: ${grounding.grounded} of ${grounding.references} references exist; ${grounding.sections_written} of ${grounding.sections_planned} sections are written.`,
        ]
      : []),
    `${result.models.join() === 'offline' ? 'Extracted from the repository: no model wrote it.' : `Written by ${result.provenance}.`} ${standing(result)}`,
  ]
}

export function estimateLines(result: JobResult, here: TypedHere, columns: number): string[] {
  const { estimate } = result
  if (estimate === null) return []
  const prose = (text: string) => wrapText(text, columns)
  const range =
    estimate.calls_low === estimate.calls_high ? `${estimate.calls_low}` : `${estimate.calls_low} to ${estimate.calls_high}`
  return [
    ...prose(
      `Estimate ${estimate.id}: ${usd(estimate.low_usd)} to ${usd(estimate.high_usd)}, ${range} calls. ${standing(result)}`,
    ),
    '',
    ...estimateTable(estimate, columns),
    '',
    ...estimate.assumptions.flatMap((line) => prose(`  ${line}`)),
    '',
    ...approvalLines(result, estimate, here, columns),
  ]
}

function approvalLines(
  result: JobResult,
  { low_usd, high_usd }: { low_usd: number; high_usd: number },
  here: TypedHere,
  columns: number,
): string[] {
  if (high_usd === 0) return ['It costs nothing, and needs no approval.', `Next: ${typeNext('nehemvix run', here)}`]
  // What an estimate alone was given is not kept for the approval.
  const cap = here.capUsd ?? result.stated_cap_usd
  const approve = `nehemvix approve ${result.job}${here.capUsd === null ? '' : ` --cap ${here.capUsd}`}`
  return [
    ...wrapText('Nothing is sent before you approve. To approve, and let the providers named above see the code:', columns),
    `  ${typeNext(approve, here)}`,
    ...wrapText(cap === null ? defaultCap(high_usd) : statedCap(cap, result, { low_usd, high_usd }), columns),
  ]
}

function defaultCap(highUsd: number): string {
  return `The cap is then ${usd(highUsd)} for what is left; --cap USD sets another for the whole job.`
}

/** A cap holds for the whole job: what was spent, and what may have been, counts. */
function statedCap(cap: number, { spent_usd, unknown_usd }: JobResult, left: { low_usd: number; high_usd: number }): string {
  const before = (spent_usd ?? 0) + (unknown_usd ?? 0)
  if (cap >= before + left.high_usd) return `The cap is the ${usd(cap)} that you gave.`
  const [end, will] = cap < before + left.low_usd ? ['low', 'will pause'] : ['high', 'may have to pause']
  return `The cap of ${usd(cap)} is below the ${end} end of the estimate: the job ${will} there, and what is finished is kept.`
}

/** Units, calls and money in one line. */
export function standing({ units, calls, spent_usd, unknown_usd, unusable_usd }: JobResult): string {
  const sent = calls ? calls.succeeded + calls.failed + calls.unknown + calls.in_flight : 0
  const unknown =
    calls && calls.unknown > 0
      ? ` ${calls.unknown} of unknown outcome (at most ${usd(unknown_usd ?? 0)}, counted against the cap).`
      : ''
  const unusable = calls && calls.unusable > 0 ? ` Paid, unusable: ${calls.unusable}, ${usd(unusable_usd ?? 0)}.` : ''
  return `${units?.done ?? 0} of ${units?.total ?? 0} units done, ${sent} calls, ${usd(spent_usd ?? 0)} spent.${unknown}${unusable}`
}
