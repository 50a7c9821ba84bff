import { conventionList } from '../conventions.ts'
import { refusals, refusalTold } from '../fields.ts'
import { findLines, findSayings, type Hit, type Saying, symbolAt } from '../find-in-code.ts'
import { allDependencies, commandsFor, commandTold, developmentGroups, runtimeDependenciesTold } from '../from-manifests.ts'
import { newestChanges } from '../from-readme.ts'
import {
  bullets,
  capital,
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
  told,
} from '../markdown-text.ts'
import { codePaths, type Material, type Placed, publicSymbols, testPaths } from '../material.ts'
import { buildsOn, errorTypes } from '../names.ts'

const CATCHES = /^\s*(?:\}?\s*catch\b|except\b|rescue\b)|\bif err != nil\b|\.catch\(/
const LIMITS =
  /\b(?:timeout\w*|retry|retries|max_(?:age|size|length|retries|attempts|bytes|depth)|MAX_\w+|deadline|backoff|limit)\b/
const CONCURRENCY = /\b(?:async\s|await\b|asyncio|threading|Lock\(|Mutex|Promise\.all|go func|tokio|synchronized|Semaphore)/

/** How does it fail, and what is handled? */
export function writeErrorsAndEdges(material: Material): string {
  const types = errorTypes(material).slice(0, 8)
  const raised = refusals(material.sources, 6)
  const caught = findLines(material.sources, CATCHES, { most: 6, perFile: 3 })
  const limits = findLines(material.sources, LIMITS, { most: 3, perFile: 1 })
  const concurrent = findLines(material.sources, CONCURRENCY, { most: 3, perFile: 1 })
  return joinParts([
    types.length > 0
      ? `### Error types\n\n${bullets(types.map((placed) => `${describe(placed, 160)}${parentTold(placed)}`))}`
      : 'The files read for this section declare no error type of their own; they fail with those of the language.',
    raised.length > 0 && `### Where it gives up\n\n${bullets(raised.map(refusalTold))}`,
    caught.length > 0
      ? `### What is caught\n\n${bullets(caught.map(({ file, line, text }) => catchTold(file, line, text)))}`
      : 'Nothing is caught in these files: whatever is raised reaches the caller.',
    bullets([
      limits.length > 0
        ? `Limits and time: ${listed(
            limits.map(({ file, line }) => cite(file, line)),
            3,
          )}.`
        : 'No retry, timeout or limit was found in the code of these files.',
      concurrent.length > 0
        ? `Concurrent code begins at ${listed(
            concurrent.map(({ file, line }) => cite(file, line)),
            3,
          )}.`
        : 'No thread, lock or asynchronous call was found in the code of these files, so nothing here guards shared state.',
    ]),
  ])
}

function parentTold({ file, symbol }: Placed): string {
  const parent = /(?:\(|extends\s+)([\w.]+)/.exec(symbol.signature)?.[1]
  return parent === undefined ? '' : ` It derives from ${code(parent)} (${cite(file, symbol.firstLine)}).`
}

function catchTold(file: Parameters<typeof cite>[0] & Placed['file'], line: number, text: string): string {
  const owner = symbolAt(file, line)
  const caught = /except\s+\(?([\w., ]+?)\)?(?:\s+as\s+\w+)?:?$|catch\s*\(\s*([\w:.| ]+?)(?:\s+\w+)?\s*\)/.exec(text)
  const what = caught?.[1] ?? caught?.[2]
  const next =
    file.lines
      .slice(line, line + 3)
      .map((below) => below.trim())
      .find((below) => below !== '') ?? ''
  const then = /^pass\b/.test(next)
    ? ' and goes on without it'
    : /^(?:raise|throw)\b/.test(next)
      ? ' and raises another error in its place'
      : /^return\b/.test(next)
        ? ' and returns early'
        : ''
  return `${owner === null ? 'The code' : code(owner.symbol.name)} catches ${what === undefined || /^\w$|^err(?:or)?$|^\w{1,3}$/.test(what) ? 'whatever is raised' : code(what.trim())}${then} (${cite(file, line)})`
}

/** How is it built, tested, shipped? */
export function writeBuildTestRelease(material: Material): string {
  const workflows = material.manifests.filter(({ kind }) => kind === 'ci')
  const changes = newestChanges(material, 2)
  return joinParts([
    `### Build\n\n${buildTold(material)}`,
    `### Tests\n\n${testLayout(material)}`,
    workflows.length > 0
      ? `### Continuous integration\n\n${bullets(workflows.map(workflowTold))}`
      : 'No workflow of continuous integration is among the files read for this section.',
    releaseTold(material),
    changes !== null && `The changelog is kept by release; its newest entry is ${changes.title} (${changes.place}).`,
  ])
}

function buildTold(material: Material): string {
  const build = material.manifests.find(({ kind }) => kind === 'manifest')
  if (build === undefined) return 'No manifest was read for this section.'
  const backend = build.manifest.dependencies.filter(({ group }) => group === 'build')
  const how =
    backend.length > 0
      ? `The package is built with ${listed(backend.map(({ name }) => escapeProse(name)))} (${cite(build, backend[0]?.line ?? 1)}).`
      : `${code(build.path)} is what the build starts from.`
  const groups = [...Map.groupBy(build.manifest.commands, ({ name }) => name)].slice(0, 8)
  const commands = groups.flatMap(([name, inside]) => {
    const [first, last] = [inside[0], inside.at(-1)]
    if (first === undefined || last === undefined) return []
    const what =
      first.description === null
        ? listed(
            inside.map(({ text, isVerbatim }) => (isVerbatim ? code(text) : escapeProse(text))),
            3,
          )
        : escapeProse(first.description)
    return [`${escapeProse(name ?? 'a command')}: ${what} (${cite(build, first.line, last.line)})`]
  })
  return commands.length === 0 ? how : `${how} It defines these commands:\n\n${bullets(commands)}`
}

function testLayout(material: Material): string {
  const tests = testPaths(material.paths)
  if (tests.length === 0) return 'No test is among the files of the repository.'
  const folders = [...Map.groupBy(tests, (path) => path.split('/').slice(0, -1).join('/') || '.')].sort(
    (a, b) => b[1].length - a[1].length,
  )
  const read = material.tests[0]
  const cases = read?.outline.symbols.filter(({ name, kind }) => kind !== 'class' && /^(?:test|Test|it_|should)/.test(name)) ?? []
  const [first] = cases
  const sample =
    read === undefined || first === undefined
      ? ''
      : ` ${code(read.path)} alone holds ${counted(cases.length, 'case')}, the first being ${code(first.name)} (${cite(read, first.firstLine, first.lastLine)}).`
  const where = folders.map(([folder, inside]) => `${code(`${folder}/`)}${folders.length > 1 ? ` (${inside.length})` : ''}`)
  const layout = `${capital(counted(tests.length, 'file of tests', 'files of tests'))} ${tests.length === 1 ? 'lies' : 'lie'} in ${listed(where, 4)}.${sample}`
  return joinParts([layout, commandTold(material, 'test')])
}

function workflowTold(file: Material['manifests'][number]): string {
  const { name, triggers, commands, uses } = file.manifest
  const when =
    triggers.length > 0
      ? ` runs on ${listed(
          triggers.map(({ text }) => escapeProse(text)),
          4,
        )} (${cite(file, triggers[0]?.line ?? 1, triggers.at(-1)?.line)})`
      : ''
  const telling = commands.filter(({ text }) => !/^(?:echo|cd|export|mkdir|set)\b/.test(text) && text.length <= 160)
  const jobs = [...Map.groupBy(telling, (command) => command.name ?? '')].map(
    ([job, inside]) => `job ${escapeProse(job)} runs ${code(inside[0]?.text ?? '')} (${cite(file, inside[0]?.line ?? 1)})`,
  )
  const actions = uses
    .map(({ text, line }) => ({ text: text.split('@')[0] ?? '', line }))
    .filter(({ text }) => !/^actions\/(?:checkout|setup-|cache|upload|download)/.test(text))
  const used =
    jobs.length === 0 && actions.length > 0
      ? [
          `it uses ${listed(
            actions.map(({ text, line }) => `${escapeProse(text)} (${cite(file, line)})`),
            3,
          )}`,
        ]
      : []
  return `${[`${escapeProse(name?.text ?? file.path.split('/').at(-1) ?? '')}${when}`, ...jobs.slice(0, 3), ...used].join('; ')}.`
}

/** What ships it: workflows and commands that publish. Says so where there is none. */
export function releaseTold(material: Material): string {
  const steps = material.manifests
    .filter(({ kind }) => kind === 'ci')
    .flatMap((file) =>
      file.manifest.uses
        .filter(({ text }) => /publish|release|deploy|docker\/|pages/i.test(text))
        .map(({ text, line }) => `${escapeProse(text.split('@')[0] ?? '')} (${cite(file, line)})`),
    )
  const commands = commandsFor(material, 'release')
    .filter(({ item }) => /\b(?:publish|release|deploy|upload|push)\b/i.test(item.text))
    .map(({ file, item }) => `${escapeProse(item.name ?? 'a command')} (${cite(file, item.line)})`)
  const found = [...steps, ...commands]
  const tags = material.manifests.find(({ kind, lines }) => kind === 'ci' && lines.some((line) => /^\s+tags:/.test(line)))
  const line = tags === undefined ? 0 : tags.lines.findIndex((text) => /^\s+tags:/.test(text)) + 1
  const when = tags === undefined ? '' : ` A pushed tag starts it (${cite(tags, line)}).`
  return found.length > 0
    ? `### Release\n\nIt is shipped by ${listed(found, 5)}.${when}`
    : '### Release\n\nNo step that publishes a release was found among the files read for this section.'
}

const ENVIRONMENT =
  /(?:os\.environ(?:\.get)?[[(]\s*|os\.getenv\(\s*|process\.env[.[]\s*|env::var\(\s*|os\.Getenv\(\s*|System\.getenv\(\s*|\bENV\[\s*|getenv\(\s*)["']?([A-Z][A-Z0-9_]+)/
const OPTION = /(?:add_argument|add_option|\.option|\.requiredOption|click\.option|flag\.\w+)\(\s*["']([^"']{2,60})["']/

/** What can be set, what does it lean on? */
export function writeConfigurationAndDependencies(material: Material): string {
  const variables = findLines(material.files, ENVIRONMENT, { most: 12 }).map(
    ({ file, line, match }) => `the environment variable ${escapeProse(match[1] ?? '')} (${cite(file, line)})`,
  )
  const options = findLines(material.sources, OPTION, { most: 12 }).map(
    ({ file, line, match }) => `the option ${escapeProse(match[1] ?? '')} (${cite(file, line)})`,
  )
  const parameters = constructorParameters(material)
  const defaults = findLines(
    material.sources,
    /^\s*(?:(?:export\s+)?const\s+)?((?:default_|DEFAULT_)\w+)\b[^=(]*=(?!=)\s*(.{1,60})$/,
    { most: 6 },
  ).map(
    ({ file, line, match }) =>
      `${code(match[1] ?? '')} defaults to ${code((match[2] ?? '').replace(/\s+(?:#|\/\/).*$/, '').replace(/[,;]$/, ''))} (${cite(file, line)})`,
  )
  const named = allDependencies(material)
    .filter(({ item }) => !item.isDevelopment)
    .slice(0, 12)
  return joinParts([
    variables.length + options.length > 0
      ? `### Set from outside\n\n${bullets([...variables, ...options])}`
      : 'No environment variable and no option of a command line is read in the files read for this section.',
    (parameters.length > 0 || defaults.length > 0) && `### Set by the caller\n\n${bullets([...parameters, ...defaults])}`,
    `### Dependencies\n\n${runtimeDependenciesTold(material) ?? 'No manifest was read for this section, so dependencies are not known.'}`,
    named.length > 0 &&
      bullets(
        named.map(
          ({ file, item }) =>
            `${escapeProse(item.name)}${item.requirement === null ? '' : ` ${escapeProse(item.requirement)}`} (${cite(file, item.line)})${usedIn(material, item.name)}`,
        ),
      ),
    developmentGroups(material).length > 0 && `For work on it, in groups:\n\n${bullets(developmentGroups(material))}`,
    toolsTold(material),
  ])
}

function constructorParameters(material: Material): readonly string[] {
  return material.sources
    .flatMap((file) =>
      file.outline.symbols
        .filter(({ docstring }) => /:param \w+:|@param/.test(docstring ?? ''))
        .map((symbol) => ({ file, symbol })),
    )
    .slice(0, 4)
    .flatMap((placed) => {
      const names = [...(placed.symbol.docstring ?? '').matchAll(/:param (\w+):/g)].map((match) => match[1] ?? '')
      return names.length === 0
        ? []
        : [`${code(placed.symbol.name)} takes ${listed(names.map(code), 10)} (${citeSymbol(placed)})`]
    })
}

function usedIn(material: Material, name: string): string {
  const bare = name.toLowerCase().replace(/_/g, '-')
  const file = material.sources.find(({ outline }) =>
    outline.imports.some(
      (module) =>
        module.toLowerCase().replace(/_/g, '-') === bare ||
        module.toLowerCase().startsWith(`${bare}/`) ||
        module.toLowerCase().startsWith(`${bare}.`),
    ),
  )
  return file === undefined ? '' : `, imported by ${code(file.path)}`
}

function toolsTold(material: Material): string | null {
  const file = material.manifests.find(({ manifest }) => manifest.tools.length > 0)
  return file === undefined
    ? null
    : `Tools with settings of their own in ${code(file.path)}: ${listed(
        file.manifest.tools.map(({ text, line }) => `${escapeProse(text)} (${cite(file, line)})`),
        8,
      )}.`
}

const OVERRIDE = /raise NotImplementedError|@(?:\w+\.)?abstractmethod|\babstract\s+\w+|unimplemented!|todo!\(/

/** Where do I change what? */
export function writeExtending(material: Material): string {
  const open = findLines(material.sources, OVERRIDE, { most: 5, perFile: 2 })
  const inviting = findSayings({ ...material, files: material.sources }, INVITES, { most: 5 })
  const worked = children(material)[0]
  const rules = conventionList(material, 4)
  return joinParts([
    open.length > 0 && `### Left open on purpose\n\n${bullets(open.map(openTold))}`,
    inviting.length > 0 && `### What its comments invite you to replace\n\n${bullets(inviting.map(invitationTold))}`,
    worked !== undefined &&
      joinParts([
        '### One worked place',
        `${code(worked.child.symbol.name)} shows how it is done: it builds on ${code(worked.parent.symbol.name)} (${citeSymbol(worked.parent)}) and stands at ${citeSymbol(worked.child)}.`,
        workedExample(worked.child),
      ]),
    open.length + inviting.length === 0 && worked === undefined && nothingOpen(material),
    rules === null ? null : `### Conventions to keep\n\n${rules}`,
  ])
}

const INVITES =
  /\b(?:subclass(?:es)? (?:must|can|should|may)|overrid\w+|customi[sz]\w*|register\w*|plug-?ins?|hooks?|implementations?|implement(?:s|ed)?|can be (?:changed|replaced|extended)|instead of (?:the|a) default)\b/i

function invitationTold({ file, from, to, text }: Saying): string {
  const owner = symbolAt(file, from) ?? symbolAt(file, to + 1)
  return `${owner === null ? '' : `${code(owner.symbol.name)}: `}${told(text, 220)} (${cite(file, from, to)})`
}

function openTold({ file, line }: Hit): string {
  const owner = symbolAt(file, line)
  if (owner === null) return `An implementation is expected at ${cite(file, line)}`
  const { symbol } = owner
  return `${code(symbol.parent === null ? symbol.name : `${symbol.parent}.${symbol.name}`)} has no body of its own (${cite(file, line)}): ${docOf(symbol, 140) || 'whoever builds on it gives it one.'}`
}

/** Classes that build on another class read here; those of errors last. */
function children(material: Material): readonly { child: Placed; parent: Placed }[] {
  const classes = material.sources.flatMap((file) =>
    file.outline.symbols.filter(({ kind }) => kind === 'class' || kind === 'type').map((symbol) => ({ file, symbol })),
  )
  const errors = new Set(errorTypes(material).map(({ symbol }) => symbol))
  return classes
    .flatMap((child) => {
      const parent = classes.find((other) => other !== child && buildsOn(child.symbol.signature, other.symbol.name))
      return parent === undefined ? [] : [{ child, parent }]
    })
    .sort((a, b) => Number(errors.has(a.child.symbol)) - Number(errors.has(b.child.symbol)))
}

function workedExample({ file, symbol }: Placed): string | null {
  const lines = file.lines.slice(symbol.firstLine - 1, Math.min(symbol.lastLine, symbol.firstLine + 17))
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  const block = fence(file.outline.language.toLowerCase(), lines)
  return block === null || lines.length < 2
    ? null
    : joinParts([
        block,
        lines.length < symbol.lastLine - symbol.firstLine + 1 &&
          `(The first ${counted(lines.length, 'line')} of it; the rest is in the file.)`,
      ])
}

function nothingOpen(material: Material): string {
  const places = publicSymbols(material)
    .filter(({ symbol }) => symbol.parent === null)
    .slice(0, 6)
  const others = codePaths(material.paths).length
  return joinParts([
    `No base class with open methods, registry or hook was found in the files read for this section, out of ${counted(others, 'file')} of code. A change is made where the behaviour lives:`,
    places.length === 0 ? null : bullets(places.map((placed) => describe(placed, 160))),
  ])
}
