import { cutAtSentence, plainText, sentencesOf } from '../../outline/plain-text.ts'
import type { OutlineSymbol } from '../../outline/shape.ts'
import type { Placed, ReadFile } from './material.ts'

/** Plain text made safe to stand in Markdown prose. */
export function escapeProse(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/`/g, "'")
    .replace(/(?<!\w)_|_(?!\w)/g, '\\_')
    .replace(/[*[\]|~]/g, (mark) => `\\${mark}`)
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/^(#|\d+[.)] |[-+] )/, '\\$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Text in code font, on one line. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``
}

/** `path:from-to`, in code font. */
export function cite(file: { readonly path: string }, from: number, to = from): string {
  return code(`${file.path}:${from}${to === from ? '' : `-${to}`}`)
}

export function citeSymbol({ file, symbol }: Placed): string {
  return cite(file, symbol.firstLine, symbol.lastLine)
}

/** A fence that holds lines exactly as they stand. null where a line would end the fence. */
export function fence(language: string, lines: readonly string[]): string | null {
  if (lines.length === 0 || lines.some((line) => line.trimStart().startsWith('```'))) return null
  return `\`\`\`${language.replace(/[^\w+#-]/g, '')}\n${lines.join('\n')}\n\`\`\``
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

export function steps(items: readonly string[]): string {
  return items.map((item, index) => `${index + 1}. ${item}`).join('\n')
}

/** `a, b and c`; of more than `most` the rest is counted. */
export function listed(items: readonly string[], most = 8): string {
  const shown = items.slice(0, most)
  const rest = items.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

export function counted(count: number, one: string, many = `${one}s`): string {
  const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
  return `${words[count] ?? String(count)} ${count === 1 ? one : many}`
}

/** Prose from the repository: whole sentences of at most so many characters, escaped, with an end mark. */
export function told(text: string, most = 220): string {
  const cut = cutAtSentence(plainText(text), most)
  return cut === '' ? '' : escapeProse(/[.!?…:)”"]$/.test(cut) ? cut.replace(/:$/, '.') : `${cut}.`)
}

/** The first sentence of what a symbol says about itself; empty where it says nothing. */
export function docOf(symbol: OutlineSymbol, most = 200): string {
  const paragraph =
    (symbol.docstring ?? '').split(/\n\s*\n/)[0]?.replace(/\n\s*(?::param|\.\. |@\w+|Args:|Returns:|Parameters)[\s\S]*$/, '') ??
    ''
  return told(sentencesOf(plainText(paragraph))[0] ?? '', most)
}

/** What a file says about itself: its docstring, else what it declares. Empty for a file of which nothing can be told. */
export function aboutFile(file: ReadFile, most = 180): string {
  if (file.outline.docstring !== null) return told(file.outline.docstring.split(/\n\s*\n/)[0] ?? '', most)
  const names = file.outline.symbols.filter((symbol) => symbol.isPublic && symbol.parent === null).map((symbol) => symbol.name)
  const documented = file.outline.symbols.find((symbol) => symbol.isPublic && symbol.parent === null && symbol.docstring !== null)
  if (documented !== undefined && names.length <= 2) return docOf(documented, most)
  if (names.length > 0) return `Declares ${listed(names.map(code), 4)}.`
  const headings = file.outline.headings.map((heading) => plainText(heading.title)).filter((title) => title.length > 2)
  if (headings.length > 0) return `Covers ${listed(headings.map(escapeProse), 4)}.`
  return file.outline.imports.length > 2
    ? `Gathers ${listed(
        file.outline.imports.map((module) => escapeProse(module)),
        5,
      )}.`
    : ''
}

/** `name` (`path:from-to`): what it says. */
export function describe(placed: Placed, most = 200): string {
  const { symbol } = placed
  const doc = docOf(symbol, most)
  return `${code(symbol.parent === null ? symbol.name : `${symbol.parent}.${symbol.name}`)} (${citeSymbol(placed)})${doc === '' ? '.' : `: ${doc}`}`
}

/** Joins the parts of a section that say something. */
export function joinParts(parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter((part) => typeof part === 'string' && part.trim() !== '').join('\n\n')
}
