import { Refusal } from '../refusal.ts'
import { encodingOf } from './decode-text.ts'
import { detectLanguage } from './detect-language.ts'
import { type GroupLimits, groupBySize } from './group-by-size.ts'
import type { ListedFile } from './list-files.ts'
import type { LinguistAttributes } from './read-attributes.ts'
import type { Choice, choicesByPath, Selection } from './selection.ts'
import { type Candidate, type Globs, type Skip, skipByContent, skipByPath } from './skip-rules.ts'
import type { SkippedFile, TextFile } from './source.ts'

export interface Content {
  readonly bytes: Uint8Array
  readonly contentHash: string
}

/** A file that is read, while its content is at hand. */
export interface ChosenFile {
  readonly file: TextFile
  readonly bytes: Uint8Array
}

export interface Watching {
  /** Told of each group as it is chosen; what it returns is awaited before more than one further group is read. */
  readonly onChosen?: ((chosen: readonly ChosenFile[]) => Promise<void>) | undefined
  /** What is looked at first, by its path: what takes longest afterwards. */
  readonly goesFirst?: ((path: string) => boolean) | undefined
  /** Told how many of the files whose content decides were looked at. */
  readonly onLooked?: ((files: { readonly done: number; readonly total: number }) => void) | undefined
}

const LOOKED_AT_ONCE: GroupLimits = { files: 256, bytes: 1_000_000 }

/**
 * Divides the listed files into those that are read and those that are not, with the reason.
 * `readContent` is asked for the files only that no other rule decides and nothing is known of; where it fails, the file is `unreadable`.
 */
export async function selectFiles(
  listed: readonly ListedFile[],
  attributesOf: (path: string) => LinguistAttributes,
  globs: Globs,
  readContent: (file: ListedFile) => Promise<Content>,
  known: ReturnType<typeof choicesByPath> = new Map(),
  { goesFirst = () => false, onChosen = async () => {}, onLooked = () => {} }: Watching = {},
): Promise<Selection> {
  const choices: [path: string, contentHash: string, choice: Choice][] = []
  const skipped: SkippedFile[] = []
  const undecided: Array<{ file: ListedFile; candidate: Candidate }> = []
  const seen = new Set<string>()
  for (const file of listed) {
    const candidate = { ...file, ...attributesOf(file.path) }
    const skip: Skip | null = seen.has(file.path)
      ? { reason: 'unreadable', detail: 'a second file of the same path' }
      : skipByPath(candidate, globs)
    seen.add(file.path)
    const [contentHash, choice] = (skip === null && known.get(file.path)) || []
    if (skip) skipped.push({ path: file.path, ...skip })
    else if (choice?.isGenerated === candidate.isGenerated && contentHash === file.contentHash)
      choices.push([file.path, contentHash, choice])
    else undecided.push({ file, candidate })
  }
  let done = 0
  let working: Promise<void> = Promise.resolve()
  const first = undecided.filter(({ file }) => goesFirst(file.path))
  const last = undecided.filter(({ file }) => !goesFirst(file.path))
  const groups = [first, last].flatMap((some) => [...groupBySize(some, ({ file }) => file.sizeBytes, LOOKED_AT_ONCE)])
  for (const group of groups) {
    const chosen: ChosenFile[] = []
    await Promise.all(
      group.map(async ({ file, candidate }) => {
        const content = await readContent(file).catch((error: unknown) => unreadable(error))
        if ('reason' in content) {
          skipped.push({ path: file.path, ...content })
          return
        }
        const { bytes, contentHash } = content
        const choice = choose(candidate, bytes)
        choices.push([file.path, contentHash, choice])
        if (choice.kind === 'read') chosen.push({ file: { path: file.path, contentHash, ...choice.file }, bytes })
      }),
    )
    // The next group is read while somebody works on this one.
    await working
    working = onChosen(chosen)
    done += group.length
    onLooked({ done, total: undecided.length })
    working.catch(() => {})
  }
  await working
  for (const [path, , choice] of choices) if (choice.kind === 'skipped') skipped.push({ path, ...choice.skip })
  return { choices: choices.sort(([a], [b]) => (a < b ? -1 : 1)), skipped: skipped.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

function choose(candidate: Candidate, bytes: Uint8Array): Choice {
  const { isGenerated } = candidate
  const skip = skipByContent(candidate, bytes)
  if (skip !== null) return { kind: 'skipped', skip, isGenerated }
  return { kind: 'read', file: whatIsTold(candidate.path, bytes), isGenerated }
}

/** Enough for a first line, a modeline and the signs of a language. In bytes; even, for UTF-16. */
const LANGUAGE_BYTES = 4_096

function whatIsTold(path: string, bytes: Uint8Array): Omit<TextFile, 'path' | 'contentHash'> {
  const encoding = encodingOf(bytes) ?? 'utf-8'
  const decode = (part: Uint8Array): string => new TextDecoder(encoding).decode(part)
  const language = detectLanguage(path, decode(bytes.subarray(0, LANGUAGE_BYTES)), decode(bytes.subarray(-LANGUAGE_BYTES)))
  return { sizeBytes: bytes.length, language, encoding }
}

/** What the system says when it has no room for anything: no fault of the file that was asked for. */
const CONCERNS_ALL = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

function unreadable(error: unknown): Skip {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (!(error instanceof Error) || typeof code !== 'string') throw error
  if (CONCERNS_ALL.has(code) || syscall?.startsWith('spawn'))
    throw new Refusal(
      `The system refused to open more files or programs (${code}). Nothing was spent.`,
      'try again when less is running, or raise ulimit -n',
    )
  // Only what the system says of one file; a failure of git concerns all of them.
  return { reason: 'unreadable', detail: code }
}
