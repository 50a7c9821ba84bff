import type { Section } from '../guide/section.ts'
import type { SharedContext, Target } from '../models/model.ts'
import { withoutThinking } from './find-json.ts'
import { memberTag } from './folder-summary.ts'
import { evidenceTag } from './overview.ts'
import { rules } from './rules.ts'
import { hasSubstance } from './substance.ts'
import { escapeText, tag } from './tags.ts'

/** Raise it when the text below changes what a section is. */
export const sectionVersion = 'section-1'

export type SectionTarget = Extract<Target, { kind: 'section' }>

const READERS = {
  beginner: 'a newcomer to this repository who knows how to program a little: explain each term, one step after the other',
  senior: 'an experienced engineer who will change this code tomorrow: dense, exact, no explanations of common terms',
  architect: 'an architect who judges the design: decisions, boundaries, trade-offs, with the evidence for each',
} as const

/** The prompt for sections of one audience. What they share stands first, so that providers can bill it from their cache. */
export function buildSections(
  targets: readonly { section: Section; target: SectionTarget }[],
  shared: SharedContext,
  language: string,
) {
  const system = [
    rules(language),
    '',
    'You write sections of a guide to this repository. For each section:',
    '- Be about this repository only: a sentence that would fit any repository is a fault.',
    '- Cite the code you speak of in code font, as `path:from-to` or `path#symbol`, so that each claim can be checked. Line numbers stand before each line',
    '  of the evidence. Cite only paths and lines that you were given.',
    '- Quote commands only if they stand in the evidence.',
    '- Where the repository does not tell, say so in one sentence instead of filling.',
    '- 250 to 650 words of Markdown: paragraphs, lists, tables, fenced code. Headings inside a section start at ###. A diagram is a ```mermaid fence.',
    '- Return each section as <section id="…">Markdown</section> with the id it was asked for by, and nothing outside of these tags.',
  ].join('\n')
  return { system, user: [sharedText(shared), targets.map(({ section, target }) => sectionTag(section, target)).join('\n')] }
}

/** What all sections of a job share: the stable prefix of each call. */
export function sharedText(shared: SharedContext): string {
  return [
    tag('repository', { name: shared.repositoryName }, `Files that are read:\n${escapeText(shared.paths.join('\n'))}`),
    tag('overview', {}, escapeText(shared.overview)),
    ...shared.folders.map(memberTag),
  ].join('\n')
}

export function sectionTag(section: Section, target: SectionTarget): string {
  const order = [
    `Title: ${section.title}`,
    `Reader: ${READERS[section.audience]}`,
    `The reader asks: ${section.question}`,
    `It must hold: ${section.mustHold}`,
  ]
  return tag('section', { id: target.id }, [...order, ...target.evidence.map(evidenceTag)].join('\n'))
}

/** Reads the sections of an answer: id -> Markdown. A block without its end tag was cut off and is none. */
export function readSections(text: string, ids: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const wanted = new Set(ids)
  const plain = withoutThinking(text)
  const openings = [...plain.matchAll(/<section\s{1,9}id="([^"\n]{1,200})"\s{0,9}>/g)]
  for (const [index, opening] of openings.entries()) {
    const id = opening[1] ?? ''
    if (!wanted.has(id) || found.has(id)) continue
    const start = opening.index + opening[0].length
    // A block that the next one begins in was never closed: its text and the next one's must not become one.
    const next = openings[index + 1]?.index ?? plain.length
    const body = plain.slice(start, next)
    const end = body.indexOf('</section>')
    if (end < 0) continue
    const markdown = body.slice(0, end).trim()
    if (hasSubstance(markdown, 'section')) found.set(id, markdown)
  }
  return found
}
