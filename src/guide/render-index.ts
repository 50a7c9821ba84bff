import { AUDIENCES, SKIP_REASONS } from '../vocabulary.ts'
import { escapeText, showCode } from './escape.ts'
import { isWritten } from './grounding.ts'
import type { GuideInput, GuideSection } from './guide-input.ts'
import { sayNoModel, sayOrigin, sayWhy, sayWriters } from './provenance.ts'
import { printReference } from './reference.ts'
import { AUDIENCE_TITLES } from './render-audience.ts'
import { sectionKey } from './section.ts'

/** A longer list is folded; one that is longer still is cut, with a count. */
const FOLD_ABOVE = 10
const CUT_ABOVE = 300

/** The index: what the guide is and how far it can be trusted. */
export function renderIndex(input: GuideInput): string {
  const blocks = [
    `# Guide to ${escapeText(input.repositoryName)}`,
    ...(input.isOffline ? [sayNoModel()] : []),
    `${sayOrigin(input)} ${count(input.filesRead, 'file was', 'files were')} read. Language: ${escapeText(input.language)}.`,
    ...languageBlocks(input),
    AUDIENCES.filter((audience) => input.audiences.includes(audience))
      .map((audience) => {
        const parts = input.sections.filter(({ section }) => section.audience === audience)
        return `- [${AUDIENCE_TITLES[audience]}](${audience}.md): ${parts.filter(hasText).length} of ${count(parts.length, 'section', 'sections')}`
      })
      .join('\n'),
    '## Written by',
    ...sayWriters(input),
    ...groundingBlocks(input),
    ...missingBlocks(input),
    ...skippedBlocks(input),
    ...redactedBlocks(input),
    ...decodedBlocks(input),
  ]
  return `${blocks.join('\n\n')}\n`
}

function groundingBlocks({ grounding, sections }: GuideInput): string[] {
  const titles = new Map(sections.map(({ section }) => [sectionKey(section), section.title]))
  const broken = [...Map.groupBy(grounding.broken, ({ sectionKey: key }) => key)]
  return [
    '## Grounding',
    `**${grounding.score} of 100.** ${grounding.grounded} of ${count(grounding.references, 'reference', 'references')} to paths, lines, symbols and commands ` +
      `${grounding.references === 1 ? 'holds' : 'hold'}; ${grounding.sectionsWritten} of ${count(grounding.sectionsPlanned, 'section is', 'sections are')} written. ` +
      'The score measures that the reference exists, not that the claim is true.',
    ...(broken.length === 0 ? [] : ['### References that do not hold', 'In the guide they stand as plain text, without a link.']),
    ...broken.map(([key, items]) =>
      [
        `**${escapeText(titles.get(key) ?? key)}** (\`${key}\`)\n`,
        ...items.map(({ reference, nearest }) => {
          const near = nearest === null ? 'nothing near it exists' : `nearest: ${showCode(nearest)}`
          return `- ${showCode(printReference(reference))}: ${near}`
        }),
      ].join('\n'),
    ),
  ]
}

function missingBlocks({ sections, placeholders }: GuideInput): string[] {
  const missing = sections.filter((part) => !hasText(part))
  return [
    ...(missing.length === 0 ? [] : ['## Sections not written yet']),
    ...list(
      missing.map(({ section, whyMissing }) => `\`${sectionKey(section)}\`: ${sayWhy(whyMissing)}`),
      'sections',
    ),
    ...(placeholders.length === 0 ? [] : ['## Files and folders without a summary']),
    ...list(
      placeholders.map(({ path, why }) => `${showCode(path)}: ${sayWhy(why)}`),
      'files and folders',
    ),
  ]
}

function skippedBlocks({ skipped }: GuideInput): string[] {
  if (skipped.length === 0) return ['## Not read', 'Every tracked file was read.']
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return [
    '## Not read',
    `${count(skipped.length, 'tracked file was', 'tracked files were')} not read.`,
    ...SKIP_REASONS.flatMap((reason) => {
      const files = byReason.get(reason) ?? []
      const lines = files.map(({ path, detail }) => `${showCode(path)}${detail === '' ? '' : ` (${escapeText(detail)})`}`)
      return files.length === 0
        ? []
        : [`### ${reason.charAt(0).toUpperCase()}${reason.slice(1)} (${files.length})`, ...list(lines, 'files')]
    }),
  ]
}

function redactedBlocks({ redacted }: GuideInput): string[] {
  if (redacted.length === 0) return []
  const total = redacted.reduce((sum, file) => sum + file.count, 0)
  return [
    '## Secrets',
    `${count(total, 'secret was', 'secrets were')} struck out before anything was sent, in ${count(redacted.length, 'file', 'files')}:`,
    ...list(
      redacted.map((file) => `${showCode(file.path)} (${file.count})`),
      'files',
    ),
  ]
}

/** More are a mention each. */
const MOST_LANGUAGES = 6

function languageBlocks({ languages }: GuideInput): string[] {
  if (languages.length === 0) return []
  const shown = languages.slice(0, MOST_LANGUAGES).map(({ name, share }) => `${escapeText(name)} (${inPercent(share)})`)
  const more = languages.length - shown.length
  return [`The repository is written in ${shown.join(', ')}${more > 0 ? ` and ${count(more, 'other', 'others')}` : ''}.`]
}

function inPercent(share: number): string {
  return share < 0.01 ? 'below 1%' : `${Math.round(share * 100)}%`
}

function decodedBlocks({ decoded }: GuideInput): string[] {
  if (decoded.length === 0) return []
  return [
    '## Decoded',
    `${count(decoded.length, 'file is', 'files are')} not in UTF-8; the encoding was told by the bytes:`,
    ...list(
      decoded.map(({ path, encoding }) => `${showCode(path)} (${encoding})`),
      'files',
    ),
  ]
}

function list(lines: readonly string[], noun: string): string[] {
  if (lines.length === 0) return []
  const shown = lines.slice(0, CUT_ABOVE).map((line) => `- ${line}`)
  if (lines.length > CUT_ABOVE) shown.push(`- and ${lines.length - CUT_ABOVE} more`)
  return lines.length <= FOLD_ABOVE
    ? [shown.join('\n')]
    : [`<details><summary>${lines.length} ${noun}</summary>`, shown.join('\n'), '</details>']
}

function hasText({ markdown }: GuideSection): boolean {
  return markdown !== null && isWritten(markdown)
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
