// Looks up every reference of the written sections at the source commit. Calls no model.
import { sectionsFor } from '../../guide/all-sections.ts'
import { type Grounding, groundSections } from '../../guide/grounding.ts'
import { sectionKey } from '../../guide/section.ts'
import { wantedFacts } from '../../guide/tree-facts.ts'
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

/** The job's sections in their fixed order, with what was accepted for each. */
export function writtenSections(context: RunContext): WrittenSection[] {
  const { store, job } = context
  const units = new Map(plannedUnits(store, job.id, 'sections').map((unit) => [unit.label, unit]))
  return sectionsFor(job.settings.audiences).map((section) => {
    const key = sectionKey(section)
    const row = unitOutput(store, job.id, 'sections', units.get(key)?.unitKey ?? '')
    return { key, markdown: row?.output ?? null, model: row?.model ?? null }
  })
}

export async function ground(context: RunContext): Promise<Grounding> {
  const sections = writtenSections(context)
  const facts = await collectTreeFacts(context.source, wantedFacts(sections.map((section) => section.markdown)))
  const grounding = groundSections(sections, facts)
  updateJob(context.store, context.job.id, { grounding }, context.now())
  return grounding
}
