// A workflow run has ended: what its report says is made a comment, a notice where a person must act, and a check on the commit.
import { jobMarker, renderJobComment } from '../commands/estimate-comment.ts'
import { noticeMarker, renderNotice } from '../commands/notice-comment.ts'
import { parseReport, REPORT_ARTIFACT, type Report } from '../commands/report.ts'
import { showCheckRun } from '../github/check-runs.ts'
import type { GitHub, Repository } from '../github/client.ts'
import { type CommentOutcome, postOnce, upsertComment } from '../github/comments.ts'
import { readRecord } from '../github/read-record.ts'
import { readTextArtifact } from '../github/report-artifact.ts'
import { renderCheck } from './render-check.ts'
import { type RunEvent, readRunEvent } from './run-event.ts'
import { tellLostRun } from './tell-lost-run.ts'

export interface RunParts {
  readonly github: GitHub
  readonly repository: Repository
  /** The payload of `workflow_run` as it came. */
  readonly payload: unknown
  readonly me: string | null
  readonly now: () => Date
}

export type Told =
  | { readonly kind: 'ignored'; readonly why: string }
  /** `unsaid`: what could not be posted, and why. */
  | { readonly kind: 'told'; readonly job: string | null; readonly unsaid: readonly string[] }

/** Throws on a mistake of ours only. A run leaves a report where `comments: app` says so: without one the workflow talks itself. */
export async function handleRun(parts: RunParts): Promise<Told> {
  const { github, repository } = parts
  const event = readRunEvent(parts.payload)
  if (event === null) return ignored('no run on the default branch')
  const read = await readTextArtifact(github, repository, event.id, REPORT_ARTIFACT)
  switch (read.kind) {
    case 'none':
      return await tellLostRun(parts, event)
    case 'unreadable':
      return { kind: 'told', job: null, unsaid: [read.why] }
    case 'text': {
      const report = parseReport(read.text)
      if (report === null) return ignored('its report is of another version')
      if (!isOf(report, event)) return ignored('its report is about another run or repository')
      return await tellReport(parts, report)
    }
  }
}

const isOf = (report: Report, event: RunEvent): boolean =>
  report.workflowRun.id === event.id && report.repository.toLowerCase() === event.repository.toLowerCase()

async function tellReport({ github, repository, me, now }: RunParts, report: Report): Promise<Told> {
  const { result, talksOn } = report
  const outcomes: CommentOutcome[] = []
  // Events come in any order: what a newer run has said of the job is not written over.
  const isOld = await isOutdated(github, repository, report)
  if (talksOn !== null && result.job !== null && !isOld) {
    const comment = { marker: jobMarker(result.job), body: renderJobComment(report, now()), me }
    outcomes.push(await upsertComment(github, repository, talksOn, comment))
  }
  const isNew = outcomes.some((outcome) => outcome.kind === 'posted' && outcome.isNew)
  const notice = isOld ? null : renderNotice(report, now(), isNew)
  if (talksOn !== null && notice !== null) {
    const marker = noticeMarker(result.job, report.workflowRun.id)
    outcomes.push(await postOnce(github, repository, talksOn, { marker, body: notice, me }))
  }
  const check = isOld ? null : renderCheck(report, now())
  const unshown = check === null ? null : await showCheckRun(github, repository, check)
  const unsaid = outcomes.flatMap((outcome) => (outcome.kind === 'posted' ? [] : [outcome.message]))
  return { kind: 'told', job: result.job, unsaid: unshown === null ? unsaid : [...unsaid, unshown] }
}

async function isOutdated(github: GitHub, repository: Repository, { result, workflowRun }: Report): Promise<boolean> {
  const read = await readRecord(github, repository)
  const job = read.kind === 'record' ? read.record.jobs.find((one) => one.job === result.job) : undefined
  return job?.runId != null && job.runId > workflowRun.id
}

const ignored = (why: string): Told => ({ kind: 'ignored', why })
