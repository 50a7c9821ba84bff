import { fileKindOf } from '../../../outline/file-kind.ts'
import { firstSaid, plainText } from '../../../outline/plain-text.ts'
import { saysSomething } from '../../../outline/prose.ts'
import {
  bullets,
  citeSymbol,
  code,
  counted,
  docOf,
  escapeProse,
  joinParts,
  listed,
  mainSymbol,
  steps,
  tellingImports,
  told,
} from '../markdown-text.ts'
import { codePaths, type Material } from '../material.ts'
import { summaryTold } from '../summary-text.ts'
import { fullName, surfaceOf } from '../surface.ts'
import { caseTold, testCases } from '../test-cases.ts'

/** What is in which folder, and what do I read first? */
export function writeLayOfTheLand(material: Material): string {
  const code_ = codePaths(material.paths)
  const tops = [
    ...Map.groupBy(
      code_.filter((path) => path.includes('/')),
      (path) => path.split('/')[0] ?? '',
    ),
  ].sort((a, b) => b[1].length - a[1].length)
  const others = [...new Set(material.paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))].filter(
    (top) => !tops.some(([name]) => name === top),
  )
  const rootCode = code_.filter((path) => !path.includes('/'))
  return joinParts([
    tops.length > 0
      ? `### Folders that hold code\n\n${bullets(tops.slice(0, 15).map(([top, paths]) => folderTold(material, top, paths)))}`
      : 'All code lies in the top folder; there are no folders to tell apart.',
    rootCode.length > 0 && tops.length > 0 && `Code at the top, outside of any folder: ${listed(rootCode.map(code), 6)}.`,
    others.length > 0 &&
      `Further folders: ${listed(
        others.map((top) => code(`${top}/`)),
        8,
      )}.`,
    `### Read in this order\n\n${steps(readingOrder(material))}`,
  ])
}

function folderTold(material: Material, top: string, paths: readonly string[]): string {
  const folders = Map.groupBy(paths, (path) => path.split('/').slice(0, -1).join('/'))
  folders.delete(top)
  const below = [...folders].sort((a, b) => b[1].length - a[1].length).map(([folder]) => folder)
  // A folder that only leads to others has no summary of its own: the first below that has one speaks for it.
  const nearest = [top, ...below.toSorted((a, b) => a.split('/').length - b.split('/').length)]
  const own = nearest.map((folder) => summaryOf(material, folder)).find((summary) => summary !== null) ?? null
  // A folder that only holds another one is told by that one.
  const summary =
    below.length === 1 && !paths.some((path) => path.split('/').length === 2) ? (summaryOf(material, below[0] ?? '') ?? own) : own
  const about = summary === null ? '' : summaryTold(summary, 300)
  const inside = below.length > 0 ? `, most of it in ${listed(below.slice(0, 3).map((folder) => code(`${folder}/`)))}` : ''
  return `${code(`${top}/`)} holds ${counted(paths.length, 'file')} of code${inside}.${about === '' ? '' : ` ${about}`}`
}

function summaryOf(material: Material, folder: string): string | null {
  const summary = material.folders.find(({ path }) => path === folder || path === `${folder}/`)?.summary
  const told = summary?.replace(/^Holds \d.*?\.\s+(?=\S)/s, '') ?? null
  // A list of names alone is told better by the tree itself.
  return told === null || /^(?:Holds \d|Nothing more can be told)/.test(told) ? null : told
}

function readingOrder(material: Material): readonly string[] {
  const weight: Readonly<Record<string, number>> = { readme: 0, docs: 1, manifest: 2, source: 3, example: 4, test: 5 }
  const files = material.files
    .filter((file) => (file.kind === 'source' ? material.sources.includes(file) : file.kind !== 'docs' || file.prose !== null))
    .sort((a, b) => (weight[a.kind] ?? 3) - (weight[b.kind] ?? 3))
  const sources = files
    .filter(({ kind }) => kind === 'source')
    .sort((a, b) => material.importsOf(a).length - material.importsOf(b).length)
  const ordered = [
    ...files.filter(({ kind }) => (weight[kind] ?? 3) < 3),
    ...sources,
    ...files.filter(({ kind }) => (weight[kind] ?? 3) > 3),
  ]
  const told_ = ordered.slice(0, 9).map((file) => `${code(file.path)}: ${reasonToRead(file)}`)
  const rest = codePaths(material.paths).filter(
    (path) => fileKindOf(path) === 'source' && !ordered.some((file) => file.path === path),
  )
  for (const path of rest.slice(0, Math.max(0, 5 - told_.length)))
    told_.push(`${code(path)}, the next file of code in the same folders.`)
  return told_
}

function reasonToRead(file: Material['files'][number]): string {
  if (file.kind === 'readme') {
    const titles = file.outline.headings.filter(({ level }) => level > 1).map(({ title }) => escapeProse(plainText(title)))
    return titles.length > 0 ? `the introduction; its parts are ${listed(titles, 4)}.` : 'the introduction.'
  }
  if (file.kind === 'manifest' && file.manifest !== null) {
    const { name, version, commands } = file.manifest
    const who =
      name === null ? '' : `: ${escapeProse(name.text)}${version === null ? '' : `, version ${escapeProse(version.text)}`}`
    if (name === null && commands.length === 0)
      return `what has to be installed: ${counted(file.manifest.dependencies.length, 'package')}.`
    return `the package's own data${who}${commands.length > 0 ? `, and ${counted(commands.length, 'command')} for working on it` : ''}.`
  }
  const own = told(firstSaid(file.outline.docstring ?? ''), 140)
  if (own !== '') return own
  const cases = file.kind === 'test' ? testCases(file) : []
  if (cases[0] !== undefined) return `tests; of the ${counted(cases.length, 'case')} shown the first is ${caseTold(cases[0])}.`
  const symbol = mainSymbol(file)
  if (symbol === null) return withoutNames(file)
  const doc = docOf(symbol, 140)
  return `begin at ${code(fullName({ file, symbol }))} (${citeSymbol({ file, symbol })})${doc === '' ? '.' : `. ${doc}`}`
}

function withoutNames(file: Material['files'][number]): string {
  const names = [...new Set(surfaceOf(file).map((symbol) => fullName({ file, symbol })))]
  if (names.length > 0) return `declares ${listed(names.map(code), 4)}.`
  if (file.prose?.paragraphs.some(saysSomething) === true) return 'prose on the subject that its name says.'
  if (file.prose !== null) return 'a page of links and headings.'
  const modules = tellingImports(file)
  if (modules.length > 0) return `offers no name of its own; it takes from ${listed(modules, 4)}.`
  return file.isWhole
    ? `${counted(file.lines.length, 'line')}, without a name that others could use.`
    : 'no comment says what it is for.'
}
