// Whether what a guide refers to holds, has moved, or is broken.
import { groundSections } from '../guide/grounding.ts'
import { printReference, type Reference } from '../guide/reference.ts'
import { type Occurrence, referenceKey } from '../guide/references.ts'
import { wantedFacts } from '../guide/tree-facts.ts'
import type { Source } from '../repository/source.ts'
import { type CollectedTreeFacts, collectTreeFacts } from '../repository/tree-facts.ts'
import type { Follower } from './follow-references.ts'
import type { GuideReferences } from './read-references.ts'

export type Verdict =
  | { readonly kind: 'holds' }
  | { readonly kind: 'moved'; readonly to: Reference }
  /** `nearest`: what exists and was most likely meant. `isRewritten`: the lines are there, but not what they said. */
  | { readonly kind: 'broken'; readonly nearest: string | null; readonly isRewritten: boolean }

export interface Judged {
  readonly file: GuideReferences
  readonly occurrence: Occurrence
  readonly verdict: Verdict
}

const HOLDS: Verdict = { kind: 'holds' }

/** In the order of the files and of their texts. */
export async function judgeReferences(
  files: readonly GuideReferences[],
  { source, follower }: { source: Source; follower: Follower },
): Promise<Judged[]> {
  const renames = await findRenames(files, source, follower)
  const facts = await collectFacts(files, source, renames)
  const judged: Judged[] = []
  for (const file of files) {
    const { broken } = groundSections([{ key: file.name, markdown: file.markdown }], facts, file.resolveLink)
    const nearest = new Map(broken.map((one) => [referenceKey(one.reference), one.nearest]))
    const judge = async (occurrence: Occurrence): Promise<Verdict> => {
      const { reference } = occurrence
      const key = referenceKey(reference)
      const standing: Verdict = nearest.has(key)
        ? { kind: 'broken', nearest: nearest.get(key) ?? null, isRewritten: false }
        : HOLDS
      const renamed = 'path' in reference ? renames.get(reference.path) : undefined
      if (reference.kind === 'lines') {
        const path = renamed ?? reference.path
        const found = await follower.followed(reference, path, occurrence, file.origin)
        if (found === null) return standing
        if (found === 'gone') return standing === HOLDS ? { kind: 'broken', nearest: null, isRewritten: true } : standing
        const to = { ...reference, path, ...found }
        return referenceKey(to) === key ? HOLDS : { kind: 'moved', to }
      }
      if (renamed === undefined || standing === HOLDS) return standing
      if (reference.kind === 'path') return { kind: 'moved', to: { ...reference, path: renamed } }
      const isThere = reference.kind === 'path-symbol' && facts.symbolIn(renamed, reference.symbol)
      return isThere ? { kind: 'moved', to: { ...reference, path: renamed } } : standing
    }
    for (const occurrence of file.occurrences) judged.push({ file, occurrence, verdict: await judge(occurrence) })
  }
  return judged
}

/** The paths that are gone, each with the name that its file has now, as far as that is known. */
async function findRenames(files: readonly GuideReferences[], source: Source, follower: Follower): Promise<Map<string, string>> {
  const standing = new Set([...source.files, ...source.skipped].map(({ path }) => path))
  const renames = new Map<string, string>()
  for (const { occurrences, origin } of files) {
    for (const occurrence of occurrences) {
      const { reference } = occurrence
      if (!('path' in reference) || standing.has(reference.path) || renames.has(reference.path)) continue
      const name = await follower.renamed(reference.path, occurrence, origin)
      if (name !== null) renames.set(reference.path, name)
    }
  }
  return renames
}

async function collectFacts(
  files: readonly GuideReferences[],
  source: Source,
  renames: ReadonlyMap<string, string>,
): Promise<CollectedTreeFacts> {
  const wanted = files.map(({ markdown, resolveLink }) => wantedFacts([markdown], resolveLink))
  const pathSymbols = wanted.flatMap((one) => one.pathSymbols)
  return await collectTreeFacts(source, {
    symbols: wanted.flatMap((one) => one.symbols),
    commands: wanted.flatMap((one) => one.commands),
    linePaths: wanted.flatMap((one) => one.linePaths),
    pathSymbols: [
      ...pathSymbols,
      ...pathSymbols.flatMap(({ path, symbol }) => {
        const name = renames.get(path)
        return name === undefined ? [] : [{ path: name, symbol }]
      }),
    ],
  })
}

/** What a person reads of where something is now. */
export function nowOf(verdict: Verdict): string | null {
  if (verdict.kind === 'moved') return printReference(verdict.to)
  return verdict.kind === 'broken' ? verdict.nearest : null
}
