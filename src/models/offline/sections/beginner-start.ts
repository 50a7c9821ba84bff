import { fileKindOf } from '../../../outline/file-kind.ts'
import { saysSomething } from '../../../outline/prose.ts'
import { findLines } from '../find-in-code.ts'
import {
  commandsFor,
  developmentGroups,
  plainRequirements,
  requirementTold,
  runtimeDependenciesTold,
  typed,
} from '../from-manifests.ts'
import { codeExamples, listItems, ownWords, shellExamples } from '../from-readme.ts'
import {
  bullets,
  cite,
  citeSymbol,
  code,
  counted,
  describe,
  docOf,
  escapeProse,
  fence,
  joinParts,
  listed,
  steps,
  told,
} from '../markdown-text.ts'
import { codePaths, type Material, type Placed, publicSymbols } from '../material.ts'

/** What is this, and when would I want it? */
export function writeWhatItIs(material: Material): string {
  const words = ownWords(material)
  const stated = material.manifests.find(({ kind, manifest }) => kind === 'manifest' && manifest.description !== null)
  const description = stated?.manifest.description ?? null
  const example = codeExamples(material)[0]
  const items = listItems(material, 5)
  return joinParts([
    words === null
      ? `The files read for this section hold no introduction in prose to ${escapeProse(material.name)}.`
      : `${escapeProse(material.name)} introduces itself in these words (${words.place}):\n\n> ${words.text}`,
    stated !== undefined &&
      description !== null &&
      `Its package description says it in one line: “${told(description.text, 200)}” (${cite(stated, description.line)})`,
    example !== undefined
      ? joinParts([
          '### A first look',
          `${example.lead ?? 'An example from the documentation:'} (${example.place})`,
          example.text,
        ])
      : testExample(material),
    items.length >= 3
      ? joinParts([
          '### When you would want it',
          'The documentation lists what it offers:',
          bullets(items.map(({ text, file, paragraph }) => `${text} (${cite(file, paragraph.firstLine, paragraph.lastLine)})`)),
        ])
      : whatYouGet(material),
  ])
}

function testExample(material: Material): string | null {
  for (const file of material.tests) {
    const test = file.outline.symbols.find(
      ({ kind, firstLine, lastLine }) =>
        kind !== 'class' && kind !== 'constant' && lastLine - firstLine >= 2 && lastLine - firstLine <= 20,
    )
    const block =
      test === undefined ? null : fence(file.outline.language.toLowerCase(), file.lines.slice(test.firstLine - 1, test.lastLine))
    if (test !== undefined && block !== null)
      return joinParts([
        '### A first look',
        `The documentation read here shows no example in code, but the tests do (${cite(file, test.firstLine, test.lastLine)}):`,
        block,
      ])
  }
  return null
}

function whatYouGet(material: Material): string | null {
  const offered = publicSymbols(material)
    .filter(({ symbol }) => symbol.parent === null && symbol.docstring !== null)
    .slice(0, 5)
  if (offered.length === 0) return null
  return joinParts([
    '### When you would want it',
    `What it offers to your own code tells when it is of use. These are the parts that say most about themselves:`,
    bullets(offered.map((placed) => describe(placed, 220))),
  ])
}

/** What do I need on my machine? */
export function writeBeforeYouStart(material: Material): string {
  const requirements = plainRequirements(material)
  const tools = toolsCalled(material)
  const groups = developmentGroups(material)
  const install = shellExamples(material).find(({ block }) =>
    block.lines.some((line) => /\binstall\b|\badd\b|\bget\b/.test(line)),
  )
  const image = findLines(
    material.files.filter(({ path }) => path.includes('devcontainer')),
    /"image"\s*:\s*"([^"]+)"/,
    { most: 1 },
  )[0]
  return joinParts([
    requirements.length > 0
      ? `These versions are asked for by files of the repository:\n\n${bullets(requirements.slice(0, 8).map(requirementTold))}`
      : `None of the files read for this section states which version of a language or system ${escapeProse(material.name)} needs (${listed(
          material.files.map(({ path }) => code(path)),
          5,
        )}).`,
    runtimeDependenciesTold(material),
    tools.length > 0 && `### Tools that its own commands call\n\n${bullets(tools)}`,
    groups.length > 0 && `### Only if you work on it\n\nDevelopment packages are declared in groups:\n\n${bullets(groups)}`,
    image !== undefined &&
      `If you would rather not install anything yourself: a development container is described, built on ${escapeProse(image.match[1] ?? '')} (${cite(image.file, image.line)}).`,
    install !== undefined
      ? `The documentation installs it like this (${install.place}):\n\n${install.text}`
      : 'No command that installs the package stands in the files read for this section.',
  ])
}

const KNOWN_TOOLS =
  /^(?:uv|tox|nox|poetry|pip|pipx|npm|pnpm|yarn|bun|deno|node|make|just|cargo|go|docker|pytest|pre-commit|mvn|gradle|bundle|composer|cmake|git|gh)$/

function toolsCalled(material: Material): readonly string[] {
  const seen = new Map<string, string>()
  for (const file of material.manifests) {
    for (const { text, line, name } of file.manifest.commands) {
      const tool = text.split(/\s+/)[0] ?? ''
      if (KNOWN_TOOLS.test(tool) && !seen.has(tool))
        seen.set(tool, `**${tool}**, called by ${name === null ? 'a command' : escapeProse(name)} in ${cite(file, line)}`)
    }
  }
  return [...seen.values()].slice(0, 6)
}

/** What do I type first, and what should I see? */
export function writeFirstRun(material: Material): string {
  const shells = shellExamples(material).slice(0, 2)
  const example = codeExamples(material)[0]
  const tests = commandsFor(material, 'test')
    .map((from) => ({ from, text: typed(from) }))
    .filter(({ text }) => text !== null)
  const starts = commandsFor(material, 'start')
    .map((from) => ({ from, text: typed(from) }))
    .filter(({ text }) => text !== null)
    .slice(0, 1)
  const test = tests[0]
  const shown: string[] = shells.map(({ lead, place, text }) => `${lead ?? 'From the documentation:'} (${place})\n\n${text}`)
  for (const { from, text } of starts)
    shown.push(
      `${escapeProse(from.item.name ?? 'A command')} is started with what ${cite(from.file, from.item.line)} defines:\n\n${fence('sh', [text ?? ''])}`,
    )
  return joinParts([
    shown.length > 0
      ? `### Type this first\n\n${shown.join('\n\n')}`
      : `No command to install or start ${escapeProse(material.name)} stands in the files read for this section, so the first thing to run is code.`,
    example !== undefined &&
      joinParts([
        '### Try the example',
        `${example.lead ?? 'This is the first example of the documentation:'} (${example.place})`,
        example.text,
        expectation(example.block.lines, example.place),
      ]),
    test !== undefined
      ? `### See that it works\n\nThe tests are the proof that all is in place; ${cite(test.from.file, test.from.item.line)} runs them with:\n\n${fence('sh', [test.text ?? ''])}\n\n${whatTestsShow(material)}`
      : whatTestsShow(material),
  ])
}

function expectation(lines: readonly string[], place: string): string | null {
  const results = lines.filter((line) => /^\s*(?:#|\/\/)\s*\S/.test(line) || />>> /.test(line))
  if (results.length === 0) return null
  const after = lines.findIndex((line) => /print|console\.log|puts|echo/.test(line))
  return after < 0
    ? null
    : `You should see what the comments below each printing line announce (${place}); parts that depend on a key or on time will differ.`
}

function whatTestsShow(material: Material): string {
  const count = material.paths.filter((path) => fileKindOf(path) === 'test').length
  const names = material.tests.flatMap((file) =>
    file.outline.symbols
      .filter(({ name, kind }) => kind !== 'constant' && /^(?:test|it|should|Test)/.test(name))
      .map((symbol) => ({ file, symbol })),
  )
  const sample = names[0]
  if (count === 0)
    return 'No tests are among the files of the repository, so nothing here tells what a successful run looks like.'
  return `Success looks like a run in which ${counted(count, 'file')} of tests end without a failure${sample === undefined ? '.' : `, among them ${listed(names.slice(0, 3).map((placed) => `${code(placed.symbol.name)} (${citeSymbol(placed)})`))}.`}`
}

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
      `Without code, but worth knowing: ${listed(
        others.map((top) => code(`${top}/`)),
        8,
      )}.`,
    `### Read in this order\n\n${steps(readingOrder(material))}`,
  ])
}

function folderTold(material: Material, top: string, paths: readonly string[]): string {
  const summary = material.folders.find(({ path }) => path === top || path === `${top}/`)?.summary
  const below = [...new Set(paths.map((path) => path.split('/').slice(0, -1).join('/')))].filter((folder) => folder !== top)
  const inside = below.length > 0 ? `, mostly in ${listed(below.slice(0, 3).map((folder) => code(`${folder}/`)))}` : ''
  return `${code(`${top}/`)} holds ${counted(paths.length, 'file')} of code${inside}.${summary === undefined ? '' : ` ${told(summary, 200)}`}`
}

function readingOrder(material: Material): readonly string[] {
  const weight: Readonly<Record<string, number>> = { readme: 0, docs: 1, manifest: 2, source: 3, example: 4, test: 5 }
  const files = [...material.files].sort((a, b) => (weight[a.kind] ?? 3) - (weight[b.kind] ?? 3))
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
    const titles = file.outline.headings.filter(({ level }) => level > 1).map(({ title }) => escapeProse(title))
    return titles.length > 0 ? `the introduction; its parts are ${listed(titles, 4)}.` : 'the introduction.'
  }
  if (file.kind === 'manifest' && file.manifest !== null) {
    const { name, version, commands } = file.manifest
    return `the package's own data${name === null ? '' : `: ${escapeProse(name.text)}${version === null ? '' : `, version ${escapeProse(version.text)}`}`}${commands.length > 0 ? `, and ${counted(commands.length, 'command')} for working on it` : ''}.`
  }
  const doc = file.outline.docstring === null ? null : told(file.outline.docstring.split(/\n\s*\n/)[0] ?? '', 140)
  if (doc !== null && doc !== '') return doc
  const symbol = file.outline.symbols.find(({ isPublic, parent }) => isPublic && parent === null)
  if (symbol === undefined)
    return file.prose?.paragraphs.some(saysSomething)
      ? 'prose on the subject that its name says.'
      : 'short, but it ties the others together.'
  const placed: Placed = { file, symbol }
  const doc_ = docOf(symbol, 140)
  return `begin at ${code(symbol.name)} (${citeSymbol(placed)})${doc_ === '' ? '.' : `. ${doc_}`}`
}
