import type { Code, Heading, InlineCode, Link, LinkReference, Nodes } from 'mdast'
import type { Edit } from '../markdown/edits.ts'
import { escapeText } from './escape.ts'
import { parseLinkTarget } from './link-target.ts'
import type { LinkContext } from './links.ts'
import { rangeOf, sourceOf } from './markdown.ts'
import { neutraliseText } from './neutralise-text.ts'
import { parseReference } from './reference.ts'

export interface Surroundings {
  readonly text: string
  readonly context: LinkContext
  readonly definitions: ReadonlyMap<string, string>
  readonly demoteBy: number
  readonly isInLink: boolean
}

/** The edit a node needs; null where it may stay. */
export function editOf(node: Nodes, around: Surroundings): Edit | null {
  const { start, end } = rangeOf(node)
  const source = around.text.slice(start, end)
  const replaceBy = (text: string): Edit | null => (text === source ? null : { start, end, text })
  switch (node.type) {
    case 'heading':
      return editHeading(node, around)
    case 'html':
      return replaceBy(source.replaceAll('<', '&lt;'))
    case 'text':
      return replaceBy(neutraliseText(source))
    case 'image':
    case 'imageReference':
      return replaceBy(escapeText(node.alt ?? ''))
    case 'definition':
      return replaceBy('')
    case 'footnoteReference':
    case 'footnoteDefinition':
      return { start, end: start + 1, text: '\\[' }
    case 'inlineCode':
      return replaceBy(codeText(node, source, around))
    case 'code':
      return closeFence(node, around.text)
    case 'link':
      return replaceBy(linkText(node, node.url, around))
    case 'linkReference':
      return replaceBy(linkText(node, around.definitions.get(node.identifier) ?? '', around))
    default:
      return null
  }
}

function codeText(node: InlineCode, source: string, { context, isInLink }: Pick<Surroundings, 'context' | 'isInLink'>): string {
  const reference = parseReference(node.value)
  if (reference === null) return source
  if (!context.isGrounded(reference)) return escapeText(node.value)
  const href = isInLink ? null : context.hrefOf(reference)
  return href === null ? source : `[${source}](${href})`
}

function linkText(node: Link | LinkReference, url: string, { text, context }: Surroundings): string {
  const source = sourceOf(node, text)
  if (node.type === 'link' && !source.startsWith('[')) return escapeText(source.replace(/^<|>$/g, ''))
  const first = node.children[0]
  const last = node.children.at(-1)
  const label = first && last ? text.slice(rangeOf(first).start, rangeOf(last).end) : ''
  if (node.children.length === 1 && first?.type === 'inlineCode') {
    const own = codeText(first, label, { context, isInLink: false })
    if (own === source) return source
  }
  const target = context.resolveLink(url)
  const reference = target === null ? null : parseLinkTarget(target)
  if (reference !== null) {
    const href = context.isGrounded(reference) ? context.hrefOf(reference) : null
    return href === null ? label || escapeText(url) : `[${label || escapeText(url)}](${href})`
  }
  if (!/^https?:\/\//i.test(url) || label === url) return label
  return `${label} (${escapeText(url)})`.trim()
}

/** `#` signs are added; an underlined heading becomes one with signs, its words are seen to in the next pass. */
function editHeading(node: Heading, { text, demoteBy }: Surroundings): Edit | null {
  const { start, end } = rangeOf(node)
  const source = text.slice(start, end)
  const signs = '#'.repeat(Math.min(6, node.depth + demoteBy))
  const written = /^#{1,6}(?=\s|$)/.exec(source)?.[0]
  if (written !== undefined) return written === signs ? null : { start, end: start + written.length, text: signs }
  const words = source.replace(/\n[^\n]*$/, '').replace(/\n[ \t>]*/g, ' ')
  return { start, end, text: `${signs} ${words}` }
}

/** A fence that is left open would take in all that follows. */
function closeFence(node: Code, text: string): Edit | null {
  const { start, end } = rangeOf(node)
  const lines = text.slice(start, end).split('\n')
  const opening = /^(?:`{3,}|~{3,})/.exec(lines[0] ?? '')?.[0]
  if (opening === undefined) return null
  const isFence = new RegExp(`^[>\\s]*${opening[0]}{${opening.length},}\\s*$`).test(lines.length > 1 ? (lines.at(-1) ?? '') : '')
  // What looks like a closing fence may belong to the content: it does if the content has a line more.
  if (isFence && (node.value === '' || lines.length === node.value.split('\n').length + 2)) return null
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return { start: end, end, text: `\n${before.replace(/[^>\s]/g, ' ')}${opening}` }
}
