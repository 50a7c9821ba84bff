import type { Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'

interface FromMarkdownExtension {
  transforms?: unknown[]
}

/** Drops the second look for bare addresses: the nodes it makes have no position. What it would find is broken up in `break-references.ts`. */
function keepPositions(this: Processor) {
  const data = this.data() as { fromMarkdownExtensions?: (FromMarkdownExtension | FromMarkdownExtension[])[] }
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? []).flat().map((extension) => ({ ...extension, transforms: [] }))
}

const parser = unified().use(remarkParse).use(remarkGfm).use(keepPositions)

export interface Range {
  readonly start: number
  readonly end: number
}

/** GitHub's Markdown as a tree in which every node has a position. */
export function parseMarkdown(text: string): Root {
  return parser.parse(text) as Root
}

export function rangeOf(node: Nodes): Range {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 }
}

/** Calls `visit` for each node, parents first; below a node for which it returns `'stop'` it does not go. */
export function walk(node: Nodes, visit: (node: Nodes) => 'stop' | undefined): void {
  if (visit(node) === 'stop' || !('children' in node)) return
  for (const child of node.children) walk(child, visit)
}
