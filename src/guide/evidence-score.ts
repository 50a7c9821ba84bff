import { type Signal, signalIndex } from '../outline/signals.ts'
import type { EvidenceSlot } from './evidence-profiles.ts'
import type { FileFacts } from './rank-evidence.ts'

/** What is known of all files together, for the score of one. */
export interface Surroundings {
  /** 0 to 4: by how many other files each file is imported. */
  readonly centrality: ReadonlyMap<string, number>
  /** Stems of the names of what tests test: `signer` of `test_signer.py`. */
  readonly testedStems: ReadonlySet<string>
  /** Stems of the files that the section has already. */
  readonly chosenStems: ReadonlySet<string>
}

const TEST_NAME = /(?:^|\/)test_|[._-](?:test|spec)s?\.|Tests?\.\w+$/
const TEST_SUPPORT = /bench|fixture|support|helper|util|fuzz|__init__|conftest|setup/i

/**
 * How well a file fits a slot, in small whole numbers; null where the slot does not take it. Coarse, so that files keep their
 * place while they are edited: a path's words, buckets of counts, and depth.
 */
export function scoreEvidence(file: FileFacts, slot: EvidenceSlot, around: Surroundings): number | null {
  const isNamed = slot.words?.test(file.path.toLowerCase()) === true
  if ((slot.onlyWords === true && !isNamed) || (file.kind === 'test' && !file.isCode)) return null
  const depth = Math.min(file.path.split('/').length - 1, 6)
  let score = isNamed ? 4 : 0
  for (const [index, weight] of weightsOf(slot)) score += weight * (file.signals[index] ?? 0)
  score += (slot.api ?? 0) * bucketOf(file.publicSymbols, [1, 3, 10])
  score += (slot.central ?? 0) * (around.centrality.get(file.path) ?? 0)
  score -= (slot.shallow ?? 0) * depth
  if (file.isEmpty) score -= 6
  if (slot.tested === true && around.testedStems.has(stemOf(file.path))) score += 4
  if (file.kind === 'test') return score + testScore(file.path, slot, around)
  // The root's README and manifest speak for the whole; sources do not weigh less for being deep.
  return file.kind === 'source' ? score - (depth > 5 ? 1 : 0) : score - 2 * depth
}

/** Asked for once for every file. */
const weights = new WeakMap<EvidenceSlot, readonly (readonly [index: number, weight: number])[]>()

function weightsOf(slot: EvidenceSlot): readonly (readonly [index: number, weight: number])[] {
  const known = weights.get(slot)
  if (known !== undefined) return known
  const made = (Object.entries(slot.signals ?? {}) as [Signal, number][]).map(
    ([signal, weight]) => [signalIndex(signal), weight] as const,
  )
  weights.set(slot, made)
  return made
}

function testScore(path: string, slot: EvidenceSlot, around: Surroundings): number {
  const pair = slot.pairs === true && around.chosenStems.has(testedStemOf(path)) ? 8 : 0
  return pair + (TEST_NAME.test(path) ? 3 : 0) - (TEST_SUPPORT.test(path) ? 6 : 0)
}

/** How many of the bounds a count reaches. */
export function bucketOf(count: number, bounds: readonly number[]): number {
  return bounds.filter((bound) => count >= bound).length
}

/** A file's name without folders and extension. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
}

/** What a test is named after: `signer` of `test_signer.py`, `signer.test.ts` and `signer_test.go`. */
export function testedStemOf(path: string): string {
  return stemOf(path).replace(/^test[_-]|[._-]?(?:tests?|spec)$/gi, '')
}
