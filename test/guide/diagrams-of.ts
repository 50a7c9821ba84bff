// The Mermaid diagrams of a Markdown document, found as GitHub finds them: fences of that language, wherever they stand.
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

const parser = unified().use(remarkParse).use(remarkGfm)

export function diagramsOf(markdown: string): string[] {
  const found: string[] = []
  const visit = (node: Nodes): void => {
    if (node.type === 'code' && node.lang === 'mermaid') found.push(node.value)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(parser.parse(markdown))
  return found
}
