import { plainText } from './plain-text.ts'

/** A run of prose lines. `text` has no marks; lines count from 1. */
export interface Paragraph {
  readonly text: string
  readonly firstLine: number
  readonly lastLine: number
  /** An item of a list. */
  readonly isItem: boolean
}

/** A block of code in prose, exactly as it stands, common indentation removed. */
export interface CodeBlock {
  readonly language: string
  readonly lines: readonly string[]
  readonly firstLine: number
  readonly lastLine: number
}

export interface Prose {
  readonly paragraphs: readonly Paragraph[]
  readonly codeBlocks: readonly CodeBlock[]
}

const MOST_PARAGRAPHS = 400
const NOISE = /^(?:[=\-~^"'#*+`]{3,}|#{1,6}\s|\||\.\. |:\w[\w-]*:(?!`)|<\/?[a-z]|\[[^\]]+\]:|!\[|\[!|---|\+\+\+|>\s*\[!)/i
const ITEM = /^(\s*)(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)/

/** Paragraphs and code blocks of Markdown or reStructuredText, with their lines. */
export function readProse(lines: readonly string[], language: string): Prose {
  const paragraphs: Paragraph[] = []
  const codeBlocks: CodeBlock[] = []
  let at = lines[0] === '---' ? frontMatterEnd(lines) : 0
  while (at < lines.length && paragraphs.length < MOST_PARAGRAPHS) {
    const line = lines[at] ?? ''
    const fence = /^\s{0,8}(```+|~~~+)\s*\{?\.?([\w+#-]*)/.exec(line)
    const directive = /^(\s*)\.\. (?:code-block|code|sourcecode|prompt)::\s*(\w*)/.exec(line)
    if (/^\s*<!--/.test(line)) at = commentEnd(lines, at)
    else if (fence !== null) at = readFence(lines, at, fence, codeBlocks)
    else if (directive !== null)
      at = readIndented(lines, { from: at + 1, indent: directive[1]?.length ?? 0, language: directive[2] ?? '' }, codeBlocks)
    else if (/^\.\. /.test(line)) at = skipIndented(lines, at + 1)
    else if (line.trim() === '' || isNoise(line, lines[at + 1])) at++
    else {
      const end = paragraphEnd(lines, at)
      const raw = lines.slice(at, end)
      const text = plainText(raw.join('\n').replace(ITEM, ''))
      if (/\p{L}{2}/u.test(text)) paragraphs.push({ text, firstLine: at + 1, lastLine: end, isItem: ITEM.test(line) })
      at = end
      if (language === 'reStructuredText' && /::\s*$/.test(raw.at(-1) ?? ''))
        at = readIndented(lines, { from: at, indent: 0, language: '' }, codeBlocks)
    }
  }
  return { paragraphs, codeBlocks }
}

/** The first paragraph that says something: no badge, heading, list or code. */
export function firstParagraph(lines: readonly string[], language: string): Paragraph | null {
  return readProse(lines.slice(0, 400), language).paragraphs.find(saysSomething) ?? null
}

/** A sentence or more, not a line of links or a slogan's fragment. */
export function saysSomething(paragraph: Paragraph): boolean {
  return (
    !paragraph.isItem &&
    paragraph.text.length >= 30 &&
    /\p{L}{3}/u.test(paragraph.text) &&
    (paragraph.text.match(/[•|·]/g)?.length ?? 0) < 3
  )
}

function isNoise(line: string, next: string | undefined): boolean {
  return (
    NOISE.test(line.trim()) ||
    (next !== undefined && /^([=\-~^"'#*+`])\1{2,}\s*$/.test(next) && line.trim().length <= next.trim().length + 2)
  )
}

function commentEnd(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at++) if (lines[at]?.includes('-->')) return at + 1
  return lines.length
}

function frontMatterEnd(lines: readonly string[]): number {
  for (let at = 1; at < lines.length && at < 60; at++) if (lines[at] === '---') return at + 1
  return 0
}

function paragraphEnd(lines: readonly string[], from: number): number {
  let at = from + 1
  while (at < lines.length && at < from + 60) {
    const line = lines[at] ?? ''
    if (
      line.trim() === '' ||
      ITEM.test(line) ||
      /^\s{0,3}(?:```|~~~)/.test(line) ||
      NOISE.test(line.trim()) ||
      isNoise(line, lines[at + 1])
    )
      break
    at++
  }
  return at
}

function readFence(lines: readonly string[], at: number, fence: RegExpExecArray, blocks: CodeBlock[]): number {
  const mark = fence[1] ?? '```'
  let end = at + 1
  while (end < lines.length && !(lines[end]?.trim().startsWith(mark) && /^[`~]+$/.test(lines[end]?.trim() ?? ''))) end++
  addBlock(lines, { from: at + 1, to: end, language: fence[2] ?? '' }, blocks)
  return end + 1
}

function readIndented(
  lines: readonly string[],
  block: { from: number; indent: number; language: string },
  blocks: CodeBlock[],
): number {
  let start = block.from
  while (start < lines.length && (lines[start]?.trim() === '' || /^\s+:\w[\w-]*:/.test(lines[start] ?? ''))) start++
  const end = skipIndented(lines, start, block.indent)
  addBlock(lines, { from: start, to: end, language: block.language }, blocks)
  return Math.max(end, block.from)
}

function skipIndented(lines: readonly string[], from: number, indent = 0): number {
  let at = from
  while (at < lines.length && (lines[at]?.trim() === '' || (lines[at]?.search(/\S/) ?? 0) > indent)) at++
  return at
}

function addBlock(lines: readonly string[], block: { from: number; to: number; language: string }, blocks: CodeBlock[]): void {
  let { from, to } = block
  while (from < to && lines[from]?.trim() === '') from++
  while (to > from && lines[to - 1]?.trim() === '') to--
  if (from >= to) return
  const raw = lines.slice(from, to)
  const indent = Math.min(...raw.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
  blocks.push({
    language: block.language.toLowerCase(),
    lines: raw.map((line) => line.slice(indent)),
    firstLine: from + 1,
    lastLine: to,
  })
}
