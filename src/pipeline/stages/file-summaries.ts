// File summaries: whole files in batches; large files by parts, and their notes put together in one more unit.
import { outlineOfPart } from '../../outline/cut-outline.ts'
import { splitLines } from '../../outline/lines.ts'
import type { Outline } from '../../outline/shape.ts'
import { buildFileSummaries, type FileTarget, readFileSummaries } from '../../prompts/file-summary.ts'
import { escapeText } from '../../prompts/tags.ts'
import { chunkText, type TextChunk } from '../../repository/chunk-text.ts'
import { attemptsOf } from '../../store/answers.ts'
import { filesOf, type JobFile } from '../../store/job-files.ts'
import { type PlannedUnit, planUnits, unitOutput } from '../../store/units.ts'
import { identityOf } from '../choose-connection.ts'
import { clip } from '../clip.ts'
import type { Connection, RunContext } from '../context.ts'
import { isOpen } from '../open-units.ts'
import { openOutlines } from '../outlines.ts'
import { type Packable, packCalls } from '../pack.ts'
import type { PaidStageWork, PlannedCall } from '../planned-call.ts'
import { countSent } from '../request-tokens.ts'
import {
  FRAME_TOKENS,
  inputBudget,
  outputLimit,
  PART_TOKENS,
  SUMMARY_TOKENS,
  TAG_TOKENS,
  TARGET_INPUT_TOKENS,
  unitsByOutput,
  WHOLE_FILE_TOKENS,
} from '../token-limits.ts'
import { unitKey } from '../unit-keys.ts'

const STAGE = 'file-summaries'

export function fileSummariesWork(context: RunContext): PaidStageWork {
  return {
    stage: STAGE,
    plan: (open, connection) => planFileCalls(context, open, connection),
    read: (text, labels) => readFileSummaries(text, labels),
  }
}

async function planFileCalls(context: RunContext, open: readonly PlannedUnit[], connection: Connection): Promise<PlannedCall[]> {
  const files = new Map(filesOf(context.store, context.job.id).map((file) => [file.contentHash, file]))
  const limits = fileCallLimits(context, connection)
  const begun = begunInParts(context)
  const packables: Packable<PlannedUnit>[] = []
  const asked = new Set(open.filter((unit) => unit.kind === 'file').map((unit) => unit.contentHash))
  for (const unit of open) {
    if (unit.kind !== 'file') {
      // A part whose file waits for another part; the parts of all other files come with their file.
      if (!asked.has(unit.contentHash)) packables.push(packable(context, unit, PART_TOKENS + TAG_TOKENS, connection))
      continue
    }
    const file = files.get(unit.contentHash ?? '')
    if (!file) throw new Error(`${unit.label} is planned, but it is no file of job ${context.job.id}`)
    if (!goesByParts(file, begun, limits.inputTokens)) {
      packables.push(packable(context, unit, file.tokens + TAG_TOKENS, connection))
      continue
    }
    const parts = await ensureParts(context, unit, file)
    const missing = parts.filter((part) => !isAccepted(context, part))
    if (missing.length === 0)
      packables.push(packable(context, unit, parts.length * (SUMMARY_TOKENS + TAG_TOKENS) + TAG_TOKENS, connection))
    for (const part of missing) {
      if (isOpen(context, part, connection)) packables.push(packable(context, part, PART_TOKENS + TAG_TOKENS, connection))
    }
  }
  return packCalls(packables, limits).map((units) => callOf(context, units, files, connection))
}

/** What fits into one call of this stage. */
export function fileCallLimits(context: RunContext, connection: Connection): { inputTokens: number; units: number } {
  const units = unitsByOutput(context, STAGE, connection)
  const budget = inputBudget(context, connection, outputLimit(context, STAGE, connection, units)) - FRAME_TOKENS
  return { inputTokens: Math.min(TARGET_INPUT_TOKENS, budget), units }
}

/** Sizes of the targets that are left: what can be asked now, and what waits for the parts of its file. Input tokens. */
export async function filePieces(
  context: RunContext,
  open: readonly PlannedUnit[],
  connection: Connection,
): Promise<{ now: number[]; later: number[] }> {
  const files = new Map(filesOf(context.store, context.job.id).map((file) => [file.contentHash, file]))
  const limits = fileCallLimits(context, connection)
  const begun = begunInParts(context)
  const now: number[] = []
  const later: number[] = []
  for (const unit of open) {
    const file = files.get(unit.contentHash ?? '')
    if (unit.kind !== 'file' || !file) continue
    if (!goesByParts(file, begun, limits.inputTokens)) {
      now.push(file.tokens + TAG_TOKENS)
      continue
    }
    const parts = await ensureParts(context, unit, file)
    for (const part of parts) if (!isAccepted(context, part)) now.push(PART_TOKENS + TAG_TOKENS)
    later.push(parts.length * (SUMMARY_TOKENS + TAG_TOKENS) + TAG_TOKENS)
  }
  return { now, later }
}

const isAccepted = (context: RunContext, part: PlannedUnit): boolean =>
  unitOutput(context.store, context.job.id, STAGE, part.unitKey) !== null

/** A file once begun in parts goes on in parts, also on a model that could read it whole. */
function goesByParts(file: JobFile, begun: ReadonlySet<string>, inputTokens: number): boolean {
  return file.tokens > WHOLE_FILE_TOKENS || file.tokens + TAG_TOKENS > inputTokens || begun.has(file.contentHash)
}

/** The contents of which a part is finished. */
function begunInParts({ store, job }: RunContext): ReadonlySet<string> {
  const rows = store
    .sql(
      `SELECT DISTINCT p.content_hash AS hash FROM planned_units p
       JOIN job_units j ON j.job_id = p.job_id AND j.stage = p.stage AND j.unit_key = p.unit_key
       WHERE p.job_id = ? AND p.stage = 'file-summaries' AND p.kind = 'part'`,
    )
    .all(job.id) as { hash: string }[]
  return new Set(rows.map(({ hash }) => hash))
}

async function ensureParts(context: RunContext, unit: PlannedUnit, file: JobFile): Promise<PlannedUnit[]> {
  const texts = await partsOf(context, file)
  const parts = texts.map(
    (_, index): PlannedUnit => ({
      stage: STAGE,
      kind: 'part',
      unitKey: unitKey(context.job.settings, STAGE, [file.contentHash, `${index + 1}/${texts.length}`]),
      label: `${unit.label}#${index + 1}/${texts.length}`,
      ordinal: index + 1,
      contentHash: file.contentHash,
      evidence: [],
    }),
  )
  planUnits(context.store, context.job.id, parts)
  return parts
}

/** Files cut of late: estimate, plan and prompts ask for the same parts. */
const cuts = new Map<string, readonly TextChunk[]>()
const MOST_CUTS = 50

async function partsOf(context: RunContext, file: JobFile): Promise<readonly TextChunk[]> {
  const known = cuts.get(file.contentHash)
  if (known) return known
  const { text } = await context.source.readText(file)
  const parts = chunkText(text, PART_TOKENS, (piece) => countSent(escapeText(piece)))
  const oldest = cuts.size >= MOST_CUTS ? cuts.keys().next().value : undefined
  if (oldest !== undefined) cuts.delete(oldest)
  cuts.set(file.contentHash, parts)
  return parts
}

function packable(context: RunContext, unit: PlannedUnit, inputTokens: number, connection: Connection): Packable<PlannedUnit> {
  const attempts = attemptsOf(context.store, STAGE, unit.unitKey, identityOf(connection))
  return { unit, inputTokens, isAlone: attempts.unusable > 0 }
}

function callOf(
  context: RunContext,
  units: readonly PlannedUnit[],
  files: ReadonlyMap<string, JobFile>,
  connection: Connection,
): PlannedCall {
  const id = units.map((unit) => unit.unitKey).join('+')
  const build = async () => {
    // Together, which is cheaper: each text is then at hand.
    await context.source.readTexts([...new Set(units.map((unit) => files.get(unit.contentHash ?? '') as JobFile))])
    const targets = await Promise.all(units.map((unit) => targetOf(context, unit, files.get(unit.contentHash ?? '') as JobFile)))
    const cutOff = Math.max(...units.map((unit) => attemptsOf(context.store, STAGE, unit.unitKey, identityOf(connection)).cutOff))
    const maxOutputTokens = outputLimit(context, STAGE, connection, units.length, cutOff)
    return { ...buildFileSummaries(targets, context.job.settings.language), targets, maxOutputTokens, stream: false }
  }
  return { id, stage: STAGE, connection, units, build }
}

async function targetOf(context: RunContext, unit: PlannedUnit, file: JobFile): Promise<FileTarget> {
  const path = unit.kind === 'part' ? unit.label.slice(0, unit.label.lastIndexOf('#')) : unit.label
  if (unit.kind === 'part') {
    const part = unit.label.slice(path.length + 1)
    const chunk = (await partsOf(context, file))[Number(part.split('/')[0]) - 1]
    if (chunk === undefined) return { kind: 'file', path, part, text: '' }
    const whole = await outlineOfFile(context, file, (await context.source.readText(file)).text)
    const outline = outlineOfPart(whole, chunk.firstLine, splitLines(chunk.text).length)
    return { kind: 'file', path, part, text: chunk.text, outline }
  }
  const notes = await notesOf(context, file)
  if (notes !== null) return { kind: 'file-from-parts', path, notes }
  const { text } = await context.source.readText(file)
  return { kind: 'file', path, text, outline: await outlineOfFile(context, file, text) }
}

async function outlineOfFile(context: RunContext, file: JobFile, text: string): Promise<Outline> {
  const outlines = openOutlines(context.store)
  const outline = await outlines.of(file, text)
  outlines.keep()
  return outline
}

/** The summaries of a file's parts, if it went by parts. */
async function notesOf(context: RunContext, file: JobFile): Promise<string[] | null> {
  const rows = context.store
    .sql(
      `SELECT j.output FROM planned_units p JOIN job_units j ON j.job_id = p.job_id AND j.stage = p.stage AND j.unit_key = p.unit_key
       WHERE p.job_id = ? AND p.kind = 'part' AND p.content_hash = ?
       ORDER BY p.ordinal`,
    )
    .all(context.job.id, file.contentHash) as { output: string }[]
  return rows.length === 0 ? null : rows.map((row) => clip(row.output, SUMMARY_TOKENS))
}
