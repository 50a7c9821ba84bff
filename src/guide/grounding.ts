import type { ResolveLink } from './link-target.ts'
import type { Reference } from './reference.ts'
import { findReferences } from './references.ts'
import type { TreeFacts } from './tree-facts.ts'

/** How a section without content starts; such a section counts as not written. */
export const NOT_WRITTEN = '> **Not written yet**'

export interface BrokenReference {
  readonly sectionKey: string
  readonly reference: Reference
  /** What exists and is nearest to it: a path, a symbol, a command, or how many lines the file really has. */
  readonly nearest: string | null
}

/** Which references exist. `score` is 0 to 100 and says nothing about whether a claim is true. */
export interface Grounding {
  readonly score: number
  readonly references: number
  readonly grounded: number
  readonly sectionsWritten: number
  readonly sectionsPlanned: number
  readonly broken: readonly BrokenReference[]
  /** The paths that were referred to and are folders. */
  readonly folders: readonly string[]
}

/**
 * Looks up every reference of every section, each once a section.
 * The score is the share that holds, times the share of sections written, rounded down: with one broken reference it is never 100, and an empty guide has 0.
 */
export function groundSections(
  sections: readonly { readonly key: string; readonly markdown: string | null }[],
  facts: TreeFacts,
  resolveLink?: ResolveLink,
): Grounding {
  const broken: BrokenReference[] = []
  const folders = new Set<string>()
  let references = 0
  let sectionsWritten = 0
  for (const { key, markdown } of sections) {
    if (markdown === null || !isWritten(markdown)) continue
    sectionsWritten += 1
    for (const reference of findReferences(markdown, resolveLink)) {
      references += 1
      if (!holds(reference, facts)) broken.push({ sectionKey: key, reference, nearest: nearestTo(reference, facts) })
      else if (reference.kind === 'path' && facts.isFolder(reference.path)) folders.add(reference.path)
    }
  }
  const grounded = references - broken.length
  const whole = references * sections.length
  const score = whole === 0 ? 0 : Math.floor((100 * grounded * sectionsWritten) / whole)
  return { score, references, grounded, sectionsWritten, sectionsPlanned: sections.length, broken, folders: [...folders].sort() }
}

export function isWritten(markdown: string): boolean {
  return markdown.trim() !== '' && !markdown.trimStart().startsWith(NOT_WRITTEN)
}

function holds(reference: Reference, facts: TreeFacts): boolean {
  switch (reference.kind) {
    case 'path':
      return reference.path.endsWith('/')
        ? facts.isFolder(reference.path)
        : facts.isFile(reference.path) || facts.isFolder(reference.path)
    case 'lines':
      return 1 <= reference.from && reference.from <= reference.to && reference.to <= (facts.lineCount(reference.path) ?? 0)
    case 'path-symbol':
      return facts.symbolIn(reference.path, reference.symbol)
    case 'symbol':
      return facts.symbolAnywhere(reference.symbol)
    case 'command':
      return facts.commandStands(reference.command)
  }
}

function nearestTo(reference: Reference, facts: TreeFacts): string | null {
  switch (reference.kind) {
    case 'path':
      return facts.nearestPath(reference.path)
    case 'lines': {
      if (!facts.isFile(reference.path)) return facts.nearestPath(reference.path)
      const count = facts.lineCount(reference.path)
      return count === null
        ? `${reference.path}, which is not read`
        : `${reference.path} has ${count} ${count === 1 ? 'line' : 'lines'}`
    }
    case 'path-symbol': {
      if (!facts.isFile(reference.path)) return facts.nearestPath(reference.path)
      const elsewhere = facts.fileWith(reference.symbol)
      return elsewhere === null ? facts.nearestSymbol(reference.symbol) : `${elsewhere}#${reference.symbol}`
    }
    case 'symbol':
      return facts.nearestSymbol(reference.symbol)
    case 'command':
      return facts.nearestCommand(reference.command)
  }
}
