import { callChains } from '../call-chain.ts'
import { importDiagram, importEdges, sequenceDiagram } from '../diagrams.ts'
import { fieldsOf, refusals, refusalTold } from '../fields.ts'
import { findSayings } from '../find-in-code.ts'
import { newestChanges, ownWords } from '../from-readme.ts'
import {
  aboutFile,
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
  mainSymbol,
  steps,
  told,
} from '../markdown-text.ts'
import { type Material, type Placed, publicSymbols, type ReadFile } from '../material.ts'
import { chainTold } from '../tell-chain.ts'

const LIMITS =
  /\b(?:is not|are not|not (?:be|intended|supported|secure|guarantee\w*|responsible|allow\w*)|cannot|can't|doesn't|does not|do not|must not|never|outside the scope|out of scope|no longer|unsupported|at most|limited to)\b/i

/** What does it promise, what not? */
export function writePurposeAndScope(material: Material): string {
  const words = ownWords(material, 500)
  const changes = newestChanges(material, 4)
  const limits = findSayings(material, LIMITS, { most: 6, except: changes?.items ?? [] })
  const stated = material.manifests.find(({ kind }) => kind === 'manifest')
  const doors = material.sources.filter(({ path }) => /(?:^|\/)(?:__init__|index|lib|mod)\.\w+$/.test(path))
  const exported = doors.map((file) => ({ file, count: exportedNames(file).length })).filter(({ count }) => count > 0)
  return joinParts([
    words === null
      ? `The files read for this section state no purpose of ${escapeProse(material.name)} in prose.`
      : `### What it promises\n\n${words.text} (${words.place})`,
    bulletsOf([
      ...exported.map(
        ({ file, count }) =>
          `The public surface is what ${code(file.path)} hands out: ${counted(count, 'name')} (${cite(file, 1, file.lines.length)})`,
      ),
      ...versionTold(stated),
    ]),
    limits.length > 0
      ? `### What it does not promise\n\nSentences of its own documentation draw these limits:\n\n${bullets(limits.map(({ text, file, from, to }) => `${told(text, 320)} (${cite(file, from, to)})`))}`
      : 'No sentence in the files read for this section says what it leaves out.',
    changes !== null &&
      `### Where it is moving\n\nThe newest entry of the changelog, ${changes.title} (${changes.place}):\n\n${bullets(changes.items)}`,
  ])
}

const bulletsOf = (items: readonly string[]): string | null => (items.length === 0 ? null : bullets(items))

function versionTold(file: Material['manifests'][number] | undefined): readonly string[] {
  if (file === undefined) return []
  const { version, licence, requirements } = file.manifest
  const told_: string[] = []
  if (version !== null) told_.push(`The package stands at version ${escapeProse(version.text)} (${cite(file, version.line)})`)
  if (licence !== null) told_.push(`It is given out under ${escapeProse(licence.text)} (${cite(file, licence.line)})`)
  const runtime = requirements.find(({ what }) => !what.startsWith('operating'))
  if (runtime !== undefined)
    told_.push(`It promises to run on ${escapeProse(runtime.what)} ${escapeProse(runtime.text)} (${cite(file, runtime.line)})`)
  return told_
}

/** Names that a door file re-exports or declares. */
export function exportedNames(file: ReadFile): readonly { name: string; line: number }[] {
  const names: { name: string; line: number }[] = []
  for (const [index, line] of file.lines.entries()) {
    const python = /^from\s+\S+\s+import\s+\(?(.+?)\)?$/.exec(line)?.[1]
    const script = /^export\s+(?:type\s+)?\{([^}]+)\}/.exec(line)?.[1]
    for (const part of (python ?? script ?? '').split(',')) {
      const name =
        part
          .trim()
          .split(/\s+as\s+|\s+/)
          .at(-1)
          ?.replace(/^type\s+/, '') ?? ''
      if (/^[A-Za-z]\w*$/.test(name) && !/^(?:annotations|TYPE_CHECKING)$/.test(name)) names.push({ name, line: index + 1 })
    }
    const rust = /^pub use\s+[\w:]+::(\w+);/.exec(line)?.[1]
    if (rust !== undefined) names.push({ name: rust, line: index + 1 })
  }
  const declared = file.outline.symbols
    .filter(({ isPublic, parent }) => isPublic && parent === null)
    .map(({ name, firstLine }) => ({ name, line: firstLine }))
  return [...names, ...declared]
}

/** How is it cut, who depends on whom? */
export function writeArchitecture(material: Material): string {
  const edges = importEdges(material)
  const diagram = importDiagram(material)
  const isBuilding = material.sources.filter(({ kind }) => kind === 'source')
  const modules = isBuilding.map((file) => {
    const to = material.importsOf(file)
    const uses =
      to.length === 0
        ? 'It imports none of the others.'
        : `It imports ${listed(
            to.map(({ path }) => code(path)),
            5,
          )}.`
    return `${code(file.path)}: ${aboutFile(file, 160)} ${uses}`.replace(/: {2}/, ': ')
  })
  return joinParts([
    modules.length > 0
      ? `${counted(modules.length, 'module').replace(/^\w/, (first) => first.toUpperCase())} carry the structure, as far as it was read for this section:\n\n${bullets(modules)}`
      : 'No source file is among the evidence for this section.',
    diagram !== null
      ? `### Who imports whom\n\nAn arrow points from the file that imports to the file that is imported.\n\n${diagram}`
      : isBuilding.length > 0 && 'Among these files no import of one by another was found, so no direction can be drawn.',
    edges.length > 0 && `### What follows from it\n\n${bullets(directions(material, edges))}`,
  ])
}

function directions(material: Material, edges: ReturnType<typeof importEdges>): readonly string[] {
  const inward = [...Map.groupBy(edges, ({ to }) => to)].sort(
    (a, b) => b[1].length - a[1].length || (a[0].path < b[0].path ? -1 : 1),
  )
  const told_: string[] = []
  const most = inward[0]
  if (most !== undefined && most[1].length > 1)
    told_.push(
      `${code(most[0].path)} is leaned on most: ${counted(most[1].length, 'file')} import it, so a change of its interface reaches farthest.`,
    )
  const leaves = [...new Set(edges.map(({ to }) => to))].filter((file) => material.importsOf(file).length === 0)
  if (leaves.length > 0)
    told_.push(
      `At the bottom, importing none of the others: ${listed(
        leaves.map(({ path }) => code(path)),
        5,
      )}.`,
    )
  const tops = [...new Set(edges.map(({ from }) => from))].filter((file) => !edges.some(({ to }) => to === file))
  if (tops.length > 0)
    told_.push(
      `At the top, imported by none of the others: ${listed(
        tops.map(({ path }) => code(path)),
        5,
      )}.`,
    )
  const mutual = edges.filter(
    ({ from, to }) => from.path < to.path && edges.some((other) => other.from === to && other.to === from),
  )
  told_.push(
    mutual.length === 0
      ? 'No two of these files import each other: the arrows go one way.'
      : `These pairs import each other: ${listed(
          mutual.map(({ from, to }) => `${code(from.path)} and ${code(to.path)}`),
          3,
        )}.`,
  )
  return told_
}

/** Where do calls come in? */
export function writeEntryPointsAndApi(material: Material): string {
  const entries = material.manifests.flatMap((file) =>
    file.manifest.entryPoints.map(
      (entry) =>
        `${escapeProse(entry.what)}${entry.name === null ? '' : ` ${escapeProse(entry.name)}`}: ${escapeProse(entry.text)} (${cite(file, entry.line)})`,
    ),
  )
  const doors = material.sources
    .map((file) => ({ file, names: isDoor(file) ? exportedNames(file) : [] }))
    .filter(({ names }) => names.length > 0)
  const groups = material.sources
    .map((file) => ({ file, shown: signaturesOf(file) }))
    .filter(({ shown }) => shown.length > 0)
    .slice(0, 4)
  const manifest = material.manifests.find(({ kind }) => kind === 'manifest')
  return joinParts([
    entries.length > 0
      ? `### Declared by the package\n\n${bullets(entries.slice(0, 8))}`
      : `${manifest === undefined ? 'No manifest was read for this section' : `${code(manifest.path)} declares no command and no script to start`}, so calls come in through imports.`,
    doors.length > 0 &&
      `### Exported names\n\n${bullets(
        doors.slice(0, 3).map(
          ({ file, names }) =>
            `${code(file.path)}: ${listed(
              names.map(({ name }) => code(name)),
              20,
            )} (${cite(file, Math.min(...names.map(({ line }) => line)), Math.max(...names.map(({ line }) => line)))})`,
        ),
      )}`,
    ...groups.map(({ file, shown }) => signatureGroup(file, shown)),
    groups.length === 0 && 'No public function or class was found in the files read for this section.',
  ])
}

export const isDoor = (file: ReadFile): boolean => /(?:^|\/)(?:__init__|index|lib|mod|main|api)\.\w+$/.test(file.path)

/** The main names of a file, and the members of its main class, in the order of the lines. */
function signaturesOf(file: ReadFile): readonly Placed[] {
  const all = file.outline.symbols.filter(
    ({ isPublic, kind, name }) => isPublic && kind !== 'constant' && (!/^__/.test(name) || name === '__init__'),
  )
  const main = mainSymbol(file)
  const top = all.filter(({ parent }) => parent === null)
  const shown = new Set([...(main === null ? [] : [main]), ...top.slice(0, 5)].slice(0, 5))
  for (const member of all.filter(({ parent }) => parent !== null && parent === main?.name).slice(0, 5)) shown.add(member)
  return all.filter((symbol) => shown.has(symbol)).map((symbol) => ({ file, symbol }))
}

function signatureGroup(file: ReadFile, shown: readonly Placed[]): string {
  const language = file.outline.language.toLowerCase().replace('c#', 'csharp').replace('c++', 'cpp')
  const signatures = shown.map(({ symbol }) => (symbol.parent === null ? symbol.signature : `    ${symbol.signature}`))
  const places = shown.map(({ symbol }) => `${code(symbol.name)} (${cite(file, symbol.firstLine, symbol.lastLine)})`)
  return joinParts([`### ${escapeProse(file.path)}`, `Declared here: ${listed(places, 10)}.`, fence(language, signatures)])
}

/** Which types and stores carry the work, and what always holds? */
export function writeDataAndState(material: Material): string {
  const types = material.sources.flatMap((file) =>
    file.outline.symbols
      .filter(({ kind, parent }) => (kind === 'class' || kind === 'type') && parent === null)
      .map((symbol) => ({ file, symbol })),
  )
  const withFields = types
    .map((placed) => ({ placed, fields: fieldsOf(placed) }))
    .filter(({ fields }) => fields.length > 0)
    .sort((a, b) => b.fields.length - a.fields.length)
    .slice(0, 6)
  const rules = refusals(material.sources, 6)
  const constants = material.sources
    .flatMap((file) =>
      file.outline.symbols
        .filter(({ kind, parent }) => kind === 'constant' && parent === null)
        .map((symbol) => ({ file, symbol })),
    )
    .slice(0, 6)
  return joinParts([
    withFields.length > 0
      ? `### Types that carry the work\n\n${bullets(withFields.map(({ placed, fields }) => typeTold(placed, fields)))}`
      : types.length > 0
        ? `### Types that carry the work\n\n${bullets(types.slice(0, 6).map((placed) => describe(placed, 180)))}`
        : 'No class or type is declared in the files read for this section; values are passed as the language gives them.',
    rules.length > 0
      ? `### What the code makes sure of\n\n${bullets(rules.map(refusalTold))}`
      : 'No check that refuses a value was found in these files.',
    constants.length > 0
      ? `### Fixed values of modules\n\n${bullets(constants.map((placed) => `${code(placed.symbol.name)} (${citeSymbol(placed)})${docOf(placed.symbol, 140) === '' ? '' : `: ${docOf(placed.symbol, 140)}`}`))}`
      : 'These modules declare no constants of their own: state lives in the objects above, for as long as their caller keeps them.',
  ])
}

function typeTold(placed: Placed, fields: readonly { name: string; line: number }[]): string {
  const last = fields.slice(0, 8).at(-1)?.line ?? placed.symbol.lastLine
  const doc = docOf(placed.symbol, 150)
  return `${code(placed.symbol.name)} (${citeSymbol(placed)}) holds ${listed(
    fields.map(({ name }) => code(name)),
    8,
  )} (${cite(placed.file, fields[0]?.line ?? last, last)}).${doc === '' ? '' : ` ${doc}`}`
}

/** How do the main flows run? */
export function writeControlFlow(material: Material): string {
  const chains = callChains(material, 3, 6)
  const first = chains[0]
  if (first === undefined) {
    return joinParts([
      `No function among the files read for this section calls another one of them by name (${
        listed(
          material.sources.map(({ path }) => code(path)),
          6,
        ) || 'no source file was read'
      }), so no flow can be drawn from the code alone.`,
      bulletsOf(
        publicSymbols(material)
          .slice(0, 6)
          .map((placed) => describe(placed, 160)),
      ),
    ])
  }
  const diagram = sequenceDiagram(first)
  return joinParts([
    `${capital(counted(chains.length, 'flow'))} can be followed through the calls that stand in the code. They are told in the order of the lines, branches included.`,
    ...chains.map((chain, index) => {
      const start = chain[0]?.called
      return start === undefined
        ? null
        : `### ${['First', 'Second', 'Third'][index]} flow: ${escapeProse(start.symbol.parent === null ? start.symbol.name : `${start.symbol.parent}.${start.symbol.name}`)}\n\n${steps(chainTold(chain))}`
    }),
    diagram !== null && `The first flow as messages:\n\n${diagram}`,
  ])
}
