// Makes model-written Markdown safe to stand between our own headings: edits by position, pass after pass, until nothing is left to do.
import { applyEdits, type Edit } from '../markdown/edits.ts'
import type { LinkContext } from './links.ts'
import { definitionsOf, parseMarkdown, rangeOf, walk } from './markdown.ts'
import { editOf } from './sanitise-node.ts'

const MOST_PASSES = 20

/**
 * The text with headings below `##`, HTML as text, mentions and links to elsewhere as plain words, fences closed, references that hold
 * as links and those that do not as plain text. Doing it twice changes nothing more.
 */
export function sanitiseMarkdown(markdown: string, context: LinkContext): string {
  let text = tidy(markdown)
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = tidy(sanitiseOnce(text, context))
    if (next === text) return text
    text = next
  }
  return fence(markdown)
}

function sanitiseOnce(text: string, context: LinkContext): string {
  const tree = parseMarkdown(text)
  const definitions = definitionsOf(tree)
  let shallowest = 6
  walk(tree, (node) => {
    if (node.type === 'heading') shallowest = Math.min(shallowest, node.depth)
    return undefined
  })
  const edits: Edit[] = []
  const linked: { start: number; end: number }[] = []
  walk(tree, (node) => {
    const range = rangeOf(node)
    const isInLink = linked.some(({ start, end }) => start < range.start && range.end < end)
    const edit = editOf(node, { text, context, definitions, demoteBy: Math.max(0, 3 - shallowest), isInLink })
    if (node.type === 'link') linked.push(range)
    if (edit === null) return undefined
    edits.push(edit)
    return node.type === 'heading' && edit.end !== range.end ? undefined : 'stop'
  })
  return applyEdits(text, edits)
}

function tidy(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

/** The last resort: the text as it is, in code font. */
function fence(markdown: string): string {
  const text = tidy(markdown)
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}text\n${text}\n${ticks}`
}
