// Everything that one file of a guide refers to.
import { finishedLinks, guideNameIn } from '../guide/finished-links.ts'
import { lineMarksIn } from '../guide/line-marks.ts'
import type { ResolveLink } from '../guide/link-target.ts'
import { originIn } from '../guide/permalink.ts'
import { findOccurrences, type Occurrence } from '../guide/references.ts'
import type { Origin } from './follow-references.ts'

export interface GuideReferences {
  readonly name: string
  /** What of its text is to be looked up, as Markdown. */
  readonly markdown: string
  readonly resolveLink: ResolveLink
  readonly occurrences: readonly Occurrence[]
  /** Links to other files of the guide, each with that file's name. */
  readonly ownLinks: readonly { readonly occurrence: Occurrence; readonly name: string }[]
  readonly origin: Origin
  /** `audience/section-id` of what stands at an offset; null above the first section. */
  sectionAt(offset: number): string | null
}

const INDEX = 'README.md'
const ANCHOR = /^<!-- section: ([a-z-]+\/[a-z-]+) -->[ \t]*$/gm

/** Of the index the links only: what stands there in code font is told as left out, or as not holding. */
export function readReferences(name: string, text: string, guidePath: string | null): GuideReferences {
  const resolveLink = finishedLinks(guidePath)
  const all = findOccurrences(text, resolveLink)
  const occurrences = name === INDEX ? all.filter(({ form }) => form === 'link') : all
  const own = findOccurrences(text, guideNameIn).filter(({ form }) => form === 'link')
  const anchors = [...text.matchAll(ANCHOR)]
  return {
    name,
    markdown: name === INDEX ? occurrences.map(({ start, end }) => text.slice(start, end)).join('\n\n') : text,
    resolveLink,
    occurrences,
    ownLinks: own.flatMap((occurrence) => {
      const name = guideNameIn(occurrence.url ?? '')
      return name === null ? [] : [{ occurrence, name }]
    }),
    origin: { commit: originIn(text), marks: lineMarksIn(text) },
    sectionAt: (offset) => anchors.findLast((anchor) => anchor.index <= offset)?.[1] ?? null,
  }
}
