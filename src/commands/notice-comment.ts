// A short new comment, since an edited one notifies nobody: posted only when a person must act.
import { cutMarkdown } from '../github/safe-text.ts'
import { LONGEST_BODY } from './answers.ts'
import { commandBlock } from './command-block.ts'
import { jobMarker, sayAsked } from './estimate-comment.ts'
import { commentFor } from './next-command.ts'
import { sayPublication } from './outcome-blocks.ts'
import { pauseBlocks } from './pause-blocks.ts'
import { statusTitle } from './pause-words.ts'
import type { Report } from './report.ts'
import { sayOrigin, saySafe, sayUnits, sayUsdRange } from './report-words.ts'

/** Of a job and a workflow run: a run asks once. */
export const noticeMarker = (job: string | null, runId: number): string =>
  jobMarker(job).replace('nehemvix:job', 'nehemvix:notice').replace(' -->', ` ${runId} -->`)

/**
 * null: nobody must act, or everybody was notified of it by the job's own comment.
 * `isCommentNew`: that comment was posted with this very report, not edited.
 */
export function renderNotice(report: Report, now: Date = new Date(), isCommentNew = false): string | null {
  const { result, workflowRun } = report
  const isSaid = report.isRepeat === true || (isCommentNew && result.status === 'awaiting_approval')
  const said = isSaid ? null : sayWhatToDo(report, now)
  if (said === null) return null
  const blocks = [`### Nehemvix: ${said.title}`, ...said.blocks, sayOrigin(report, now)]
  return `${noticeMarker(result.job, workflowRun.id)}\n${cutMarkdown(`${blocks.join('\n\n')}\n`, LONGEST_BODY)}`
}

function sayWhatToDo(report: Report, now: Date): { readonly title: string; readonly blocks: readonly string[] } | null {
  const { result, publication, commentId } = report
  const { status, estimate, error } = result
  const title = statusTitle(status)
  switch (status) {
    case 'awaiting_approval':
      if (estimate === null) return null
      return {
        title: `approval wanted, ${sayUsdRange(estimate)}`,
        blocks: [...sayAsked(report), 'What it is made of stands in the job’s own comment.'],
      }
    case 'failed':
    case 'consent_required': {
      const next = commentFor(error?.next ?? null) ?? (status === 'failed' ? '/nehemvix resume' : null)
      const told = error === null ? [] : [saySafe(error.message)]
      const todo = next === null ? [] : ['To go on:', commandBlock([next])]
      return { title, blocks: [...told, `Done and kept: ${sayUnits(result)}.`, ...todo] }
    }
    case 'completed': {
      const isForPerson = publication?.kind === 'branch only' || publication?.kind === 'refused'
      return isForPerson ? { title: 'the guide is written, and needs a hand', blocks: sayPublication(publication) } : null
    }
    // A run that refused what a comment asked for: every command gets an answer.
    case null: {
      if (error === null || commentId === null) return null
      const next = commentFor(error.next)
      const todo =
        next === null ? (error.next === null ? [] : [`To do: ${saySafe(error.next, 500)}`]) : ['To go on:', commandBlock([next])]
      return { title, blocks: [saySafe(error.message), ...todo] }
    }
    default:
      return result.paused === null ? null : { title, blocks: pauseBlocks(report, now) }
  }
}
