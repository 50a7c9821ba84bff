import { applyEdits, type Edit } from '../markdown/edits.ts'
import { printReference, type Reference } from './reference.ts'
import type { Occurrence } from './references.ts'

export interface Mend {
  readonly occurrence: Occurrence
  /** What it must refer to now. */
  readonly to: Reference
  /** The address that leads there; null where none can be given: then the link stays as it is. */
  readonly href: string | null
}

/** The text with each reference put right: in code font its words, in a link its address. */
export function mendText(text: string, mends: readonly Mend[]): string {
  return applyEdits(
    text,
    mends.map((mend) => editOf(text, mend)).filter((edit) => edit !== null),
  )
}

/** The address alone is replaced, and the words of a link are left: code font within it is an occurrence of its own. */
function editOf(text: string, { occurrence, to, href }: Mend): Edit | null {
  const { form, start, end, url } = occurrence
  if (form === 'code') return { start, end, text: `\`${printReference(to)}\`` }
  if (form !== 'link' || url === null || href === null) return null
  const at = text.slice(start, end).lastIndexOf(url)
  return at === -1 ? null : { start: start + at, end: start + at + url.length, text: href }
}
