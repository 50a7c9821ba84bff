import { cite, code, escapeProse } from './markdown-text.ts'
import type { Material, ReadFile } from './material.ts'

/** One case of a test file: a function, or a call of `it` or `test` with a title. */
export interface TestCase {
  readonly file: ReadFile
  readonly title: string
  /** The title is a name of the code, not a sentence. */
  readonly isName: boolean
  readonly firstLine: number
  readonly lastLine: number
}

/** How a case begins with its title, and how the line that ends it does. */
const TITLED: Readonly<Record<string, { readonly begins: RegExp; readonly ends: string }>> = {
  JavaScript: { begins: /^(\s*)(?:it|test)(?:\.\w+)?\(\s*(['"`])(.{3,120}?)\2\s*,/, ends: '})' },
  TypeScript: { begins: /^(\s*)(?:it|test)(?:\.\w+)?\(\s*(['"`])(.{3,120}?)\2\s*,/, ends: '})' },
  Ruby: { begins: /^(\s*)(?:it|test|specify)\s+(['"])(.{3,120}?)\2\s+do\b/, ends: 'end' },
}
/** Right above a function that is a case whatever its name. */
const MARKED = /^\s*(?:@Test\b|#\[(?:\w+::)*test\b|\[(?:Fact|Theory|Test|TestMethod)\b)/

export function testCases(file: ReadFile): readonly TestCase[] {
  const titles = TITLED[file.outline.language]
  const titled = titles === undefined ? [] : titledCases(file, titles)
  if (titled.length > 0 || /Script$/.test(file.outline.language)) return titled
  return file.outline.symbols
    .filter(({ kind }) => kind === 'function' || kind === 'method')
    .filter(({ name, signature, firstLine }) => isCaseByName(name, signature, file.path) || isMarked(file, firstLine))
    .map(({ name, firstLine, lastLine }) => ({ file, title: name, isName: true, firstLine, lastLine }))
}

/** In C and Go others than cases are named so too: a case takes nothing, or what the runner hands it. */
function isCaseByName(name: string, signature: string, path: string): boolean {
  if (!/^(?:test|Test|it_|should)/.test(name)) return false
  if (path.endsWith('.go')) return /\*testing\.[TBF]\b/.test(signature)
  return !/\.(?:c|cc|cpp|h)$/.test(path) || /\(\s*(?:void)?\s*\)/.test(signature)
}

const isMarked = ({ lines }: ReadFile, firstLine: number): boolean =>
  [0, 1, 2, 3].some((above) => MARKED.test(lines[firstLine - 1 - above] ?? ''))

function titledCases(file: ReadFile, { begins, ends }: { begins: RegExp; ends: string }): readonly TestCase[] {
  return file.lines.flatMap((line, index) => {
    const [, indent, , title] = begins.exec(line) ?? []
    if (indent === undefined || title === undefined || file.masked[index]?.startsInside === true) return []
    return [{ file, title, isName: false, firstLine: index + 1, lastLine: endOfCall(file.lines, index, `${indent}${ends}`) }]
  })
}

/** The line that closes the call, by its indentation. */
function endOfCall(lines: readonly string[], from: number, end: string): number {
  for (let at = from + 1; at < lines.length && at < from + 200; at++) if (lines[at]?.startsWith(end)) return at + 1
  return from + 1
}

export function caseTold({ file, title, isName, firstLine, lastLine }: TestCase): string {
  return `${isName ? code(title) : `“${escapeProse(title)}”`} (${cite(file, firstLine, lastLine)})`
}

/** The shortest of the cases that still shows something: 3 to 20 lines. */
export function shownCase(material: Material): TestCase | null {
  const cases = material.tests
    .flatMap(testCases)
    .filter(({ firstLine, lastLine }) => lastLine - firstLine >= 2 && lastLine - firstLine < 20)
    .filter(({ file, firstLine, lastLine }) => file.shows(firstLine, lastLine))
  return cases[0] ?? null
}
