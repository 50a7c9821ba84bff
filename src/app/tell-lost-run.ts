// A run that ended without a report: a runner that vanished, or that GitHub killed. Nobody else would say a word about it.
import { codeSpan } from '../commands/code-span.ts'
import { commandBlock } from '../commands/command-block.ts'
import { noticeMarker } from '../commands/notice-comment.ts'
import { sayLink } from '../commands/report-words.ts'
import { postOnce } from '../github/comments.ts'
import { readFailure } from '../github/failure.ts'
import { readRecord } from '../github/read-record.ts'
import { Refusal } from '../refusal.ts'
import { findWorkflow } from './find-workflow.ts'
import type { RunParts, Told } from './handle-run.ts'
import type { RunEvent } from './run-event.ts'

export async function tellLostRun({ github, repository, me }: RunParts, event: RunEvent): Promise<Told> {
  if (event.conclusion === 'success' || event.conclusion === 'skipped') return { kind: 'ignored', why: 'it left no report' }
  const read = await readRecord(github, repository)
  const job = read.kind === 'record' ? read.record.jobs.find(({ runId }) => runId === event.id) : undefined
  if (job === undefined || job.talksOn === null) return { kind: 'ignored', why: 'no report, and no job of ours' }
  if (!(await leavesReports({ github, repository }, event))) return { kind: 'ignored', why: 'it talks itself' }
  const body = [
    '### Nehemvix: a run ended without a report',
    `${sayLink('The workflow run', event.url)} that worked on job ${codeSpan(job.job, 60)} ended as ${codeSpan(event.conclusion ?? 'unknown')}, and left no report. What it had saved is kept. The next command looks at what is there first, and tells before anything is paid again.`,
    'To go on:',
    commandBlock(['/nehemvix resume']),
  ].join('\n\n')
  const posted = await postOnce(github, repository, job.talksOn, { marker: noticeMarker(job.job, event.id), body, me })
  return { kind: 'told', job: job.job, unsaid: posted.kind === 'posted' ? [] : [posted.message] }
}

async function leavesReports({ github, repository }: Pick<RunParts, 'github' | 'repository'>, event: RunEvent): Promise<boolean> {
  try {
    return (await findWorkflow(github, repository, event.defaultBranch, null)).leavesReports
  } catch (error) {
    if (!(error instanceof Refusal)) readFailure(error)
    return false
  }
}
