import type { Code, Image, ImageReference, Link, LinkReference, Nodes } from 'mdast'
import type { Edit } from '../markdown/edits.ts'
import { breakReferences, safeAddress } from './break-references.ts'
import { escapeMarkdown } from './inline-safe.ts'
import { rangeOf } from './markdown-tree.ts'

export interface Surroundings {
  readonly text: string
  /** Targets by the identifier of their `[name]: target` line. */
  readonly definitions: ReadonlyMap<string, string>
  readonly isInLink: boolean
}

/** The edit that makes a node safe; null where it may stay. Code stays as it is, but for a fence that was never closed. */
export function editOf(node: Nodes, around: Surroundings): Edit | null {
  const { start, end } = rangeOf(node)
  const source = around.text.slice(start, end)
  const replaceBy = (text: string): Edit | null => (text === source ? null : { start, end, text })
  switch (node.type) {
    case 'html':
      return replaceBy(source.replaceAll('<', '&lt;'))
    case 'text':
      // What is no HTML yet may become it with what follows.
      return replaceBy(breakReferences(source.replace(/<(?=[a-z/!?])/gi, '&lt;')))
    case 'image':
    case 'imageReference':
      return replaceBy(imageAsLink(node, around))
    case 'link':
    case 'linkReference':
      return replaceBy(safeLink(node, source, around))
    case 'definition':
      return replaceBy('')
    case 'footnoteReference':
    case 'footnoteDefinition':
      return { start, end: start + 1, text: '\\[' }
    case 'code':
      return closeFence(node, around.text) ?? setApart(node, around.text)
    default:
      return null
  }
}

/** A remote image tells its server who reads, and when. */
function imageAsLink(node: Image | ImageReference, { definitions, isInLink }: Surroundings): string {
  const url = node.type === 'image' ? node.url : (definitions.get(node.identifier) ?? '')
  const alt = escapeMarkdown((node.alt ?? '').replace(/\s+/g, ' '))
  const address = isInLink ? null : safeAddress(url)
  return address === null ? alt : `[${alt || 'image'}](${address})`
}

function safeLink(node: Link | LinkReference, source: string, { text, definitions }: Surroundings): string {
  const url = node.type === 'link' ? node.url : (definitions.get(node.identifier) ?? '')
  const address = safeAddress(url)
  if (node.type === 'link' && !source.startsWith('[')) {
    return address === null ? breakReferences(source.replace(/^<|>$/g, '')) : `<${address}>`
  }
  const first = node.children[0]
  const last = node.children.at(-1)
  const label = first && last ? text.slice(rangeOf(first).start, rangeOf(last).end) : ''
  if (address !== null) return label === '' ? `<${address}>` : `[${label}](${address})`
  const shown = /^https?:/i.test(url) ? escapeMarkdown(url) : ''
  if (shown === '' || label.includes(shown) || label === url) return label
  return label === '' ? shown : `${label} (${shown})`
}

/** A fence that is left open would take in all that follows. */
export function closeFence(node: Code, text: string): Edit | null {
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

/** Right after a table GitHub may take indented code for one more row, and what stands in it for text. */
function setApart(node: Code, text: string): Edit | null {
  const { start } = rangeOf(node)
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, lineStart)
  const line = text.slice(lineStart)
  if (lineStart === 0 || /^[>\s]*$/.test(before) || /^(?:`{3}|~{3})/.test(text.slice(start))) return null
  const prefix = /^(?: {0,3}>)*/.exec(line)?.[0] ?? ''
  return { start: lineStart, end: lineStart, text: `${prefix}\n` }
}
