// Folder summaries, bottom-up: a folder is asked for when all folders below it are there.
import type { Member } from '../../models/model.ts'
import { buildFolderSummaries, type FolderTarget, folderTag, readFolderSummaries } from '../../prompts/folder-summary.ts'
import { attemptsOf } from '../../store/answers.ts'
import { summariesOf } from '../../store/file-summaries.ts'
import { filesOf } from '../../store/job-files.ts'
import { type PlannedUnit, unitOutput } from '../../store/units.ts'
import { identityOf } from '../choose-connection.ts'
import { clip } from '../clip.ts'
import type { Connection, RunContext } from '../context.ts'
import { type FolderNode, folderTree } from '../folder-tree.ts'
import { type Packable, packCalls } from '../pack.ts'
import type { PaidStageWork, PlannedCall } from '../planned-call.ts'
import { countSent } from '../request-tokens.ts'
import {
  FRAME_TOKENS,
  inputBudget,
  outputLimit,
  SUMMARY_TOKENS,
  TAG_TOKENS,
  TARGET_INPUT_TOKENS,
  unitsByOutput,
} from '../token-limits.ts'
import { unitKey } from '../unit-keys.ts'

const STAGE = 'folder-summaries'

/** What stands for a member that could not be summarised. */
const NO_SUMMARY = 'No summary of it could be made.'

export function folderSummariesWork(context: RunContext): PaidStageWork {
  return {
    stage: STAGE,
    plan: async (open, connection) => planFolderCalls(context, open, connection),
    read: (text, labels) => readFolderSummaries(text, labels),
  }
}

/** Folder path -> key of its unit. Two folders that hold the same share one. */
export function folderKeys(context: RunContext, tree: readonly FolderNode[]): Map<string, string> {
  return new Map(tree.map((node) => [node.path, unitKey(context.job.settings, STAGE, [node.hash])]))
}

/** Every summarised folder with its text, the root first. */
export function folderMembers(context: RunContext): Member[] {
  const tree = folderTree(filesOf(context.store, context.job.id))
  const keys = folderKeys(context, tree)
  return tree
    .map(
      (node): Member => ({
        path: node.path,
        kind: 'folder',
        summary: outputOf(context, keys.get(node.path) ?? '') ?? NO_SUMMARY,
      }),
    )
    .sort((a, b) => Number(b.path === '.') - Number(a.path === '.') || (a.path < b.path ? -1 : 1))
}

export function folderCallLimits(context: RunContext, connection: Connection): { inputTokens: number; units: number } {
  const units = unitsByOutput(context, STAGE, connection)
  const budget = inputBudget(context, connection, outputLimit(context, STAGE, connection, units)) - FRAME_TOKENS
  return { inputTokens: Math.min(TARGET_INPUT_TOKENS, budget), units }
}

function planFolderCalls(context: RunContext, open: readonly PlannedUnit[], connection: Connection): PlannedCall[] {
  const tree = folderTree(filesOf(context.store, context.job.id))
  const keys = folderKeys(context, tree)
  const nodes = new Map(tree.map((node) => [node.path, node]))
  const openKeys = new Set(open.map((unit) => unit.unitKey))
  const summaries = new Map(summariesOf(context.store, context.job.id).map((row) => [row.path, row.output]))
  const limits = folderCallLimits(context, connection)
  const ready = open.filter((unit) => nodes.get(unit.label)?.folders.every((folder) => !openKeys.has(keys.get(folder) ?? '')))
  const targets = new Map<string, FolderTarget>()
  const packables = ready.map((unit): Packable<PlannedUnit> => {
    const node = nodes.get(unit.label) as FolderNode
    const target = targetOf(context, node, keys, summaries, limits.inputTokens)
    targets.set(unit.unitKey, target)
    const attempts = attemptsOf(context.store, STAGE, unit.unitKey, identityOf(connection))
    return { unit, inputTokens: countSent(folderTag(target)), isAlone: attempts.unusable > 0 }
  })
  return packCalls(packables, limits).map((units) => {
    const chosen = units.map((unit) => targets.get(unit.unitKey) as FolderTarget)
    const cutOff = Math.max(...units.map((unit) => attemptsOf(context.store, STAGE, unit.unitKey, identityOf(connection)).cutOff))
    const maxOutputTokens = outputLimit(context, STAGE, connection, units.length, cutOff)
    const request = {
      ...buildFolderSummaries(chosen, context.job.settings.language),
      targets: chosen,
      maxOutputTokens,
      stream: false,
    }
    return { id: units.map((unit) => unit.unitKey).join('+'), stage: STAGE, connection, units, build: async () => request }
  })
}

/** The folder with all its members; where they are too many for the budget, each note is cut shorter, and at last only named. */
function targetOf(
  context: RunContext,
  node: FolderNode,
  keys: ReadonlyMap<string, string>,
  summaries: ReadonlyMap<string, string | null>,
  budget: number,
): FolderTarget {
  const members: Member[] = [
    ...node.files.map((path): Member => ({ path, kind: 'file', summary: summaries.get(path) ?? NO_SUMMARY })),
    ...node.folders.map(
      (path): Member => ({ path, kind: 'folder', summary: outputOf(context, keys.get(path) ?? '') ?? NO_SUMMARY }),
    ),
  ]
  const each = Math.floor((budget - TAG_TOKENS) / Math.max(1, members.length)) - TAG_TOKENS
  const noteTokens = Math.max(0, Math.min(SUMMARY_TOKENS, each))
  const most = Math.max(1, Math.floor((budget - TAG_TOKENS) / TAG_TOKENS))
  const shown = members.slice(0, most).map((member) => ({ ...member, summary: clip(member.summary, noteTokens) }))
  return { kind: 'folder', path: node.path, members: shown }
}

const outputOf = (context: RunContext, key: string): string | null =>
  unitOutput(context.store, context.job.id, STAGE, key)?.output ?? null
