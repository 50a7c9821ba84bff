import { AUDIENCES } from '../vocabulary.ts'
import { sealFile } from './digest.ts'
import { finishedLinks } from './finished-links.ts'
import { isWritten } from './grounding.ts'
import type { GuideFile, GuideInput } from './guide-input.ts'
import { citedIn, withLineMarks } from './line-marks.ts'
import { makeLinks } from './links.ts'
import { findReferences, referenceKey } from './references.ts'
import { renderAudience, type SectionText } from './render-audience.ts'
import { renderIndex } from './render-index.ts'
import { sanitiseMarkdown } from './sanitise.ts'
import { sectionKey } from './section.ts'

/** The guide's files: the index and one for each audience, in the fixed order. The same input gives the same bytes. */
export function renderGuide(input: GuideInput): GuideFile[] {
  const links = makeLinks(input, input.grounding.folders)
  const brokenBySection = Map.groupBy(input.grounding.broken, (broken) => broken.sectionKey)
  const texts = input.sections.map((part): SectionText => {
    if (part.markdown === null || !isWritten(part.markdown)) return { part, text: null }
    const grounded = new Set(findReferences(part.markdown).map(referenceKey))
    for (const { reference } of brokenBySection.get(sectionKey(part.section)) ?? []) grounded.delete(referenceKey(reference))
    const isGrounded = (reference: Parameters<typeof referenceKey>[0]) => grounded.has(referenceKey(reference))
    return { part, text: sanitiseMarkdown(part.markdown, { ...links, isGrounded }) }
  })
  const files = [
    { path: 'README.md', body: renderIndex(input) },
    ...AUDIENCES.filter((audience) => input.audiences.includes(audience)).map((audience) => ({
      path: `${audience}.md`,
      body: renderAudience(audience, input, texts),
    })),
  ]
  const resolveLink = finishedLinks(input.guidePath)
  return files.map(({ path, body }) => ({
    path,
    text: sealFile(withLineMarks(body, citedIn(body, input.lineMarks, resolveLink))),
  }))
}
