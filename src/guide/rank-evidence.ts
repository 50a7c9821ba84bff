import { type FileKind, fileKindOf } from '../outline/file-kind.ts'
import { languageOf } from '../outline/language.ts'
import { outlineOf } from '../outline/outline.ts'
import { createImportResolver } from '../outline/resolve-import.ts'
import { RULES } from '../outline/rules/table.ts'
import { type Signal, signalIndex, signalsOf } from '../outline/signals.ts'
import { EVIDENCE_PROFILES, type EvidenceSlot } from './evidence-profiles.ts'

/** What the choice of evidence needs to know of a file: a few hundred bytes, whatever its size. */
export interface FileFacts {
  readonly path: string
  readonly kind: FileKind
  readonly isCode: boolean
  /** 0: under 3 lines, 1: under 40, 2: under 400, 3: more. */
  readonly size: number
  readonly publicSymbols: number
  readonly imports: readonly string[]
  /** One bucket from 0 to 3 for each signal, in the order of SIGNALS. */
  readonly signals: readonly number[]
}

const MOST_FILES = 8
const FEWEST_FILES = 4
const MOST_IMPORTS = 60
/** What fills a list that its profile left short, in this order. */
const FILLERS: readonly EvidenceSlot[] = [
  { kinds: ['readme'], most: 1 },
  { kinds: ['source'], most: 3, central: 2, api: 1 },
  { kinds: ['manifest'], most: 1 },
  {
    kinds: ['docs', 'test', 'example', 'config', 'commands', 'ci', 'container', 'contributing', 'changelog', 'licence', 'data'],
    most: 4,
  },
]

/** The facts of one file, from its path and text alone. */
export function factsOf(path: string, text: string): FileFacts {
  const outline = outlineOf(path, text)
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && lines <= 400; at = text.indexOf('\n', at + 1)) lines++
  return {
    path,
    kind: fileKindOf(path),
    isCode: RULES[languageOf(path, text)] !== undefined,
    size: lines < 4 ? 0 : lines <= 40 ? 1 : lines <= 400 ? 2 : 3,
    publicSymbols: outline.symbols.filter((symbol) => symbol.isPublic).length,
    imports: outline.imports.slice(0, MOST_IMPORTS),
    signals: signalsOf(text),
  }
}

/**
 * The evidence of each section: paths, best first, at most 8, at least one wherever there is a file. From the repository alone:
 * scores are coarse and ties go to the path, so that an edit of one file seldom moves the lists of sections that do not show it.
 */
export function rankEvidence(files: readonly FileFacts[], sectionKeys: readonly string[]): Map<string, string[]> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const centrality = centralityOf(sorted)
  const byKind = Map.groupBy(sorted, (file) => file.kind)
  const lists = new Map<string, string[]>()
  for (const key of sectionKeys) {
    const chosen = new Set<string>()
    const id = key.slice(key.lastIndexOf('/') + 1)
    for (const slot of EVIDENCE_PROFILES[id] ?? []) fill(chosen, { slot, byKind, centrality, most: MOST_FILES })
    for (const slot of FILLERS) if (chosen.size < FEWEST_FILES) fill(chosen, { slot, byKind, centrality, most: FEWEST_FILES })
    for (const file of sorted) if (chosen.size === 0) chosen.add(file.path)
    lists.set(key, [...chosen])
  }
  return lists
}

interface Filling {
  readonly slot: EvidenceSlot
  readonly byKind: ReadonlyMap<FileKind, readonly FileFacts[]>
  readonly centrality: ReadonlyMap<string, number>
  readonly most: number
}

function fill(chosen: Set<string>, { slot, byKind, centrality, most }: Filling): void {
  const candidates: { path: string; score: number }[] = []
  for (const kind of slot.kinds) {
    for (const file of byKind.get(kind) ?? []) {
      if (chosen.has(file.path) || (kind === 'test' && !file.isCode)) continue
      const named = slot.words?.test(file.path.toLowerCase()) === true
      if (slot.onlyWords === true && !named) continue
      candidates.push({
        path: file.path,
        score:
          scoreOf(file, slot, named) +
          (slot.central ?? 0) * (centrality.get(file.path) ?? 0) +
          (slot.pairs === true && isPaired(file.path, chosen) ? 8 : 0),
      })
    }
  }
  candidates.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
  const perFolder = new Map<string, number>()
  let left = Math.min(slot.most, most - chosen.size)
  for (const { path } of candidates) {
    if (left <= 0) return
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const taken = perFolder.get(folder) ?? 0
    if (slot.perFolder !== undefined && taken >= slot.perFolder && candidates.length > slot.most * 3) continue
    perFolder.set(folder, taken + 1)
    chosen.add(path)
    left--
  }
}

/** Whether a test is named like one of the files chosen before: `test_signer.py`, `signer.test.ts`, `signer_test.go`. */
function isPaired(path: string, chosen: ReadonlySet<string>): boolean {
  const name = stem(path).replace(/^test[_-]|[._-]?(?:tests?|spec)$/gi, '')
  return name !== '' && [...chosen].some((other) => stem(other) === name)
}

function stem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
}

function scoreOf(file: FileFacts, slot: EvidenceSlot, named: boolean): number {
  const depth = file.path.split('/').length - 1
  let score = named ? 4 : 0
  for (const [signal, weight] of Object.entries(slot.signals ?? {}) as [Signal, number][])
    score += weight * (file.signals[signalIndex(signal)] ?? 0)
  score += (slot.api ?? 0) * bucketOf(file.publicSymbols, [1, 3, 10])
  if (file.size === 0) score -= 6
  score -= (slot.shallow ?? 0) * Math.min(depth, 6)
  // The root's README and manifest speak for the whole; deep source files do not weigh less for being deep.
  return file.kind === 'source' || file.kind === 'test' ? score - (depth > 5 ? 1 : 0) : score - 2 * Math.min(depth, 6)
}

/** 0 to 4: by how many other files each file is imported, roughly. */
function centralityOf(files: readonly FileFacts[]): ReadonlyMap<string, number> {
  const resolver = createImportResolver(files.map((file) => file.path))
  const importers = new Map<string, number>()
  for (const file of files) {
    if (file.kind === 'test' || file.kind === 'example') continue
    const targets = new Set(file.imports.flatMap((module) => resolver.resolve(file.path, module)))
    targets.delete(file.path)
    for (const target of targets) importers.set(target, (importers.get(target) ?? 0) + 1)
  }
  return new Map([...importers].map(([path, count]) => [path, bucketOf(count, [1, 2, 5, 15])]))
}

function bucketOf(count: number, bounds: readonly number[]): number {
  return bounds.filter((bound) => count >= bound).length
}
