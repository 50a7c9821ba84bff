import { Refusal } from '../refusal.ts'
import { type GitHub, ONCE, type Repository } from './client.ts'
import { readFailure } from './failure.ts'

export interface WorkflowDispatch {
  /** The file's name under .github/workflows. */
  readonly workflow: string
  /** A branch. */
  readonly ref: string
  readonly inputs: Readonly<Record<string, string>>
}

/** What is known of the run that was started: both null on a server that does not tell. */
export interface DispatchedRun {
  readonly runId: number | null
  readonly url: string | null
}

/** Starts a workflow. Throws a Refusal that names the workflow and what is missing. Never asks twice: a run may have been started. */
export async function dispatchWorkflow(
  github: GitHub,
  repository: Repository,
  { workflow, ref, inputs }: WorkflowDispatch,
): Promise<DispatchedRun> {
  const parameters = { ...repository, workflow_id: workflow, ref, inputs: { ...inputs }, ...ONCE }
  try {
    return await start(github, { ...parameters, return_run_details: true }).catch((error: unknown) => {
      // GitHub Enterprise Server, before it learned the field.
      if (readFailure(error).status === 422 && /return_run_details/.test(readFailure(error).message))
        return start(github, parameters)
      throw error
    })
  } catch (error) {
    throw refusalOf(readFailure(error), workflow, ref)
  }
}

async function start(
  github: GitHub,
  parameters: Parameters<GitHub['rest']['actions']['createWorkflowDispatch']>[0],
): Promise<DispatchedRun> {
  const { data } = await github.rest.actions.createWorkflowDispatch(parameters)
  const told = data as { workflow_run_id?: number; html_url?: string } | undefined
  return { runId: told?.workflow_run_id ?? null, url: told?.html_url ?? null }
}

function refusalOf({ status, message, mayHaveHappened }: ReturnType<typeof readFailure>, workflow: string, ref: string): Refusal {
  const what = `The workflow ${workflow} could not be started on ${ref}: ${message}.`
  if (status === 401 || status === 403) return new Refusal(what, 'Give the token the permission `actions: write`.')
  if (status === 404)
    return new Refusal(what, `Is .github/workflows/${workflow} on ${ref}? Else the token lacks \`actions: write\`.`)
  if (status === 422)
    return new Refusal(
      what,
      `.github/workflows/${workflow} needs the trigger \`workflow_dispatch\` with the inputs of the example.`,
    )
  if (mayHaveHappened) return new Refusal(what, 'It may have started: look at the Actions tab before you give the command again.')
  return new Refusal(what, 'Give the command again later.')
}
