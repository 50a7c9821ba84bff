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

const TITLED = /^(\s*)(?:it|test)(?:\.\w+)?\(\s*(['"`])(.{3,120}?)\2\s*,/

export function testCases(file: ReadFile): readonly TestCase[] {
  const named = file.outline.symbols
    .filter(({ name, kind }) => kind !== 'class' && kind !== 'constant' && /^(?:test|Test|it_|should)/.test(name))
    .map(({ name, firstLine, lastLine }) => ({ file, title: name, isName: true, firstLine, lastLine }))
  if (!/^(?:Java|Type)Script$/.test(file.outline.language)) return named
  const titled = file.lines.flatMap((line, index) => {
    const [, indent, , title] = TITLED.exec(line) ?? []
    if (indent === undefined || title === undefined || file.masked[index]?.startsInside === true) return []
    return [{ file, title, isName: false, firstLine: index + 1, lastLine: endOfCall(file.lines, index, indent) }]
  })
  return titled.length > 0 ? titled : named
}

/** The line that closes the call, by its indentation. */
function endOfCall(lines: readonly string[], from: number, indent: string): number {
  for (let at = from + 1; at < lines.length && at < from + 200; at++) if (lines[at]?.startsWith(`${indent}})`)) return at + 1
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
