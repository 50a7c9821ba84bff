// The payload of `workflow_run`, checked once at the door.
import { z } from 'zod'

const payload = z.looseObject({
  action: z.literal('completed'),
  workflow_run: z.looseObject({
    id: z.number().int().positive(),
    event: z.string(),
    conclusion: z.string().nullable(),
    head_branch: z.string().nullable(),
    html_url: z.string(),
    head_repository: z.looseObject({ id: z.number() }).nullish(),
  }),
  repository: z.looseObject({ id: z.number(), full_name: z.string(), default_branch: z.string() }),
})

export interface RunEvent {
  readonly id: number
  readonly url: string
  readonly conclusion: string | null
  /** `owner/name` of the repository. */
  readonly repository: string
  readonly defaultBranch: string
}

/** The events whose runs have the default branch's own workflow and its rights. A pull request's branch may be called `main` as well. */
const TRUSTED_EVENTS = ['workflow_dispatch', 'repository_dispatch', 'schedule', 'push']

/** null: not a run that ended on the default branch of the repository itself, so nothing that it says counts. */
export function readRunEvent(read: unknown): RunEvent | null {
  const { data } = payload.safeParse(read)
  if (data === undefined) return null
  const { workflow_run: run, repository } = data
  const isOfDefaultBranch = run.head_branch === repository.default_branch && run.head_repository?.id === repository.id
  if (!isOfDefaultBranch || !TRUSTED_EVENTS.includes(run.event)) return null
  return {
    id: run.id,
    url: run.html_url,
    conclusion: run.conclusion,
    repository: repository.full_name,
    defaultBranch: repository.default_branch,
  }
}
