import type { Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'

interface FromMarkdownExtension {
  transforms?: unknown[]
}

/**
 * Drops the second look for bare addresses in finished text: the nodes it makes have no position, and every edit here is made by position.
 * What it would find is neutralised in `neutralise-text.ts`.
 */
function keepPositions(this: Processor) {
  const data = this.data() as { fromMarkdownExtensions?: (FromMarkdownExtension | FromMarkdownExtension[])[] }
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? []).flat().map((extension) => ({ ...extension, transforms: [] }))
}

const parser = unified().use(remarkParse).use(remarkGfm).use(keepPositions)

/** GitHub's Markdown as a tree in which every node has a position. */
export function parseMarkdown(text: string): Root {
  return parser.parse(text) as Root
}

/** Where a node stands in the text it was parsed from. */
export function rangeOf(node: Nodes): { start: number; end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 }
}

export function sourceOf(node: Nodes, text: string): string {
  const { start, end } = rangeOf(node)
  return text.slice(start, end)
}

/** Calls `visit` for each node, parents first; below a node for which it returns `'stop'` it does not go. */
export function walk(node: Nodes, visit: (node: Nodes) => 'stop' | undefined): void {
  if (visit(node) === 'stop' || !('children' in node)) return
  for (const child of node.children) walk(child, visit)
}

/** The targets of `[name]: target` lines, by the parser's identifier. The first of a name counts, as in CommonMark. */
export function definitionsOf(tree: Root): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  walk(tree, (node) => {
    if (node.type === 'definition' && !targets.has(node.identifier)) targets.set(node.identifier, node.url)
    return undefined
  })
  return targets
}
