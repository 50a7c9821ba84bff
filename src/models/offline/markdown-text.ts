import { cutAtSentence, firstSaid, plainText, sentencesOf } from '../../outline/plain-text.ts'
import type { OutlineSymbol } from '../../outline/shape.ts'
import type { Placed, ReadFile } from './material.ts'
import { fullName, surfaceOf } from './surface.ts'

/** Plain text made safe to stand in Markdown prose. */
export function escapeProse(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/`/g, "'")
    .replace(/(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9])/g, (underscores) => '\\_'.repeat(underscores.length))
    .replace(/[*[\]|~]/g, (mark) => `\\${mark}`)
    .replace(/</g, '&lt;')
    .replace(/^>/, '\\>')
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

/** Lines of code. What a shell could run is no command to type: declarations and tests of scripts are shown as text. */
export function codeFence(language: string, lines: readonly string[]): string | null {
  const name = language.toLowerCase().replace('c#', 'csharp').replace('c++', 'cpp')
  return fence(/^(?:powershell|shell|batchfile|bash)$/.test(name) ? 'text' : name, lines)
}

/** Lines without the indentation that all of them share. */
export function withoutIndent(lines: readonly string[]): readonly string[] {
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
  return lines.map((line) => line.slice(indent))
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** null where there is nothing to list. */
export function bulletsOrNull(items: readonly string[]): string | null {
  return items.length === 0 ? null : bullets(items)
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
  const cut = cutAtSentence(withoutLeadIn(plainText(text)), most)
  return cut === '' ? '' : escapeProse(/(?:[.!?…:”"]|[.!?]\))$/.test(cut) ? cut.replace(/:$/, '.') : `${cut}.`)
}

/** Words of the repository between quotation marks: nothing is added to them. */
export function quoted(text: string, most: number): string {
  return escapeProse(cutAtSentence(plainText(text), most))
}

/** What announces a list or a block that is not told is left out, if anything else is said. */
function withoutLeadIn(text: string): string {
  const sentences = sentencesOf(text)
  return sentences.length > 1 && sentences.at(-1)?.endsWith(':') === true ? sentences.slice(0, -1).join(' ') : text
}

/** The first sentence of what a symbol says about itself; empty where it says nothing. */
export function docOf(symbol: OutlineSymbol, most = 200): string {
  const fences = symbol.docstring?.split('```') ?? []
  // An odd number of fences: the beginning was cut off, and what is prose and what is code can't be told.
  if (fences.length === 0 || fences.length % 2 === 0) return ''
  const prose = fences.filter((_part, index) => index % 2 === 0).join('\n\n')
  const words = prose.replace(/\n\s*(?::param|\.\. |@\w+|Args:|Returns:|Parameters)[\s\S]*$/, '')
  const doc = told(sentencesOf(firstSaid(words))[0] ?? '', most)
  return doc === `${symbol.name}.` ? '' : doc
}

/** The declaration that a file is for: named like the file, else its first documented class, else what is documented first. null where none is. */
export function mainSymbol(file: Pick<ReadFile, 'path' | 'outline'>): OutlineSymbol | null {
  const base = file.path
    .slice(file.path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
  let best: OutlineSymbol | null = null
  let bestWeight = 0
  const surface = surfaceOf(file)
  for (const symbol of surface) {
    const name = symbol.name.replace(/_/g, '').toLowerCase()
    const weight =
      1 +
      (name === base ? 6 : 0) +
      (symbol.docstring === null ? 0 : 3) +
      (symbol.kind === 'class' ? 2 : symbol.kind === 'constant' ? -1 : 0)
    if (weight > bestWeight) [best, bestWeight] = [symbol, weight]
  }
  // Of many functions none is what the file is for, unless it goes by the file's name.
  const isOneOfMany = best?.kind !== 'class' && best?.kind !== 'type' && bestWeight < 7 && surface.length > 3
  return isOneOfMany ? null : best
}

/** What a file says about itself: its docstring, else what it declares. Empty for a file of which nothing can be told. */
export function aboutFile(file: ReadFile, most = 180): string {
  const own = told(firstSaid(file.outline.docstring ?? ''), most)
  if (own !== '') return own
  const names = [...new Set(surfaceOf(file).map((symbol) => fullName({ file, symbol })))]
  const main = mainSymbol(file)
  const doc = main === null ? '' : docOf(main, most)
  if (main !== null && doc !== '')
    return `Home of ${code(fullName({ file, symbol: main }))}${names.length > 1 ? ` and ${counted(names.length - 1, 'other name')}` : ''}. ${doc}`
  if (names.length > 0) return `Declares ${listed(names.map(code), 4)}.`
  const headings = file.outline.headings.map((heading) => plainText(heading.title)).filter((title) => title.length > 2)
  if (headings.length > 0) return `Covers ${listed(headings.map(escapeProse), 4)}.`
  const modules = tellingImports(file)
  return modules.length > 1 ? `Brings together ${listed(modules, 5)}.` : ''
}

/** Imports without those that say nothing, in words. */
export function tellingImports(file: ReadFile): readonly string[] {
  return file.outline.imports
    .filter((module) => !/^(?:__future__|typing|typing_extensions|collections\.abc)$/.test(module))
    .map(escapeProse)
}

/** `name` (`path:from-to`): what it says. */
export function describe(placed: Placed, most = 200): string {
  const { symbol } = placed
  const doc = docOf(symbol, most)
  return `${code(fullName(placed))} (${citeSymbol(placed)})${doc === '' ? '.' : `: ${doc}`}`
}

/** The same words with a capital at the start. */
export function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Joins the parts of a section that say something. */
export function joinParts(parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter((part) => typeof part === 'string' && part.trim() !== '').join('\n\n')
}
