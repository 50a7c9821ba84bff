// Markdown as GitHub shows it: its dialect, its list of allowed HTML, its style sheet, in a frame like that of a comment or a file.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Nodes, PhrasingContent } from 'mdast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

export type Theme = 'light' | 'dark'

interface Comment {
  readonly author: string
  readonly isBot: boolean
  readonly when: string
  readonly markdown: string
}

const STYLES = createRequire(import.meta.url)
const FRAME = readFileSync(new URL('frame.css', import.meta.url), 'utf8')

/** `isComment`: a line break is one, as it is in comments and is not in files. */
export function renderMarkdown(markdown: string, isComment: boolean): string {
  const pipeline = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(() => (tree: Nodes) => {
      if (isComment) breakLines(tree)
    })
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeRaw)
    .use(rehypeSanitize)
    .use(rehypeStringify)
  return String(pipeline.processSync(markdown))
}

function breakLines(node: Nodes): void {
  if (!('children' in node)) return
  node.children = node.children.flatMap((child): never[] => {
    breakLines(child)
    if (child.type !== 'text' || !child.value.includes('\n')) return [child as never]
    const parts = child.value.split('\n').flatMap((value): PhrasingContent[] => [{ type: 'break' }, { type: 'text', value }])
    return parts.slice(1) as never[]
  })
}

export function commentsPage(comments: readonly Comment[], theme: Theme): string {
  return page(comments.map(commentBox).join('\n'), theme)
}

function commentBox({ author, isBot, when, markdown }: Comment): string {
  const face = `<div class="face ${isBot ? 'bot' : ''}">${isBot ? 'N' : author.charAt(0).toUpperCase()}</div>`
  const label = isBot ? ' <span class="label">bot</span>' : ''
  return `<div class="row">${face}<div class="box"><div class="head"><b>${author}</b>${label} commented ${when}</div>
<div class="markdown-body">${renderMarkdown(markdown, true)}</div></div></div>`
}

export function filePage(path: string, markdown: string, theme: Theme): string {
  const body = renderMarkdown(markdown, false)
  return page(
    `<div class="box file"><div class="head"><b>${path}</b><span class="tabs"><i>Preview</i> Code</span></div><div class="markdown-body">${body}</div></div>`,
    theme,
  )
}

function page(body: string, theme: Theme): string {
  const github = readFileSync(STYLES.resolve(`github-markdown-css/github-markdown-${theme}.css`), 'utf8')
  return `<!doctype html><html data-theme="${theme}"><meta charset="utf-8"><style>${github}\n${FRAME}</style><body><main>${body}</main></body></html>`
}
