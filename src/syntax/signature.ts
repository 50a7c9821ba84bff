import type { Node } from 'web-tree-sitter'
import type { LanguageReader } from './declared.ts'

const LONGEST = 200
const FURTHEST = 4000

/** The node that a declaration really begins with: what stands before it are decorators, attributes and comments. */
export function startOf(node: Node, reader: LanguageReader): Node {
  const isBefore = ({ type }: Node): boolean => reader.decorations.includes(type) || reader.comments.includes(type)
  for (const [index, child] of node.children.entries()) {
    if (isBefore(child)) continue
    if (child.type !== 'modifiers' && child.type !== 'attributes') return index === 0 ? node : child
    const [first, ...rest] = child.children
    if (first === undefined || !isBefore(first)) return index === 0 ? node : child
    const modifier = rest.find((one) => !isBefore(one))
    if (modifier !== undefined) return modifier
  }
  return node
}

/**
 * The text from `from` up to `until` (or the end of `node`) on one line, without comments, decorators and what leads into the
 * body; at most 200 characters.
 */
export function signatureOf(
  node: Node,
  from: Node,
  until: Node | null,
  source: { text: string; reader: LanguageReader },
): string {
  const start = from.startIndex
  const end = Math.min(until?.startIndex ?? node.endIndex, start + FURTHEST)
  let text = source.text.slice(start, end)
  if (/\/\/|\/\*|#|--|@|<#|\(\*|\{-/.test(text)) text = withoutHoles(node, start, end, source)
  return shorten(joinLines(text))
}

function withoutHoles(node: Node, start: number, end: number, source: { text: string; reader: LanguageReader }): string {
  const { text, reader } = source
  const holes = node
    .descendantsOfType([...reader.comments, ...reader.decorations])
    .filter((hole) => hole.startIndex >= start && hole.endIndex <= end)
  let kept = ''
  let at = start
  for (const hole of holes) {
    if (hole.startIndex < at) continue
    kept += text.slice(at, hole.startIndex)
    at = hole.endIndex
  }
  return kept + text.slice(at, end)
}

/** Members of a type literal, one on a line, need a mark between them on one line. */
function joinLines(text: string): string {
  let joined = ''
  let braces = 0
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const needsMark = braces > 0 && !/[{,;(|&]$/.test(joined) && !/^[})|&,]/.test(line)
    joined += `${needsMark ? ';' : ''}${joined === '' ? '' : ' '}${line}`
    for (const character of line) {
      if (character === '{') braces++
      else if (character === '}') braces--
    }
  }
  return joined
}

function shorten(text: string): string {
  const tidy = text
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/, \}/g, ' }')
    .replace(/\s+where$/, '')
    .replace(/(?:\s*(?:=>|<-|<<-|:=|[={:;,]))+\s*$/, '')
    .trim()
  if (tidy.length <= LONGEST) return tidy
  const comma = tidy.lastIndexOf(', ', LONGEST - 4)
  return comma > 20 ? `${tidy.slice(0, comma)}, …)` : `${tidy.slice(0, LONGEST - 1)}…`
}
