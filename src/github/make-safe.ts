// Markdown that a model, a provider or a person wrote, made fit to stand in a comment of ours: edits by position, pass after pass, until
// nothing is left to do. Our own HTML and markers are put around it afterwards.
import { applyEdits, type Edit } from '../markdown/edits.ts'
import { parseMarkdown, type Range, rangeOf, walk } from './markdown-tree.ts'
import { editOf } from './safe-node.ts'

const MOST_PASSES = 20
/** GitHub would not take more in one comment. */
const MOST_CHARACTERS = 65_536
/** The parser's time grows with the square of these: 4,000 quotes in 20 kB take it 5 s, 60,000 in one line 26 s. */
const MOST_QUOTES = 1000
const MOST_LIST_ITEMS = 3000

/**
 * The text without mentions, references to issues, raw HTML and remote images (these become links), every fence closed; code as it was.
 * Doing it twice changes nothing more. Must be followed by an empty line, and not be indented.
 */
export function makeSafe(markdown: string): string {
  let text = tidy(markdown.slice(0, MOST_CHARACTERS))
  if (isTooMuch(text)) return fence(text)
  try {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const next = tidy(makeSafeOnce(text))
      if (next === text) return text
      text = next
    }
  } catch (error) {
    // Nested deeper than the stack goes.
    if (!(error instanceof RangeError)) throw error
  }
  return fence(text)
}

function makeSafeOnce(text: string): string {
  const tree = parseMarkdown(text)
  const definitions = new Map<string, string>()
  walk(tree, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url)
    return undefined
  })
  const edits: Edit[] = []
  let link: Range = { start: -1, end: -1 }
  walk(tree, (node) => {
    const range = rangeOf(node)
    const isInLink = link.start < range.start && range.end < link.end
    const edit = editOf(node, { text, definitions, isInLink })
    if (node.type === 'link' || node.type === 'linkReference') link = range
    // The words of a bare address are the address.
    if (edit === null) return node.type === 'link' && text[range.start] === '<' ? 'stop' : undefined
    edits.push(edit)
    return 'stop'
  })
  return applyEdits(text, edits)
}

function tidy(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

function isTooMuch(text: string): boolean {
  let quotes = 0
  let items = 0
  for (const [prefix] of text.matchAll(/^(?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])+/gm)) {
    for (const sign of prefix) {
      if (sign === '>') quotes += 1
      else if (/[-+*.)]/.test(sign)) items += 1
    }
  }
  return quotes > MOST_QUOTES || items > MOST_LIST_ITEMS
}

/** The last resort: the text as it is, in code font. */
function fence(text: string): string {
  let longest = 2
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}text\n${text}\n${ticks}`
}
