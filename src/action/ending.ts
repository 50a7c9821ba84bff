// How a run of the Action can end, and what it leaves in the places that GitHub has for that: outputs, summary, annotations, artifact.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DefaultArtifactClient } from '@actions/artifact'
import { error, notice, setFailed, summary, warning } from '@actions/core'
import { commentFor } from '../commands/next-command.ts'
import { REPORT_ARTIFACT, type Report } from '../commands/report.ts'
import { sayUsdRange } from '../commands/report-words.ts'
import { renderSummary } from '../commands/summary.ts'
import { writeOutputs } from './inputs.ts'

export type Ending =
  /** A job was worked on, or stands as the report says. `news`: what nobody has to act on. `isRed`: the step fails. */
  | { readonly kind: 'job'; readonly report: Report; readonly news: readonly string[]; readonly isRed: boolean }
  /** Nothing to do, and that is well so. */
  | { readonly kind: 'nothing'; readonly notice: string }
  /** Nothing was done and nothing spent. `isRed`: who asked for it reads no answer elsewhere. */
  | { readonly kind: 'refused'; readonly message: string; readonly isRed: boolean }

/** Tells the runner. What the step's colour says stands in contract.md: a pause and a wait for approval are green. */
export async function leaveEnding(ending: Ending): Promise<void> {
  switch (ending.kind) {
    case 'nothing':
      notice(ending.notice)
      return writeOutputs({})
    case 'refused':
      writeOutputs({ status: 'refused' })
      return ending.isRed ? setFailed(ending.message) : notice(ending.message)
    case 'job':
      return await leaveReport(ending)
  }
}

async function leaveReport({ report, news, isRed }: Extract<Ending, { kind: 'job' }>): Promise<void> {
  const { result } = report
  const { estimate } = result
  writeOutputs({
    status: result.status,
    job: result.job,
    'guide-path': guideFolder(result.guide),
    'pull-request': report.guidePullRequest ?? null,
    grounding: result.grounding?.score ?? null,
    'spent-usd': result.spent_usd,
    'estimate-id': estimate?.id ?? null,
    'estimate-low-usd': estimate?.low_usd ?? null,
    'estimate-high-usd': estimate?.high_usd ?? null,
  })
  annotate(report)
  for (const message of news) notice(message, { title: 'Nehemvix' })
  // A summary that can't be written is no reason to lose the result.
  await summary
    .addRaw(renderSummary({ ...report, notices: [...report.notices, ...news] }))
    .write()
    .catch((reason) => warning(`The job summary could not be written: ${reason.message}`))
  if (isRed) setFailed(result.error?.message ?? result.paused?.message ?? `The job is ${result.status}.`)
}

/** What needs a person, where one looks first. */
function annotate({ result, publication, notices, talksOn }: Report): void {
  for (const message of notices) warning(message)
  const where = talksOn === null ? '' : ` See pull request #${talksOn}.`
  if (result.status === 'awaiting_approval' && result.estimate !== null) {
    const { id } = result.estimate
    const on =
      talksOn === null
        ? 'a pull request of this repository, or start this workflow by hand with operation "approve"'
        : `#${talksOn}`
    notice(`Approval wanted: ${sayUsdRange(result.estimate)}. Comment "/nehemvix approve ${id}" on ${on}.`, { title: 'Nehemvix' })
  }
  if (result.paused !== null && result.status?.startsWith('paused_'))
    warning(`${result.paused.message} Next: ${commentFor(result.paused.next) ?? result.paused.next}${where}`, {
      title: `Nehemvix: ${result.status}`,
    })
  if ((result.status === 'held' || result.status === 'consent_required') && result.error !== null) {
    const { message, next } = result.error
    warning(next === null ? message : `${message} Next: ${commentFor(next) ?? next}`, { title: `Nehemvix: ${result.status}` })
  }
  if (result.status === 'failed' && result.error !== null) error(result.error.message, { title: 'Nehemvix' })
  if (publication?.kind === 'branch only')
    warning(`${publication.reason} ${publication.url}`, { title: 'Nehemvix: no pull request' })
  if (publication?.kind === 'refused')
    warning(`${publication.reason} ${publication.next}`, { title: 'Nehemvix: guide not published' })
}

/** `.` where it lies at the root. */
function guideFolder([first]: readonly string[]): string | null {
  if (first === undefined) return null
  return first.includes('/') ? first.replace(/\/[^/]+$/, '') : '.'
}

/** For the app, which comments in the Action's place. */
export async function leaveReportArtifact(report: Report, temporary: string): Promise<void> {
  const file = join(temporary, 'nehemvix-report.json')
  await writeFile(file, JSON.stringify(report))
  await new DefaultArtifactClient().uploadArtifact(REPORT_ARTIFACT, [file], temporary, { retentionDays: 7 })
}
