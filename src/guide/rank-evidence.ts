import { type FileKind, fileKindOf } from '../outline/file-kind.ts'
import { languageOf } from '../outline/language.ts'
import { splitLines } from '../outline/lines.ts'
import { isCode } from '../outline/marks.ts'
import { createImportResolver } from '../outline/resolve-import.ts'
import type { Outline } from '../outline/shape.ts'
import { signalsOf } from '../outline/signals.ts'
import { EVIDENCE_PROFILES, type EvidenceSlot } from './evidence-profiles.ts'
import { bucketOf, scoreEvidence, stemOf, testedStemOf } from './evidence-score.ts'

/** What the choice of evidence needs to know of a file: a few hundred bytes, whatever its size. */
export interface FileFacts {
  readonly path: string
  readonly kind: FileKind
  readonly isCode: boolean
  /** Code of which nothing can be told: a line or two without a name or an import. */
  readonly isEmpty: boolean
  readonly publicSymbols: number
  readonly imports: readonly string[]
  /** One bucket from 0 to 3 for each signal, in the order of SIGNALS; empty: not looked for. */
  readonly signals: readonly number[]
}

const MOST_FILES = 8
const FEWEST_FILES = 4
/** Enough for a slot of eight to find them in different folders. */
const MOST_CANDIDATES = 64
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

/** The facts of one file, from its path, its text and what that declares; without an outline it declares nothing that counts. */
export function factsOf(path: string, text: string, outline: Outline | null): FileFacts {
  if (outline === null) {
    const isProgram = isCode(languageOf(path, text))
    return { path, kind: fileKindOf(path), isCode: isProgram, isEmpty: false, publicSymbols: 0, imports: [], signals: [] }
  }
  const isProgram = isCode(outline.language)
  return {
    path,
    kind: fileKindOf(path),
    isCode: isProgram,
    isEmpty: isProgram && outline.symbols.length === 0 && outline.imports.length === 0 && splitLines(text).length < 4,
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
  const testedStems = new Set(sorted.filter(({ kind }) => kind === 'test').map(({ path }) => testedStemOf(path)))
  const repository = { byKind: Map.groupBy(sorted, (file) => file.kind), centrality: centralityOf(sorted), testedStems }
  const lists = new Map<string, string[]>()
  for (const key of sectionKeys) {
    const chosen: string[] = []
    const id = key.slice(key.lastIndexOf('/') + 1)
    for (const slot of EVIDENCE_PROFILES[id] ?? []) fill(chosen, { ...repository, slot, most: MOST_FILES })
    for (const slot of FILLERS) if (chosen.length < FEWEST_FILES) fill(chosen, { ...repository, slot, most: FEWEST_FILES })
    if (chosen.length === 0 && sorted[0] !== undefined) chosen.push(sorted[0].path)
    lists.set(key, chosen)
  }
  return lists
}

interface Filling {
  readonly slot: EvidenceSlot
  readonly byKind: ReadonlyMap<FileKind, readonly FileFacts[]>
  readonly centrality: ReadonlyMap<string, number>
  readonly testedStems: ReadonlySet<string>
  readonly most: number
}

interface Candidate {
  readonly path: string
  readonly score: number
}

function fill(chosen: string[], { slot, byKind, centrality, testedStems, most }: Filling): void {
  const around = { centrality, testedStems, chosenStems: new Set(chosen.map(stemOf)) }
  const taken = new Set(chosen)
  const best: Candidate[] = []
  let count = 0
  for (const kind of slot.kinds) {
    for (const file of byKind.get(kind) ?? []) {
      const score = taken.has(file.path) ? null : scoreEvidence(file, slot, around)
      if (score === null) continue
      count++
      keepBest(best, { path: file.path, score })
    }
  }
  const perFolder = new Map<string, number>()
  let left = Math.min(slot.most, most - chosen.length)
  for (const { path } of best) {
    if (left <= 0) return
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const inFolder = perFolder.get(folder) ?? 0
    if (slot.perFolder !== undefined && inFolder >= slot.perFolder && count > slot.most * 3) continue
    perFolder.set(folder, inFolder + 1)
    chosen.push(path)
    left--
  }
}

/** Keeps the best few in order: 100,000 candidates need no sorting for the sake of eight. */
function keepBest(best: Candidate[], candidate: Candidate): void {
  const isBetter = (a: Candidate, b: Candidate): boolean => a.score > b.score || (a.score === b.score && a.path < b.path)
  const last = best.at(-1)
  if (best.length >= MOST_CANDIDATES && last !== undefined && !isBetter(candidate, last)) return
  let at = best.length
  while (at > 0 && isBetter(candidate, best[at - 1] as Candidate)) at--
  best.splice(at, 0, candidate)
  if (best.length > MOST_CANDIDATES) best.pop()
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
