import { encodingOf } from './decode-text.ts'
import { detectLanguage } from './detect-language.ts'
import type { ListedFile } from './list-files.ts'
import type { LinguistAttributes } from './read-attributes.ts'
import { type Candidate, type Globs, type Skip, skipByContent, skipByPath } from './skip-rules.ts'
import type { SkippedFile, TextFile } from './source.ts'

export interface Content {
  readonly bytes: Uint8Array
  readonly contentHash: string
}

/** What the content of a file decided. */
export type Choice =
  | { readonly kind: 'read'; readonly file: Omit<TextFile, 'path' | 'contentHash'>; readonly isGenerated: boolean | null }
  | { readonly kind: 'skipped'; readonly skip: Skip; readonly isGenerated: boolean | null }

/** Choices of before, by content and path: what they decide need not be read. */
export interface KnownChoices {
  find(contentHash: string, path: string): Choice | null
  note(contentHash: string, path: string, choice: Choice): void
}

/** Contents held at once while files are looked at: in bytes, and in files where they are small. */
const GROUP_BYTES = 2_000_000
const GROUP_FILES = 256

/**
 * Divides the listed files into those that are read and those that are not, with the reason.
 * `readContent` is asked for the files only that no other rule decides and nothing is known of; where it fails, the file is `unreadable`.
 */
export async function selectFiles(
  listed: readonly ListedFile[],
  attributesOf: (path: string) => LinguistAttributes,
  globs: Globs,
  readContent: (file: ListedFile) => Promise<Content>,
  known: KnownChoices | null = null,
): Promise<{ files: TextFile[]; skipped: SkippedFile[] }> {
  const files: TextFile[] = []
  const skipped: SkippedFile[] = []
  const undecided: Array<{ file: ListedFile; candidate: Candidate }> = []
  const seen = new Set<string>()
  for (const file of listed) {
    const candidate = { ...file, ...attributesOf(file.path) }
    const skip: Skip | null = seen.has(file.path)
      ? { reason: 'unreadable', detail: 'a second file of the same path' }
      : skipByPath(candidate, globs)
    seen.add(file.path)
    const choice = skip === null && file.contentHash !== null ? (known?.find(file.contentHash, file.path) ?? null) : null
    if (skip) skipped.push({ path: file.path, ...skip })
    else if (choice === null || choice.isGenerated !== candidate.isGenerated) undecided.push({ file, candidate })
    else if (choice.kind === 'skipped') skipped.push({ path: file.path, ...choice.skip })
    else files.push({ path: file.path, contentHash: file.contentHash ?? '', ...choice.file })
  }
  for (const group of groupBySize(undecided)) {
    await Promise.all(
      group.map(async ({ file, candidate }) => {
        const content = await readContent(file).catch((error: unknown) => unreadable(error))
        if ('reason' in content) {
          skipped.push({ path: file.path, ...content })
          return
        }
        const { isGenerated } = candidate
        const { contentHash, bytes } = content
        const skip = skipByContent(candidate, bytes)
        if (skip !== null) {
          skipped.push({ path: file.path, ...skip })
          known?.note(contentHash, file.path, { kind: 'skipped', skip, isGenerated })
          return
        }
        const read = whatIsTold(file.path, bytes)
        files.push({ path: file.path, contentHash, ...read })
        known?.note(contentHash, file.path, { kind: 'read', file: read, isGenerated })
      }),
    )
  }
  return { files: files.sort(byPath), skipped: skipped.sort(byPath) }
}

/** Enough for a first line, a modeline and the signs of a language. In bytes; even, for UTF-16. */
const LANGUAGE_BYTES = 4_096

function whatIsTold(path: string, bytes: Uint8Array): Omit<TextFile, 'path' | 'contentHash'> {
  const encoding = encodingOf(bytes) ?? 'utf-8'
  const decode = (part: Uint8Array): string => new TextDecoder(encoding).decode(part)
  const language = detectLanguage(path, decode(bytes.subarray(0, LANGUAGE_BYTES)), decode(bytes.subarray(-LANGUAGE_BYTES)))
  return { sizeBytes: bytes.length, language, encoding }
}

function unreadable(error: unknown): Skip {
  // Only what the system says of one file; a failure of git concerns all of them.
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return { reason: 'unreadable', detail: error.code }
  throw error
}

function* groupBySize<T extends { file: ListedFile }>(undecided: readonly T[]): Generator<T[]> {
  let group: T[] = []
  let bytes = 0
  for (const item of undecided) {
    if (group.length > 0 && (group.length >= GROUP_FILES || bytes + item.file.sizeBytes > GROUP_BYTES)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(item)
    bytes += item.file.sizeBytes
  }
  if (group.length > 0) yield group
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
