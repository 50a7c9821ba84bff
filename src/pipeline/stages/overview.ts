// The overview: one unit, from the folder summaries, the README and the manifests.

import { memberTag } from '../../prompts/folder-summary.ts'
import { buildOverview, evidenceTag, readOverview, type SystemTarget } from '../../prompts/overview.ts'
import { attemptsOf } from '../../store/answers.ts'
import { identityOf } from '../choose-connection.ts'
import { clip } from '../clip.ts'
import type { Connection, RunContext } from '../context.ts'
import { evidenceFor } from '../evidence.ts'
import type { PaidStageWork } from '../planned-call.ts'
import { countSent } from '../request-tokens.ts'
import { FRAME_TOKENS, inputBudget, outputLimit, SUMMARY_TOKENS } from '../token-limits.ts'
import { folderMembers } from './folder-summaries.ts'

const STAGE = 'overview'

export const OVERVIEW_EVIDENCE_TOKENS = 4_000
export const OVERVIEW_FOLDER_TOKENS = 8_000

export function overviewWork(context: RunContext): PaidStageWork {
  return {
    stage: STAGE,
    plan: async (open, connection) =>
      open.map((unit) => ({
        id: unit.unitKey,
        stage: STAGE,
        connection,
        units: [unit],
        build: () => build(context, unit.unitKey, connection),
      })),
    read: (text) => readOverview(text),
  }
}

async function build(context: RunContext, unitKey: string, connection: Connection) {
  const { cutOff } = attemptsOf(context.store, STAGE, unitKey, identityOf(connection))
  const maxOutputTokens = outputLimit(context, STAGE, connection, 1, cutOff)
  const budget = inputBudget(context, connection, maxOutputTokens) - FRAME_TOKENS
  const folderTokens = Math.min(OVERVIEW_FOLDER_TOKENS, Math.floor(budget * 0.6))
  const folders = fitMembers(folderMembers(context), folderTokens)
  const paths = await overviewPaths(context)
  const evidence = await evidenceFor(
    context,
    'overview',
    paths,
    Math.min(OVERVIEW_EVIDENCE_TOKENS, budget - folderTokens),
    (piece) => countSent(evidenceTag(piece)),
  )
  const target: SystemTarget = { kind: 'system', folders, evidence }
  return { ...buildOverview(target, context.job.settings.language), targets: [target], maxOutputTokens, stream: false }
}

/** README and manifest: what the first beginner's section leans on as well. */
async function overviewPaths(context: RunContext): Promise<string[]> {
  const row = context.store
    .sql(`SELECT evidence FROM planned_units WHERE job_id = ? AND stage = 'overview'`)
    .get(context.job.id) as { evidence: string | null }
  return JSON.parse(row.evidence ?? '[]')
}

/** As many folders as fit, notes cut evenly; the root stands first and stays. */
export function fitMembers<T extends { readonly path: string; readonly kind: 'file' | 'folder'; readonly summary: string }>(
  members: readonly T[],
  budget: number,
): T[] {
  const each = Math.max(20, Math.min(SUMMARY_TOKENS, Math.floor(budget / Math.max(1, members.length)) - 30))
  const fitting: T[] = []
  let used = 0
  for (const member of members) {
    const cut = { ...member, summary: clip(member.summary, each) }
    used += countSent(memberTag(cut))
    if (used > budget) break
    fitting.push(cut)
  }
  return fitting
}
