// A job as a check on the commit it documents. Pure.
import { renderJobComment } from '../commands/estimate-comment.ts'
import { statusTitle } from '../commands/pause-words.ts'
import type { Report } from '../commands/report.ts'
import { capital } from '../commands/report-words.ts'
import type { CheckButton, CheckToShow } from '../github/check-runs.ts'
import { approveButton, CANCEL_BUTTON, RESUME_BUTTON } from './buttons.ts'

export const CHECK_NAME = 'Nehemvix'

/** null: no job, or a commit that is not known. */
export function renderCheck(report: Report, now: Date): CheckToShow | null {
  const { result, sourceCommit, workflowRun } = report
  if (result.job === null || sourceCommit === null) return null
  const status = result.status ?? ''
  return {
    name: CHECK_NAME,
    commit: sourceCommit,
    externalId: result.job,
    detailsUrl: workflowRun.url,
    state: stateOf(status),
    title: capital(status === 'awaiting_approval' ? 'approval wanted' : statusTitle(status)),
    summary: renderJobComment(report, now).replace(/^<!--.*-->\n/, ''),
    buttons: buttonsOf(status, result.estimate?.id ?? null),
  }
}

/** A run has been started for the job: it works, as far as anybody knows. */
export function renderWorkingCheck(job: { readonly job: string; readonly sourceCommit: string }, runUrl: string): CheckToShow {
  return {
    name: CHECK_NAME,
    commit: job.sourceCommit,
    externalId: job.job,
    detailsUrl: runUrl,
    state: { status: 'in_progress' },
    title: capital(statusTitle('running')),
    summary: `A [workflow run](${runUrl}) was started for it.`,
    buttons: [CANCEL_BUTTON],
  }
}

function stateOf(status: string): CheckToShow['state'] {
  switch (status) {
    case 'running':
      return { status: 'in_progress' }
    case 'completed':
      return { status: 'completed', conclusion: 'success' }
    case 'failed':
      return { status: 'completed', conclusion: 'failure' }
    case 'cancelled':
      return { status: 'completed', conclusion: 'cancelled' }
    case 'held':
      return { status: 'completed', conclusion: 'neutral' }
    default:
      return { status: 'completed', conclusion: 'action_required' }
  }
}

function buttonsOf(status: string, estimate: string | null): readonly CheckButton[] {
  if (status === 'running') return [CANCEL_BUTTON]
  if (status === 'awaiting_approval') return [...(estimate === null ? [] : [approveButton(estimate)]), CANCEL_BUTTON]
  if (status.startsWith('paused_') || status === 'interrupted') return [RESUME_BUTTON, CANCEL_BUTTON]
  return status === 'failed' || status === 'cancelled' ? [RESUME_BUTTON] : []
}
