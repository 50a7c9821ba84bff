// A check run shows a job on the commit it documents. Only an app may make one.
import { type GitHub, ONCE, type Repository } from './client.ts'
import { readFailure } from './failure.ts'

/** A button under the check: 20, 40 and 20 characters at most. */
export interface CheckButton {
  readonly label: string
  readonly description: string
  readonly identifier: string
}

export interface CheckToShow {
  readonly name: string
  readonly commit: string
  /** The job: with name and commit what tells our check from another. */
  readonly externalId: string
  readonly detailsUrl: string
  readonly state:
    | { readonly status: 'queued' | 'in_progress' }
    | {
        readonly status: 'completed'
        readonly conclusion: 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required'
      }
  readonly title: string
  /** Markdown; GitHub takes 65,535 characters. */
  readonly summary: string
  readonly buttons: readonly CheckButton[]
}

const MOST_BUTTONS = 3

/** Shows the job's check anew, or for the first time. null: done; a text: why not. A check never stands in a command's way. */
export async function showCheckRun(github: GitHub, repository: Repository, check: CheckToShow): Promise<string | null> {
  const body = {
    ...repository,
    details_url: check.detailsUrl,
    external_id: check.externalId,
    ...check.state,
    output: { title: check.title, summary: check.summary },
    actions: check.buttons.slice(0, MOST_BUTTONS).map((button) => ({ ...button })),
  }
  try {
    const standing = await findCheck(github, repository, check)
    if (standing === null) await github.rest.checks.create({ ...body, name: check.name, head_sha: check.commit, ...ONCE })
    else await github.rest.checks.update({ ...body, check_run_id: standing })
    return null
  } catch (error) {
    const { status, message } = readFailure(error)
    const needs = status === 403 || status === 404 ? ' (the app needs `checks: write`)' : ''
    return `The check could not be shown: ${message}${needs}`
  }
}

async function findCheck(
  github: GitHub,
  repository: Repository,
  { name, commit, externalId }: CheckToShow,
): Promise<number | null> {
  const { data } = await github.rest.checks.listForRef({ ...repository, ref: commit, check_name: name, per_page: 100 })
  return data.check_runs.find((one) => one.external_id === externalId)?.id ?? null
}
