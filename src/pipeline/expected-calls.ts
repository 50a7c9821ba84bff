// The calls that a run would make, before anything of their answers is known.
import type { ExpectedCall } from '../money/estimate.ts'
import { highestTokenRatio } from '../store/connections.ts'
import { filesOf } from '../store/job-files.ts'
import type { PlannedUnit } from '../store/units.ts'
import type { PaidStage } from '../vocabulary.ts'
import type { Connection, RunContext } from './context.ts'
import { folderTree } from './folder-tree.ts'
import { packCalls } from './pack.ts'
import { fileCallLimits, filePieces } from './stages/file-summaries.ts'
import { folderCallLimits, folderKeys } from './stages/folder-summaries.ts'
import { OVERVIEW_EVIDENCE_TOKENS, OVERVIEW_FOLDER_TOKENS } from './stages/overview.ts'
import { groupSections, SECTION_FRAME_TOKENS, sectionCallLimits } from './stages/sections.ts'
import { FRAME_TOKENS, inputBudget, OUTPUT_PER_UNIT_LOW, outputLimit, SUMMARY_TOKENS, TAG_TOKENS } from './token-limits.ts'

/** A summary has at least so many tokens; one of `SUMMARY_TOKENS` at the most reaches a later prompt. */
const SUMMARY_TOKENS_LOW = 40
/** Our count may be this much above the provider's. */
const COUNT_LOW = 0.6
/** Line numbers and repeated frames make evidence at most this much longer than the file. */
const NUMBERED = 2.5

type Bound = 'low' | 'high'

/** Calls for all open units of all stages, on one connection. `bound` says whether what is not known yet is small or large. */
export async function expectedCalls(
  context: RunContext,
  connection: Connection,
  open: (stage: PaidStage) => readonly PlannedUnit[],
  bound: Bound,
): Promise<ExpectedCall[]> {
  const call: MakeCall = (stage, units, input) => {
    const margin = Math.max(
      connection.tokenMargin,
      highestTokenRatio(context.store, connection.model.provider.name, connection.model.id),
    )
    return {
      inputLow: Math.floor(input.low * COUNT_LOW),
      inputHigh: Math.ceil((FRAME_TOKENS + input.high) * margin),
      outputLow: OUTPUT_PER_UNIT_LOW[stage] * units.length,
      outputLimit: outputLimit(context, stage, connection, units.length),
      units,
    }
  }
  const summary = bound === 'low' ? SUMMARY_TOKENS_LOW : SUMMARY_TOKENS
  return [
    ...(await fileCalls(context, connection, open('file-summaries'), call)),
    ...folderCalls(context, connection, open('folder-summaries'), summary, call),
    ...overviewCalls(context, connection, open('overview'), call),
    ...sectionCalls(context, connection, open('sections'), bound, call),
  ]
}

type MakeCall = (stage: PaidStage, units: readonly string[], input: { low: number; high: number }) => ExpectedCall

const shared = (count: number): string[] => Array(count).fill('shared')

async function fileCalls(
  context: RunContext,
  connection: Connection,
  open: readonly PlannedUnit[],
  call: MakeCall,
): Promise<ExpectedCall[]> {
  const limits = fileCallLimits(context, connection)
  const { now, later } = await filePieces(context, open, connection)
  return [now, later].flatMap((round) =>
    round.length === 0
      ? []
      : packCalls(
          round.map((tokens) => ({ unit: tokens, inputTokens: tokens, isAlone: false })),
          limits,
        ).map((sizes) => {
          const tokens = sizes.reduce((sum, size) => sum + size, 0)
          return call('file-summaries', shared(sizes.length), { low: tokens, high: tokens })
        }),
  )
}

function folderCalls(
  context: RunContext,
  connection: Connection,
  open: readonly PlannedUnit[],
  summary: number,
  call: MakeCall,
): ExpectedCall[] {
  const limits = folderCallLimits(context, connection)
  const tree = folderTree(filesOf(context.store, context.job.id))
  const keys = folderKeys(context, tree)
  const openKeys = new Set(open.map((unit) => unit.unitKey))
  const counted = new Set<string>()
  const levels = new Map<number, number[]>()
  for (const node of tree) {
    const key = keys.get(node.path) ?? ''
    if (!openKeys.has(key) || counted.has(key)) continue
    counted.add(key)
    const tokens = Math.min(limits.inputTokens, TAG_TOKENS + (node.files.length + node.folders.length) * (summary + TAG_TOKENS))
    const level = levels.get(node.height)
    if (level === undefined) levels.set(node.height, [tokens])
    else level.push(tokens)
  }
  return [...levels.values()].flatMap((sizes) =>
    packCalls(
      sizes.map((tokens) => ({ unit: tokens, inputTokens: tokens, isAlone: false })),
      limits,
    ).map((group) => {
      const tokens = group.reduce((sum, size) => sum + size, 0)
      return call('folder-summaries', shared(group.length), { low: tokens, high: tokens })
    }),
  )
}

function overviewCalls(
  context: RunContext,
  connection: Connection,
  open: readonly PlannedUnit[],
  call: MakeCall,
): ExpectedCall[] {
  const budget = inputBudget(context, connection, outputLimit(context, 'overview', connection, 1)) - FRAME_TOKENS
  const high = Math.min(budget, OVERVIEW_FOLDER_TOKENS + OVERVIEW_EVIDENCE_TOKENS)
  return open.map(() => call('overview', shared(1), { low: 0, high }))
}

function sectionCalls(
  context: RunContext,
  connection: Connection,
  open: readonly PlannedUnit[],
  bound: Bound,
  call: MakeCall,
): ExpectedCall[] {
  const limits = sectionCallLimits(context, connection)
  const tokens = new Map(filesOf(context.store, context.job.id).map((file) => [file.path, file.tokens]))
  const evidenceOf = (unit: PlannedUnit) => {
    const whole = unit.evidence.reduce((sum, path) => sum + (tokens.get(path) ?? 0) * NUMBERED + TAG_TOKENS, 0)
    return Math.min(limits.evidenceTokens, bound === 'high' ? whole : whole / NUMBERED / 2)
  }
  return groupSections(open, limits.sections).map((group) => {
    const own = group.reduce((sum, unit) => sum + SECTION_FRAME_TOKENS + evidenceOf(unit), 0)
    const audiences = group.map((unit) => unit.label.split('/')[0] ?? '')
    return call('sections', audiences, { low: own, high: limits.sharedTokens + own })
  })
}
