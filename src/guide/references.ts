import { parseLinkTarget, type ResolveLink, resolveFromRoot } from './link-target.ts'
import { definitionsOf, parseMarkdown, walk } from './markdown.ts'
import { parseReference, printReference, type Reference } from './reference.ts'
import { commandsOfBlock, isShell } from './shell-commands.ts'

/** The references of model-written Markdown, in code font and in links, each once, in the order of the text. Plain prose is not looked at. */
export function findReferences(markdown: string, resolveLink: ResolveLink = resolveFromRoot): Reference[] {
  const tree = parseMarkdown(markdown)
  const definitions = definitionsOf(tree)
  const found = new Map<string, Reference>()
  const add = (reference: Reference | null) => {
    if (reference !== null && !found.has(referenceKey(reference))) found.set(referenceKey(reference), reference)
  }
  walk(tree, (node) => {
    if (node.type === 'inlineCode') add(parseReference(node.value))
    if (node.type === 'code' && isShell(node.lang))
      for (const command of commandsOfBlock(node.value)) add({ kind: 'command', command })
    const url = node.type === 'link' ? node.url : node.type === 'linkReference' ? definitions.get(node.identifier) : undefined
    const target = url === undefined ? null : resolveLink(url)
    if (target !== null) add(parseLinkTarget(target))
    return undefined
  })
  return [...found.values()]
}

/** Two references with the same key are the same. */
export function referenceKey(reference: Reference): string {
  return `${reference.kind} ${printReference(reference)}`
}
