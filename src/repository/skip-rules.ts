// Why a file is not read. Pure: `skipByPath` needs the listing only, `skipByContent` the bytes of what is left.
import type { SkipReason } from '../vocabulary.ts'
import { encodingOf } from './decode-text.ts'
import { generatedMarker } from './generated-marker.ts'
import { readContent } from './read-content.ts'
import { isNotebook, MAX_NOTEBOOK_BYTES } from './read-notebook.ts'
import {
  ASSET_FOLDERS,
  BINARY_BY_EXTENSION,
  FIRST_PARTY_FOLDERS,
  GENERATED_NAMES,
  LOCK_FILES,
  VENDORED_FILES,
  VENDORED_FOLDERS,
} from './skip-names.ts'

export interface Skip {
  readonly reason: SkipReason
  readonly detail: string
}

/** What is known of a file before it is read. The attributes are null where `.gitattributes` says nothing. */
export interface Candidate {
  readonly path: string
  readonly kind: 'file' | 'symbolic link' | 'submodule' | 'unreadable'
  readonly detail: string
  readonly sizeBytes: number
  readonly isGenerated: boolean | null
  readonly isVendored: boolean | null
}

export interface Globs {
  readonly isIncluded: (path: string) => boolean
  readonly isExcluded: (path: string) => boolean
}

/** More is data or a bundle, and would not fit a model's window. In bytes. */
export const MAX_FILE_BYTES = 512_000
const MAX_LINE_BYTES = 20_000
/** Enough to hold what generators write on top. In bytes; even, for UTF-16. */
const START_BYTES = 4_096
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid /
const GUIDE_MARKER = '<!-- nehemvix-guide'

/** Everything that needs no content. null: the content decides. */
export function skipByPath(file: Candidate, globs: Globs): Skip | null {
  if (file.kind !== 'file') return { reason: file.kind, detail: file.detail }
  if (globs.isExcluded(file.path)) return { reason: 'excluded', detail: '' }
  if (!globs.isIncluded(file.path)) return { reason: 'not included', detail: '' }
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  if (LOCK_FILES.has(name.toLowerCase())) return { reason: 'lock file', detail: '' }
  const vendored = vendoredDetail(file)
  if (vendored !== null) return { reason: 'vendored', detail: vendored }
  if (file.isGenerated) return { reason: 'generated', detail: 'by .gitattributes' }
  const generated = file.isGenerated === false ? undefined : GENERATED_NAMES.find(({ pattern }) => pattern.test(file.path))
  if (generated) return { reason: 'generated', detail: generated.what }
  const dot = name.lastIndexOf('.')
  const binary = dot > 0 ? BINARY_BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) : undefined
  if (binary !== undefined) return { reason: 'binary', detail: binary }
  return tooLarge(file.sizeBytes, isNotebook(file.path) ? MAX_NOTEBOOK_BYTES : MAX_FILE_BYTES)
}

/** What the bytes tell. null: the file is read. An empty file is. */
export function skipByContent(file: Candidate, bytes: Uint8Array): Skip | null {
  const hasCells = isNotebook(file.path)
  const size = tooLarge(bytes.length, hasCells ? MAX_NOTEBOOK_BYTES : MAX_FILE_BYTES)
  if (size !== null) return size
  const encoding = encodingOf(bytes)
  if (encoding === null) return { reason: 'binary', detail: '' }
  const start = new TextDecoder(encoding).decode(bytes.subarray(0, START_BYTES))
  if (LFS_POINTER.test(start))
    return { reason: 'unreadable', detail: 'a pointer of Git LFS: the content is not in the repository' }
  if (/\.(?:md|markdown|mdx)$/i.test(file.path) && start.startsWith(GUIDE_MARKER)) return { reason: 'guide', detail: '' }
  const text = hasCells ? Buffer.from(readContent(file.path, bytes)) : bytes
  if (hasCells && text.length > MAX_FILE_BYTES) return tooLarge(text.length, MAX_FILE_BYTES)
  if (file.isGenerated === false) return null
  const marker = generatedMarker(start)
  if (marker !== null) return { reason: 'generated', detail: marker }
  const longest = longestLine(text)
  if (longest > MAX_LINE_BYTES) return { reason: 'generated', detail: `minified, a line of ${inWords(longest)}` }
  return null
}

function tooLarge(sizeBytes: number, most: number): Skip | null {
  return sizeBytes > most ? { reason: 'too large', detail: `${inWords(sizeBytes)}, above ${inWords(most)}` } : null
}

function vendoredDetail(file: Candidate): string | null {
  if (file.isVendored !== null) return file.isVendored ? 'by .gitattributes' : null
  const folders = file.path.split('/').slice(0, -1)
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  for (let i = 0; i < folders.length; i++) {
    const folder = folders[i] ?? ''
    const isVendor = folder === 'vendor' && isForeign(folders.slice(0, i))
    if (isVendor || VENDORED_FOLDERS.has(folder)) return `${file.path.split('/', i + 1).join('/')}/`
  }
  return VENDORED_FILES.some((pattern) => pattern.test(name)) ? 'by its name' : null
}

function isForeign(above: readonly string[]): boolean {
  return above.some((folder) => ASSET_FOLDERS.has(folder)) || !above.some((folder) => FIRST_PARTY_FOLDERS.has(folder))
}

function longestLine(content: Uint8Array): number {
  let longest = 0
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(10, start)
    longest = Math.max(longest, (end === -1 ? content.length : end) - start)
    if (end === -1) break
    start = end + 1
  }
  return longest
}

function inWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.floor(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
