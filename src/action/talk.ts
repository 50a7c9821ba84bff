// What people read on the pull request while a run works and when it ends. That a comment can't be posted never stops a job.
import { jobMarker, renderJobComment } from '../commands/estimate-comment.ts'
import { noticeMarker, renderNotice } from '../commands/notice-comment.ts'
import type { Report } from '../commands/report.ts'
import type { GitHub, Repository } from '../github/client.ts'
import { postOnce, upsertComment } from '../github/comments.ts'

/** Edits of one comment are at least so far apart: GitHub limits content that is written. */
const LEAST_BETWEEN_EDITS_MS = 20_000

export interface Talk {
  /** Edits the job's comment, if the last edit is long enough ago. Does not wait for it. */
  progress(report: Report): void
  /** The job's comment as it ends, and a new one where a person must act. Returns what could not be said, for the log. */
  outcome(report: Report): Promise<readonly string[]>
}

export function createTalk(github: GitHub, repository: Repository, me: string | null, now: () => Date): Talk {
  let editedAt = 0
  let editing: Promise<unknown> = Promise.resolve()
  const edit = (report: Report) => {
    if (report.talksOn === null || report.result.job === null) return Promise.resolve(null)
    const comment = { marker: jobMarker(report.result.job), body: renderJobComment(report, now()), me }
    return upsertComment(github, repository, report.talksOn, comment)
  }
  return {
    progress(report) {
      // Before anything is approved there is nothing to follow, and a first comment that says so would be the one that people are mailed.
      if (report.result.cap_usd === null) return
      if (now().getTime() - editedAt < LEAST_BETWEEN_EDITS_MS) return
      editedAt = now().getTime()
      editing = edit(report).catch(() => null)
    },
    async outcome(report) {
      await editing
      if (report.talksOn === null) return []
      const edited = await edit(report)
      const outcomes = [edited]
      const body = renderNotice(report, now(), edited?.kind === 'posted' && edited.isNew)
      if (body !== null) {
        const marker = noticeMarker(report.result.job, report.workflowRun.id)
        outcomes.push(await postOnce(github, repository, report.talksOn, { marker, body, me }))
      }
      return [...new Set(outcomes.flatMap((outcome) => (outcome?.kind === 'not posted' ? [outcome.message] : [])))]
    },
  }
}
