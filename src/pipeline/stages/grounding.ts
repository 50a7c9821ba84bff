// Looks up every reference of the written sections at the source commit. Calls no model.
import { sectionsFor } from '../../guide/all-sections.ts'
import { type Grounding, groundSections } from '../../guide/grounding.ts'
import { sectionKey } from '../../guide/section.ts'
import { wantedFacts } from '../../guide/tree-facts.ts'
import { redactSecrets } from '../../repository/redact-secrets.ts'
import { collectTreeFacts } from '../../repository/tree-facts.ts'
import { updateJob } from '../../store/jobs.ts'
import { plannedUnits, unitOutput } from '../../store/units.ts'
import type { RunContext } from '../context.ts'

export interface WrittenSection {
  /** `audience/section-id` */
  readonly key: string
  readonly markdown: string | null
  readonly model: string | null
}

/** The job's sections in their fixed order, with what was accepted for each; what looks like a secret is struck out, whoever wrote it. */
export async function writtenSections(context: RunContext): Promise<WrittenSection[]> {
  const { store, job } = context
  const units = new Map(plannedUnits(store, job.id, 'sections').map((unit) => [unit.label, unit]))
  const sections: WrittenSection[] = []
  for (const key of sectionsFor(job.settings.audiences).map(sectionKey)) {
    const row = unitOutput(store, job.id, 'sections', units.get(key)?.unitKey ?? '')
    const markdown = row === null ? null : (await redactSecrets(`${key}.md`, row.output)).text
    sections.push({ key, markdown, model: row?.model ?? null })
  }
  return sections
}

export async function ground(context: RunContext): Promise<Grounding> {
  const sections = await writtenSections(context)
  const facts = await collectTreeFacts(context.source, wantedFacts(sections.map((section) => section.markdown)))
  const grounding = groundSections(sections, facts)
  updateJob(context.store, context.job.id, { grounding }, context.now())
  return grounding
}
