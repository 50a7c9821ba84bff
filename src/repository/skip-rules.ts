// Why a file is not read. Pure: `skipByPath` needs the listing only, `skipByContent` the bytes of what is left.
import type { SkipReason } from '../vocabulary.ts'
import {
  ASSET_FOLDERS,
  BINARY_BY_EXTENSION,
  FIRST_PARTY_FOLDERS,
  GENERATED_NAMES,
  LOCK_FILES,
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
const BINARY_PROBE_BYTES = 8_000
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
  if (file.sizeBytes > MAX_FILE_BYTES) return { reason: 'too large', detail: `${inWords(file.sizeBytes)}, above 512 kB` }
  return null
}

/** What the bytes tell. null: the file is read. An empty file is. */
export function skipByContent(file: Candidate, content: Uint8Array): Skip | null {
  if (content.length > MAX_FILE_BYTES) return { reason: 'too large', detail: `${inWords(content.length)}, above 512 kB` }
  if (!hasWideByteOrderMark(content) && content.subarray(0, BINARY_PROBE_BYTES).includes(0))
    return { reason: 'binary', detail: '' }
  const start = new TextDecoder().decode(content.subarray(0, 4_096))
  if (/\.(?:md|markdown|mdx)$/i.test(file.path) && start.startsWith(GUIDE_MARKER)) return { reason: 'guide', detail: '' }
  if (file.isGenerated === false) return null
  const marker = generatedMarker(start)
  if (marker !== null) return { reason: 'generated', detail: marker }
  const longest = longestLine(content)
  if (longest > MAX_LINE_BYTES) return { reason: 'generated', detail: `minified, a line of ${inWords(longest)}` }
  return null
}

function vendoredDetail(file: Candidate): string | null {
  if (file.isVendored !== null) return file.isVendored ? 'by .gitattributes' : null
  const folders = file.path.split('/').slice(0, -1)
  for (let i = 0; i < folders.length; i++) {
    const folder = folders[i] ?? ''
    const isVendor = folder === 'vendor' && isForeign(folders.slice(0, i))
    if (isVendor || VENDORED_FOLDERS.has(folder)) return `${file.path.split('/', i + 1).join('/')}/`
  }
  return null
}

function isForeign(above: readonly string[]): boolean {
  return above.some((folder) => ASSET_FOLDERS.has(folder)) || !above.some((folder) => FIRST_PARTY_FOLDERS.has(folder))
}

/**
 * The words by which a generator marks its work, in a comment of the first lines. A file that merely speaks
 * of such words, in a string or further down, is not marked.
 */
function generatedMarker(start: string): string | null {
  const lines = start.split('\n', 40)
  for (const [i, line] of lines.entries()) {
    if (!/^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|<#|@?rem\b|dnl\b|"{3}|'{3}|\(\*)/i.test(line)) continue
    if (/(?:^|[\s*/#;(-])@generated\b/.test(line)) return 'marked @generated'
    if (/<auto-?generated/i.test(line)) return 'marked as generated'
    // The order to leave it alone may stand on the line after.
    const both = `${line} ${lines[i + 1] ?? ''}`
    if (i < 15 && /generated/i.test(line) && /do(?: not|n't) (?:edit|modify|change)/i.test(both))
      return 'marked as generated, not to be edited'
    if (i < 15 && /\bdo not (?:edit|modify)\b.{0,80}\bgenerated\b/i.test(both)) return 'marked as generated, not to be edited'
    if (/\bfile (?:is|was|has been) (?:auto-?generated|automatically generated)\b/i.test(line)) return 'marked as generated'
  }
  return null
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

/** UTF-16 is full of zero bytes and is text all the same. */
function hasWideByteOrderMark(content: Uint8Array): boolean {
  const [first, second, third, fourth] = content
  const isUtf32 = first === 0xff && second === 0xfe && third === 0 && fourth === 0
  return !isUtf32 && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
}

function inWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.floor(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
