import type { Nodes } from 'mdast'
import { parseLinkTarget, type ResolveLink, resolveFromRoot } from './link-target.ts'
import { parseMarkdown, rangeOf, walk } from './markdown.ts'
import { parseReference, printReference, type Reference } from './reference.ts'
import { commandsOfBlock, isShell } from './shell-commands.ts'

/** Where a text refers to something. */
export interface Occurrence {
  readonly reference: Reference
  readonly form: 'code' | 'block' | 'link'
  /** Of the code font, the block, or the link or definition that holds the address; in the text. */
  readonly start: number
  readonly end: number
  /** From 1. */
  readonly line: number
  /** The address of the link that this is, or stands in; null outside of links. */
  readonly url: string | null
}

/** Everything that Markdown refers to in code font and in links, in the order of the text. Plain prose is not looked at. */
export function findOccurrences(markdown: string, resolveLink: ResolveLink = resolveFromRoot): Occurrence[] {
  const tree = parseMarkdown(markdown)
  const found: Occurrence[] = []
  const links: { end: number; url: string }[] = []
  const add = (node: Nodes, form: Occurrence['form'], reference: Reference | null, url: string | null) => {
    if (reference !== null) found.push({ reference, form, ...rangeOf(node), line: node.position?.start.line ?? 1, url })
  }
  const definitions = new Map<string, Nodes & { url: string }>()
  walk(tree, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node)
    return undefined
  })
  const addLink = (node: Nodes, url: string) => {
    const target = resolveLink(url)
    if (target !== null) add(node, 'link', parseLinkTarget(target), url)
  }
  walk(tree, (node) => {
    const around = links.findLast(({ end }) => rangeOf(node).end <= end)?.url ?? null
    if (node.type === 'inlineCode') add(node, 'code', parseReference(node.value), around)
    if (node.type === 'code' && isShell(node.lang))
      for (const command of commandsOfBlock(node.value)) add(node, 'block', { kind: 'command', command }, null)
    if (node.type === 'link') {
      links.push({ end: rangeOf(node).end, url: node.url })
      addLink(node, node.url)
    }
    const definition = node.type === 'linkReference' ? definitions.get(node.identifier) : undefined
    if (definition) addLink(definition, definition.url)
    return undefined
  })
  return found
}

/** The references of model-written Markdown, each once. */
export function findReferences(markdown: string, resolveLink?: ResolveLink): Reference[] {
  const found = new Map<string, Reference>()
  for (const { reference } of findOccurrences(markdown, resolveLink)) {
    const key = referenceKey(reference)
    if (!found.has(key)) found.set(key, reference)
  }
  return [...found.values()]
}

/** Two references with the same key are the same. */
export function referenceKey(reference: Reference): string {
  return `${reference.kind} ${printReference(reference)}`
}
