import type { Nodes } from 'mdast'
import { applyEdits, type Edit } from '../markdown/edits.ts'
import { makeSafe } from './make-safe.ts'
import { parseMarkdown, rangeOf, walk } from './markdown-tree.ts'
import { closeFence } from './safe-node.ts'

const NOTE = '\n\n*(Shortened: there is more of this than a comment can hold.)*\n'
/** For a fence and the ends of `<details>` that were cut off. */
const SPARE = 300

/** Where the text may end: after any of these, and after a line of code. */
const BLOCKS = ['heading', 'paragraph', 'thematicBreak', 'html', 'code', 'blockquote', 'list', 'listItem', 'table', 'tableRow']
const WITHOUT_BLOCKS = ['heading', 'paragraph', 'tableRow']

/**
 * At most `most` (1,000 or more) characters of a Markdown text, and a line that says so where it was longer. Ends between blocks; a fence and
 * `<details>` that are open there are closed.
 */
export function cutMarkdown(text: string, most: number): string {
  if (most < 1000) throw new RangeError('1,000 characters is the least')
  if (text.length <= most) return text
  const room = most - NOTE.length - SPARE
  const end = lastEnd(text, room)
  const kept = end > room / 2 ? text.slice(0, end) : text.slice(0, end) + pieceOf(text.slice(end), room - end)
  return closeAll(kept.trimEnd()) + NOTE
}

function lastEnd(text: string, room: number): number {
  let best = 0
  const offer = (end: number): void => {
    if (end <= room && end > best) best = end
  }
  // Far more than what is kept is not looked at: it only says where the last block ends.
  walk(parseMarkdown(text.slice(0, room + 20_000)), (node) => {
    const { start, end } = rangeOf(node)
    if (start > room) return 'stop'
    if (BLOCKS.includes(node.type)) offer(end)
    if (node.type === 'code' && end > room) offer(text.lastIndexOf('\n', room))
    return WITHOUT_BLOCKS.includes(node.type) ? 'stop' : undefined
  })
  return best
}

/** One block alone is longer than all the room: code or HTML that it holds may be torn, so it is made safe again. */
function pieceOf(text: string, room: number): string {
  for (let length = room; length > 0; length = Math.floor(length * 0.8)) {
    const piece = makeSafe(text.slice(0, length).replace(/[\ud800-\udbff]$/, ''))
    if (piece.length + 2 <= room) return `\n\n${piece}`
  }
  return ''
}

function closeAll(text: string): string {
  const edits: Edit[] = []
  let open = 0
  const visit = (node: Nodes): undefined => {
    if (node.type === 'html') open += count(node.value, /<details\b/gi) - count(node.value, /<\/details>/gi)
    const edit = node.type === 'code' ? closeFence(node, text) : null
    if (edit !== null) edits.push(edit)
  }
  walk(parseMarkdown(text), visit)
  return applyEdits(text, edits) + '\n\n</details>'.repeat(Math.min(Math.max(open, 0), 10))
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
