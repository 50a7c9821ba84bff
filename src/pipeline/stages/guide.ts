// Renders the guide from the store and hands it over to be written, whole or not at all. Calls no model.
import { sectionsFor } from '../../guide/all-sections.ts'
import type { GuideFile } from '../../guide/guide-input.ts'
import { renderGuide } from '../../guide/render.ts'
import { sectionKey } from '../../guide/section.ts'
import { summariesOf } from '../../store/file-summaries.ts'
import { filesOf, skippedOf } from '../../store/job-files.ts'
import { mustFindJob, updateJob } from '../../store/jobs.ts'
import type { RunContext } from '../context.ts'
import { languageShares } from '../language-shares.ts'
import { markCitedFiles } from '../mark-cited-files.ts'
import { describeProvenance, modelsInUse } from '../provenance.ts'
import { ground, writtenSections } from './grounding.ts'

const GIVEN_UP = 'the model refused it, or its answers could not be used'
const NOT_ASKED = 'the estimate waits for approval'

/** The guide's bytes hold no date, job, run or cost: the same repository and the same texts give the same bytes. */
export async function writeGuide(context: RunContext): Promise<void> {
  const paths = await context.writeGuide(await renderJobGuide(context, GIVEN_UP))
  updateJob(context.store, context.job.id, { guide: paths }, context.now())
}

/** What the guide would be made of, before anything of it is paid for: no section is written. */
export const renderPlannedGuide = (context: RunContext): Promise<GuideFile[]> => renderJobGuide(context, NOT_ASKED)

async function renderJobGuide(context: RunContext, whyMissing: string): Promise<GuideFile[]> {
  const { store, job, source } = context
  const { settings } = job
  const written = new Map((await writtenSections(context)).map((section) => [section.key, section]))
  const files = filesOf(store, job.id)
  return renderGuide({
    repositoryName: source.name,
    commit: source.commit,
    isWorktree: source.isWorktree,
    webUrl: source.webUrl,
    guidePath: settings.guidePath.startsWith('/') ? null : settings.guidePath,
    language: settings.language,
    audiences: settings.audiences,
    sections: sectionsFor(settings.audiences).map((section) => {
      const { markdown = null, model = null } = written.get(sectionKey(section)) ?? {}
      return { section, markdown, model, whyMissing: markdown === null ? whyMissing : null }
    }),
    grounding: await ground(context),
    skipped: skippedOf(store, job.id),
    redacted: files.filter((file) => file.redactions > 0).map((file) => ({ path: file.path, count: file.redactions })),
    placeholders: summariesOf(store, job.id)
      .filter((row) => row.output === null)
      .map((row) => ({ path: row.path, why: GIVEN_UP })),
    filesRead: files.length,
    languages: languageShares(source.files),
    decoded: source.files.filter(({ encoding }) => encoding !== 'utf-8').map(({ path, encoding }) => ({ path, encoding })),
    lineMarks: await markCitedFiles(
      source,
      [...written.values()].map(({ markdown }) => markdown),
    ),
    provenance: describeProvenance(mustFindJob(store, job.id).switches, modelsInUse(store, job.id)),
    isOffline: job.mode === 'offline',
  })
}
