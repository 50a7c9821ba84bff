import type { Audience } from '../vocabulary.ts'
import { escapeText } from './escape.ts'
import { NOT_WRITTEN } from './grounding.ts'
import type { GuideInput, GuideSection } from './guide-input.ts'
import { mainModel, sayNoModel, sayOrigin, sayWhy } from './provenance.ts'
import { sectionKey } from './section.ts'

export interface SectionText {
  readonly part: GuideSection
  /** Safe Markdown; null where the section is not written. */
  readonly text: string | null
}

export const AUDIENCE_TITLES: Readonly<Record<Audience, string>> = {
  beginner: 'Guide for beginners',
  senior: 'Guide for senior engineers',
  architect: 'Guide for architects',
}

/** Before each section's heading stands a hidden line with its id, by which `check` finds it again. */
export function sectionAnchor(key: string): string {
  return `<!-- section: ${key} -->`
}

export function renderAudience(audience: Audience, input: GuideInput, texts: readonly SectionText[]): string {
  const main = mainModel(input)
  const blocks = [
    `# ${escapeText(input.repositoryName)}: ${AUDIENCE_TITLES[audience]}`,
    ...(input.isOffline ? [sayNoModel()] : []),
    `${sayOrigin(input)} What was checked, and what was left out: [index](README.md).`,
  ]
  for (const { part, text } of texts) {
    if (part.section.audience !== audience) continue
    blocks.push(`${sectionAnchor(sectionKey(part.section))}\n## ${escapeText(part.section.title)}`)
    blocks.push(text ?? `${NOT_WRITTEN}: ${sayWhy(part.whyMissing)}`)
    if (text !== null && part.model !== null && part.model !== main) blocks.push(`*Written by ${escapeText(part.model)}.*`)
  }
  return `${blocks.join('\n\n')}\n`
}
