// Sections: up to three of one audience share a call; the evidence of each stands in its own tag.
import { sectionsFor } from '../../guide/all-sections.ts'
import { type Section, sectionKey } from '../../guide/section.ts'
import type { SharedContext } from '../../models/model.ts'
import { OFFLINE } from '../../models/registry.ts'
import { evidenceTag } from '../../prompts/overview.ts'
import { buildSections, readSections, type SectionTarget, sharedText } from '../../prompts/section.ts'
import { attemptsOf } from '../../store/answers.ts'
import { filesOf } from '../../store/job-files.ts'
import { type PlannedUnit, plannedUnits, unitOutput } from '../../store/units.ts'
import { identityOf } from '../choose-connection.ts'
import { clip } from '../clip.ts'
import type { Connection, RunContext } from '../context.ts'
import { evidenceFor } from '../evidence.ts'
import type { PaidStageWork, PlannedCall } from '../planned-call.ts'
import { countSent } from '../request-tokens.ts'
import { FRAME_TOKENS, inputBudget, OVERVIEW_TOKENS, outputLimit, unitsByOutput } from '../token-limits.ts'
import { folderMembers } from './folder-summaries.ts'
import { fitMembers } from './overview.ts'

const STAGE = 'sections'

export const SECTIONS_PER_CALL = 3
/** Tokens of evidence a section gets at the most, and how few still make a section worth asking for beside others. */
export const EVIDENCE_TOKENS = 4_500
const LEAST_EVIDENCE_TOKENS = 1_200
/** Nothing is sent to `offline`, and nothing paid: it may read the files whole, and all paths. */
const OFFLINE_TOKENS = 150_000
export const SHARED_TOKENS = 6_000
/** Title, reader, question and tag of a section. */
export const SECTION_FRAME_TOKENS = 150

export function sectionsWork(context: RunContext): PaidStageWork {
  return {
    stage: STAGE,
    plan: async (open, connection) => planSectionCalls(context, open, connection),
    read: (text, labels) => readSections(text, labels),
  }
}

/** How many sections a call takes, and how much evidence each gets, on this connection. */
export function sectionCallLimits(
  context: RunContext,
  connection: Connection,
): { sections: number; sharedTokens: number; evidenceTokens: number } {
  if (connection.name === OFFLINE)
    return { sections: SECTIONS_PER_CALL, sharedTokens: OFFLINE_TOKENS, evidenceTokens: OFFLINE_TOKENS }
  const most = Math.min(SECTIONS_PER_CALL, unitsByOutput(context, STAGE, connection))
  for (let sections = most; ; sections--) {
    const budget = inputBudget(context, connection, outputLimit(context, STAGE, connection, sections)) - FRAME_TOKENS
    const sharedTokens = Math.min(SHARED_TOKENS, Math.floor(budget * 0.3))
    const each = Math.floor((budget - sharedTokens) / sections) - SECTION_FRAME_TOKENS
    if (each >= LEAST_EVIDENCE_TOKENS || sections === 1)
      return { sections, sharedTokens, evidenceTokens: Math.max(0, Math.min(EVIDENCE_TOKENS, each)) }
  }
}

/** Groups sections for calls: audiences apart, evenly, in order; a section asked for before without use goes alone. */
export function groupSections<T extends { readonly label: string }>(units: readonly T[], perCall: number): T[][] {
  const groups: T[][] = []
  for (const [, ofAudience] of Map.groupBy(units, (unit) => unit.label.split('/')[0])) {
    const calls = Math.ceil(ofAudience.length / perCall)
    for (let call = 0; call < calls; call++) {
      groups.push(
        ofAudience.slice(Math.round((call * ofAudience.length) / calls), Math.round(((call + 1) * ofAudience.length) / calls)),
      )
    }
  }
  return groups
}

function planSectionCalls(context: RunContext, open: readonly PlannedUnit[], connection: Connection): PlannedCall[] {
  const limits = sectionCallLimits(context, connection)
  const attemptsAt = (unit: PlannedUnit) => attemptsOf(context.store, STAGE, unit.unitKey, identityOf(connection))
  const isAlone = (unit: PlannedUnit) => attemptsAt(unit).unusable > 0
  const groups = [
    ...groupSections(
      open.filter((unit) => !isAlone(unit)),
      limits.sections,
    ),
    ...open.filter(isAlone).map((unit) => [unit]),
  ]
  const sections = new Map(sectionsFor(context.job.settings.audiences).map((section) => [sectionKey(section), section]))
  // Made once a round: every call of the round begins with the same bytes.
  let shared: SharedContext | null = null
  return groups.map((units) => ({
    id: units.map((unit) => unit.unitKey).join('+'),
    stage: STAGE,
    connection,
    units,
    build: async () => {
      shared ??= sharedContext(context, limits.sharedTokens)
      const chosen: { section: Section; target: SectionTarget }[] = []
      for (const unit of units) {
        const evidence = await evidenceFor(context, unit.label, unit.evidence, limits.evidenceTokens, (piece) =>
          countSent(evidenceTag(piece)),
        )
        chosen.push({ section: sections.get(unit.label) as Section, target: { kind: 'section', id: unit.label, evidence } })
      }
      const cutOff = Math.max(...units.map((unit) => attemptsAt(unit).cutOff))
      const maxOutputTokens = outputLimit(context, STAGE, connection, units.length, cutOff)
      const prompt = buildSections(chosen, shared, context.job.settings.language)
      return { ...prompt, targets: chosen.map(({ target }) => target), shared, maxOutputTokens, stream: true }
    },
  }))
}

/** Overview, folders and paths, within a budget: the overview first, then folders, then as many paths as fit. */
function sharedContext(context: RunContext, budget: number): SharedContext {
  const overviewKey = plannedUnits(context.store, context.job.id, 'overview')[0]?.unitKey ?? ''
  const text = unitOutput(context.store, context.job.id, 'overview', overviewKey)?.output ?? 'No overview could be made.'
  const overview = clip(text, Math.min(OVERVIEW_TOKENS, Math.floor(budget / 2)))
  const allPaths = filesOf(context.store, context.job.id).map((file) => file.path)
  const repositoryName = context.source.name
  let left = budget - countSent(sharedText({ repositoryName, overview, folders: [], paths: [] }))
  const folders = fitMembers(folderMembers(context), Math.floor(left * 0.6))
  left = budget - countSent(sharedText({ repositoryName, overview, folders, paths: [] }))
  const paths: string[] = []
  for (const path of allPaths) {
    left -= countSent(path) + 1
    if (left < 0) break
    paths.push(path)
  }
  return { repositoryName, overview, folders, paths }
}
