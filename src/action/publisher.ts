// The guide on its way to people: what is planned as a draft that can be talked on, what is written as a pull request to be read.
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { renderPullRequest } from '../commands/pull-request-body.ts'
import type { Publication, Report } from '../commands/report.ts'
import { publishGuide } from '../github/publish-guide.ts'
import type { StateRecord } from '../github/state-record.ts'
import { hasHandEdits } from '../guide/digest.ts'
import { skippedOf } from '../store/job-files.ts'
import { openStore } from '../store/open.ts'
import type { JobParts } from './do-job.ts'
import { readGuideAt } from './guide-before.ts'
import { type GuideText, guideChanges, isSameGuide } from './guide-changes.ts'
import type { Documented } from './source-commit.ts'

interface Published {
  /** What people have to look at. */
  readonly notices: readonly string[]
  /** What they may like to know. */
  readonly news: readonly string[]
}

const NOTHING: Published = { notices: [], news: [] }

export interface Publisher {
  /** The guide as it is planned: its index is what a draft shows before anything is paid. */
  plan(files: readonly GuideText[]): void
  /** Puts on GitHub what the job has come to; does nothing where that is nothing new. */
  publish(report: Report, stateDirectory: string): Promise<Published>
  publication(): Publication | null
  pullRequest(): number | null
  /** Whether the guide stands where it belongs; undefined: this run wrote none. */
  isPublished(): boolean | undefined
  /** The pull request to talk on: where it was asked for, else the guide's own. */
  talksOn(): number | null
  /** The record with the guide branch's head as we left it. */
  note(record: StateRecord): StateRecord
}

export function openPublisher(
  { order, ground, runner, inputs }: JobParts,
  documented: Documented,
  record: StateRecord,
): Publisher {
  const { guideBranch } = ground
  let planned: readonly GuideText[] = []
  let publication: Publication | null = null
  let isPublished: boolean | undefined
  let head: string | null = record.guideHeads[guideBranch] ?? null
  const recorded = record.jobs.find(
    (job) => job.sourceCommit === documented.commit && job.targetBranch === documented.targetBranch,
  )
  const pullRequest = () =>
    publication !== null && 'pullRequest' in publication ? publication.pullRequest : (recorded?.guidePullRequest ?? null)
  const talksOn = () => order.pullRequest ?? recorded?.talksOn ?? pullRequest()

  /** What there is to show: the whole guide once it is written, the index before, and nothing where people talk elsewhere. */
  const filesFor = async ({ result }: Report): Promise<readonly GuideText[]> => {
    if (result.status === 'completed') return await writtenHere(runner.workspace, result.guide)
    if (result.status !== 'awaiting_approval' || talksOn() !== null) return []
    return planned.filter((file) => file.path === 'README.md')
  }

  return {
    plan: (files) => {
      planned = files
    },
    async publish(report, stateDirectory) {
      const guidePath = (inputs['guide-path'] ?? ground.configuration.guidePath).replace(/^(\.\/)+|\/+$/g, '')
      const files = await filesFor(report)
      if (files.length === 0) return NOTHING
      const isDraft = report.result.status !== 'completed'
      const before = await readGuideAt(runner.workspace, documented.commit, guidePath)
      if (!isDraft && isSameGuide(before, files)) {
        isPublished = true
        return sayStanding(documented.targetBranch)
      }
      if (!isDraft) isPublished = false
      const { title, body } = renderPullRequest(report, {
        isDraft,
        guidePath,
        askedOn: talksOn() === pullRequest() ? null : talksOn(),
        changes: isDraft ? null : guideChanges(before, files),
        skipped: skippedIn(stateDirectory, report.result.job ?? ''),
      })
      const done = await publishGuide(ground.github, runner.repository, {
        branch: guideBranch,
        base: documented.targetBranch,
        baseCommit: documented.commit,
        guidePath,
        files: [...files],
        title,
        body,
        isDraft,
        message: title,
        lastHead: head,
        isOurs: (text) => hasHandEdits(text) === 'ours',
      })
      publication = done.publication.kind === 'nothing to publish' ? null : done.publication
      head = done.head ?? head
      if (!isDraft) isPublished = done.publication.kind !== 'refused'
      if (done.publication.kind !== 'nothing to publish') return { notices: done.notices, news: [] }
      return { ...sayStanding(documented.targetBranch), notices: done.notices }
    },
    publication: () => publication,
    pullRequest,
    isPublished: () => isPublished,
    talksOn,
    note: (before) => (head === null ? before : { ...before, guideHeads: { ...before.guideHeads, [guideBranch]: head } }),
  }
}

const sayStanding = (branch: string): Published => ({
  notices: [],
  news: [`${branch} has this very guide already: there is nothing to publish.`],
})

/** The guide that this run wrote; empty where it wrote none, as when it only looked at a job that was completed before. */
async function writtenHere(workspace: string, paths: readonly string[]): Promise<readonly GuideText[]> {
  const read = paths.map(async (path) => ({ path: basename(path), text: await readFile(join(workspace, path), 'utf8') }))
  return await Promise.all(read).catch(() => [])
}

function skippedIn(stateDirectory: string, job: string) {
  const store = openStore(stateDirectory, { mustExist: true })
  try {
    return skippedOf(store, job)
  } finally {
    store.close()
  }
}
