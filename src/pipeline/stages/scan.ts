// Reads the commit once: what is read, what is skipped, and every unit that the repository calls for. Costs nothing.
import { sectionsFor } from '../../guide/all-sections.ts'
import { rankEvidence } from '../../guide/rank-evidence.ts'
import { sectionKey } from '../../guide/section.ts'
import type { SourceFile } from '../../repository/source.ts'
import { pinKnownSummaries } from '../../store/file-summaries.ts'
import { type JobFile, keepFiles } from '../../store/job-files.ts'
import type { JobSettings } from '../../store/jobs.ts'
import { type PlannedUnit, plannedUnits, planUnits } from '../../store/units.ts'
import type { RunContext } from '../context.ts'
import { readFiles } from '../file-readings.ts'
import { type FolderNode, folderTree } from '../folder-tree.ts'
import type { FileReading } from '../tell-texts.ts'
import { unitKey } from '../unit-keys.ts'

/** The section whose evidence the overview leans on as well: README and manifests. */
const OVERVIEW_SECTION = 'beginner/what-it-is'
const OVERVIEW_FILES = 3

export async function scan(context: RunContext): Promise<void> {
  const { store, job, source } = context
  // Written in one transaction with all the rest: this job's commit was read, and it will not become another.
  if (plannedUnits(store, job.id, 'overview').length > 0) return
  const readings = await readFiles(store, source, source.files, context.ahead)
  const files = source.files.map((file, index) => jobFile(job.settings, file, readings[index] as FileReading))
  const facts = readings.flatMap((reading) => reading.facts ?? [])
  const tree = folderTree(files)
  const sections = sectionsFor(job.settings.audiences).map(sectionKey)
  const evidence = rankEvidence(facts, [...new Set([OVERVIEW_SECTION, ...sections])])
  keepFiles(store, job.id, files, source.skipped)
  const hashes = new Map(files.map((file) => [file.path, file.contentHash]))
  // `offline` tells of every path, and costs nothing: its sections are of this tree and this repository.
  const around = job.mode === 'offline' ? [source.name, tree.at(-1)?.hash ?? ''] : []
  planUnits(store, job.id, [
    ...fileUnits(files),
    ...folderUnits(job.settings, tree),
    overviewUnit(job.settings, tree, evidence.get(OVERVIEW_SECTION) ?? []),
    ...sections.map((key, ordinal) => sectionUnit(job.settings, key, ordinal, evidence.get(key) ?? [], hashes, around)),
  ])
  pinKnownSummaries(store, job.id, context.connections[0]?.model.id ?? '')
}

function jobFile(settings: JobSettings, file: SourceFile, { tokens, trivialText, redactions }: FileReading): JobFile {
  return {
    path: file.path,
    contentHash: file.contentHash,
    sizeBytes: file.sizeBytes,
    tokens,
    trivialText,
    redactions,
    unitKey: trivialText === null ? unitKey(settings, 'file-summaries', [file.contentHash]) : '',
  }
}

function fileUnits(files: readonly JobFile[]): PlannedUnit[] {
  return files
    .filter((file) => file.trivialText === null)
    .map((file, ordinal) => ({
      stage: 'file-summaries',
      kind: 'file',
      unitKey: file.unitKey,
      label: file.path,
      ordinal,
      contentHash: file.contentHash,
      evidence: [],
    }))
}

function folderUnits(settings: JobSettings, tree: readonly FolderNode[]): PlannedUnit[] {
  return tree.map((node, ordinal) => ({
    stage: 'folder-summaries',
    kind: 'folder',
    unitKey: unitKey(settings, 'folder-summaries', [node.hash]),
    label: node.path,
    ordinal,
    contentHash: null,
    evidence: [],
  }))
}

function overviewUnit(settings: JobSettings, tree: readonly FolderNode[], evidence: readonly string[]): PlannedUnit {
  const root = tree.at(-1)
  if (root?.path !== '.') throw new Error('the root is no folder of the tree')
  return {
    stage: 'overview',
    kind: 'system',
    unitKey: unitKey(settings, 'overview', [root.hash]),
    label: '.',
    ordinal: 0,
    contentHash: null,
    evidence: evidence.slice(0, OVERVIEW_FILES),
  }
}

/** Its key is the list of its evidence, untrimmed: a change elsewhere in the repository does not touch it. */
function sectionUnit(
  settings: JobSettings,
  key: string,
  ordinal: number,
  evidence: readonly string[],
  hashes: ReadonlyMap<string, string>,
  around: readonly string[],
): PlannedUnit {
  const content = [key, ...around, ...evidence.flatMap((path) => [path, hashes.get(path) ?? ''])]
  return {
    stage: 'sections',
    kind: 'section',
    unitKey: unitKey(settings, 'sections', content),
    label: key,
    ordinal,
    contentHash: null,
    evidence,
  }
}
