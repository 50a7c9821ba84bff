// Which workflow carries commands out, and which of two answers them: the hosted app or the workflow itself. Both ask this same question of
// the same files, so that one of them speaks and the other is silent, without a word between them.
import type { GitHub, Repository } from '../github/client.ts'
import { readWorkflowFiles, type WorkflowFile } from '../github/workflow-files.ts'
import { readWorkflowText, USUAL_WORKFLOW, type WorkflowFacts } from './workflow-text.ts'

/** Who answers comments. */
export type Voice = 'app' | 'workflow'

export interface FoundWorkflow {
  /** The file to dispatch; null: there is none. */
  readonly file: string | null
  readonly voice: Voice
  /** `comments: app` stands in it: its runs leave reports, and say nothing themselves. */
  readonly leavesReports: boolean
}

/** Throws a Refusal where the files can't be read. `own`: the file that this very process runs in, ours whatever it is called. */
export async function findWorkflow(
  github: GitHub,
  repository: Repository,
  branch: string,
  own: string | null,
): Promise<FoundWorkflow> {
  return chooseWorkflow(await readWorkflowFiles(github, repository, branch, /nehemvix/i), own)
}

/**
 * The usual file is dispatched, else the first of ours that can be. `comments: app` makes the app speak; without it a workflow that hears
 * comments does, and where none does, the app.
 */
export function chooseWorkflow(files: readonly WorkflowFile[], own: string | null): FoundWorkflow {
  const read = files.map(({ name, text }): WorkflowFacts & { readonly name: string } => ({
    name,
    ...readWorkflowText(name, text),
  }))
  const ours = read.filter((one) => one.isOurs || one.name === own)
  const dispatched = ours.filter((one) => one.canBeDispatched)
  const chosen = dispatched.find(({ name }) => name === USUAL_WORKFLOW) ?? dispatched[0] ?? null
  const leavesReports = ours.some((one) => one.leavesCommentsToApp)
  const isLeftToApp = leavesReports || !ours.some((one) => one.hearsComments)
  return { file: chosen?.name ?? null, voice: isLeftToApp ? 'app' : 'workflow', leavesReports }
}
