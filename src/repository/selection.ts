// What of a commit is read and what is not, and what is remembered of it: the same commit need not be listed again, and of another
// only what differs is looked at.
import type { LinguistAttributes } from './read-attributes.ts'
import type { Skip } from './skip-rules.ts'
import type { SkippedFile, TextFile } from './source.ts'

/** What the content of a file decided, under these attributes. */
export type Choice = Pick<LinguistAttributes, 'isGenerated'> &
  (
    | { readonly kind: 'read'; readonly file: Omit<TextFile, 'path' | 'contentHash'> }
    | { readonly kind: 'skipped'; readonly skip: Skip }
  )

export interface Selection {
  /** Path, content hash and choice of every file that its content decided on; sorted by path. */
  readonly choices: readonly (readonly [path: string, contentHash: string, choice: Choice])[]
  /** All that is not read, sorted by path. */
  readonly skipped: readonly SkippedFile[]
}

export interface KeyedSelection extends Selection {
  /** Commit, scope, and version of the rules. */
  readonly key: string
}

export interface SelectionMemory {
  /** The one noted last, in this run or another. */
  last(): KeyedSelection | null
  note(selection: KeyedSelection): void
}

/** Goes up whenever the same content may be chosen otherwise: rules of skipping, encodings, languages. */
const VERSION_OF_RULES = 2

/** The same key means the same selection. `scope` is all but the commit that it depends on. */
export function selectionKey(commit: string, scope: Readonly<Record<string, readonly string[]>>): string {
  return JSON.stringify([VERSION_OF_RULES, commit, scope])
}

/** The choices of before by path, where the rules were the same; of another commit of the same repository, mostly. */
export function choicesByPath(last: KeyedSelection | null): ReadonlyMap<string, readonly [contentHash: string, choice: Choice]> {
  if (last === null || !last.key.startsWith(`[${VERSION_OF_RULES},`)) return new Map()
  return new Map(last.choices.map(([path, contentHash, choice]) => [path, [contentHash, choice]]))
}

/** The files of a selection that are read, sorted by path. */
export function filesOfSelection({ choices }: Selection): TextFile[] {
  return choices.flatMap(([path, contentHash, choice]) => (choice.kind === 'read' ? [{ path, contentHash, ...choice.file }] : []))
}
