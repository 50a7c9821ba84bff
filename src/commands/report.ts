// What a workflow run tells people, as data: the Action leaves it, the Action or the app makes comments of it.
import { z } from 'zod'
import type { JobResult } from '../job/result.ts'

/** What became of the guide on GitHub. */
export type Publication =
  | {
      readonly kind: 'opened' | 'updated' | 'unchanged'
      readonly pullRequest: number
      readonly url: string
      readonly isDraft: boolean
    }
  /** The branch is there, the pull request is not: `url` is the page to open it by hand, `reason` names the setting. */
  | { readonly kind: 'branch only'; readonly url: string; readonly reason: string }
  /** Nothing was pushed: a person's commits, or a rule of the branch. */
  | { readonly kind: 'refused'; readonly reason: string; readonly next: string }

export interface Report {
  readonly version: 1
  /** `owner/name`. */
  readonly repository: string
  /** The issue number to talk on: a pull request. null: there is none. */
  readonly talksOn: number | null
  readonly sourceCommit: string | null
  readonly result: JobResult
  readonly publication: Publication | null
  /** The guide's own pull request, where it has one by now. */
  readonly guidePullRequest?: number | null
  /** The workflow run that made it. */
  readonly workflowRun: { readonly id: number; readonly url: string }
  /** When the saved state goes away unless a run reads it, ISO 8601; null where nothing is saved. */
  readonly stateExpiresAt: string | null
  /** Who gave the command, by login; null: a schedule, a push, a continuation. */
  readonly askedBy: string | null
  /** The comment that started it. */
  readonly commentId: number | null
  /** Where configuration consents to more models than the job has: what can be switched to bare. */
  readonly switchable: readonly string[]
  readonly notices: readonly string[]
  /** Who may approve, by login, where the configuration says so; empty or left out: whoever may write. */
  readonly approvers?: readonly string[]
  /** Nobody asked, and it stands as it stood: whoever must act was told so before. */
  readonly isRepeat?: boolean
}

/** The name of the artifact that carries a report from the Action to the app. */
export const REPORT_ARTIFACT = 'nehemvix-report'

const door = z.object({
  version: z.literal(1),
  repository: z.string(),
  talksOn: z.number().int().nullable(),
  result: z.looseObject({ type: z.literal('result') }),
})

/** null: no report of ours. The run that left it is on the default branch, so its inner shape is trusted. */
export function parseReport(json: string): Report | null {
  try {
    const read = JSON.parse(json)
    return door.safeParse(read).success ? (read as Report) : null
  } catch {
    return null
  }
}
