import { fileKindOf } from '../../../outline/file-kind.ts'
import { plainText } from '../../../outline/plain-text.ts'
import { saysSomething } from '../../../outline/prose.ts'
import { findLines } from '../find-in-code.ts'
import { commandTold, developmentGroups, plainRequirements, requirementTold, runtimeDependenciesTold } from '../from-manifests.ts'
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
  mainSymbol,
  steps,
  told,
} from '../markdown-text.ts'
import { codePaths, type Material, testPaths } from '../material.ts'
import { mainNames } from '../names.ts'

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
  const offered = mainNames(material)
    .filter(({ symbol }) => symbol.docstring !== null)
    .slice(0, 5)
  if (offered.length === 0) return null
  return joinParts([
    '### When you would want it',
    'No list of uses stands in the documentation read here, so what it offers to your own code has to tell:',
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
  const start = commandTold(material, 'start')
  const shown = shells.map(({ lead, place, text }) => `${lead ?? 'From the documentation:'} (${place})\n\n${text}`)
  if (start !== null) shown.push(`To start it, ${start}`)
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
    `### See that it works\n\n${joinParts([commandTold(material, 'test'), whatTestsShow(material)])}`,
  ])
}

function expectation(lines: readonly string[], place: string): string | null {
  const printing = lines.findIndex((line) => /print|console\.log|puts|echo|^>>> /.test(line))
  const hasResult = lines.slice(printing + 1).some((line) => /^\s*(?:#|\/\/)\s*\S|^[^>\s]/.test(line))
  if (printing < 0 || !hasResult) return null
  return `You should see what stands below each printing line (${place}); what depends on a key or on the time will differ.`
}

function whatTestsShow(material: Material): string {
  const count = testPaths(material.paths).length
  if (count === 0)
    return 'No tests are among the files of the repository, so nothing here tells what a successful run looks like.'
  const cases = material.tests.flatMap((file) =>
    file.outline.symbols
      .filter(({ name, kind }) => (kind === 'function' || kind === 'method') && /^(?:test|it_|should|Test)/.test(name))
      .map((symbol) => ({ file, symbol })),
  )
  const among = cases.slice(0, 3).map((placed) => `${code(placed.symbol.name)} (${citeSymbol(placed)})`)
  const files = counted(count, 'file of tests', 'files of tests')
  return `Success looks like a run in which ${files} end without a failure${among.length === 0 ? '' : `; among the cases are ${listed(among)}`}.`
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
  const below = [...new Set(paths.map((path) => path.split('/').slice(0, -1).join('/')))].filter((folder) => folder !== top)
  const own = summaryOf(material, top)
  // A folder that only holds another one is told by that one.
  const summary =
    below.length === 1 && !paths.some((path) => path.split('/').length === 2) ? (summaryOf(material, below[0] ?? '') ?? own) : own
  const inside = below.length > 0 ? `, most of it in ${listed(below.slice(0, 3).map((folder) => code(`${folder}/`)))}` : ''
  return `${code(`${top}/`)} holds ${counted(paths.length, 'file')} of code${inside}.${summary === null ? '' : ` ${told(summary, 260)}`}`
}

function summaryOf(material: Material, folder: string): string | null {
  const summary = material.folders.find(({ path }) => path === folder || path === `${folder}/`)?.summary
  return summary?.replace(/^Holds \d.*?\.\s+/s, '') ?? null
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
    const titles = file.outline.headings.filter(({ level }) => level > 1).map(({ title }) => escapeProse(plainText(title)))
    return titles.length > 0 ? `the introduction; its parts are ${listed(titles, 4)}.` : 'the introduction.'
  }
  if (file.kind === 'manifest' && file.manifest !== null) {
    const { name, version, commands } = file.manifest
    const who =
      name === null ? '' : `: ${escapeProse(name.text)}${version === null ? '' : `, version ${escapeProse(version.text)}`}`
    return `the package's own data${who}${commands.length > 0 ? `, and ${counted(commands.length, 'command')} for working on it` : ''}.`
  }
  const own = file.outline.docstring === null ? '' : told(file.outline.docstring.split(/\n\s*\n/)[0] ?? '', 140)
  if (own !== '') return own
  const symbol = mainSymbol(file)
  if (symbol === null)
    return file.prose?.paragraphs.some(saysSomething)
      ? 'prose on the subject that its name says.'
      : 'short, but it ties the others together.'
  const doc = docOf(symbol, 140)
  return `begin at ${code(symbol.name)} (${citeSymbol({ file, symbol })})${doc === '' ? '.' : `. ${doc}`}`
}
