import { folderDiagram, folderImportDiagram, importDiagram, mostUsedTold } from '../diagrams.ts'
import { exportedNames } from '../exports.ts'
import { allDependencies, runtimeDependenciesTold } from '../from-manifests.ts'
import { aboutFile, bullets, cite, citeSymbol, code, docOf, joinParts, listed, mainSymbol, told } from '../markdown-text.ts'
import { codePaths, type Material, type Placed, type ReadFile } from '../material.ts'
import { errorTypes, typesIn } from '../names.ts'
import { findOwnSayings } from '../own-sayings.ts'
import { buildsOn } from '../parents.ts'
import { summaryTold } from '../summary-text.ts'
import { fullName, surfaceOf } from '../surface.ts'

const REASONS = [
  /\b(?:instead of|rather than|so that|in order to|by default|trade-?off|deliberate\w*|on purpose|the reason)\b/i,
  /\b(?:because|therefore|defaults? to|is based on|designed to)\b/i,
] as const

/** Speaks to contributors or users, and tells no choice. */
const ADVICE = /\b(?:contribut\w*|check ?out|clone|install\w*|pull requests?|sponsor\w*)\b/i

/** Which few choices shape it? */
export function writeSolutionStrategy(material: Material): string {
  const seen = structuralDecisions(material)
  const said = REASONS.flatMap((pattern) => findOwnSayings(material, pattern, { most: 4, perFile: 2 }))
    .filter(({ text }) => !ADVICE.test(text))
    .map(({ text, file, from, to }) => `**In its own words.** ${told(text, 280)} (${cite(file, from, to)})`)
  const decisions = [...seen, ...new Set(said)].slice(0, 6)
  return decisions.length > 0
    ? `${decisions.length > 2 ? 'These choices' : 'Few choices'} can be read off the files of this section, each with the place that shows it:\n\n${bullets(decisions)}`
    : 'No decision is stated in the files read for this section, and their structure alone shows none that could be told with evidence.'
}

/** Choices that show in the structure. */
function structuralDecisions(material: Material): readonly string[] {
  const decisions: string[] = []
  const runtime = runtimeDependenciesTold(material)
  const needed = allDependencies(material).filter(({ item }) => !item.isDevelopment)
  if (runtime !== null) {
    decisions.push(`**${needed.length === 0 ? 'Lean on nothing' : 'Build on what exists'}.** ${runtime}`)
  }
  const base = mostExtended(material)
  if (base !== null) {
    const shown = base.children.map((child) => `${code(child.symbol.name)} (${cite(child.file, child.symbol.firstLine)})`)
    decisions.push(
      `**Variants by inheritance.** ${listed(shown, 4)} ${shown.length === 1 ? 'builds' : 'build'} on ${code(base.parent.symbol.name)} (${citeSymbol(base.parent)}).`,
    )
  }
  const common = mostUsedTold(material)
  if (common !== null) decisions.push(`**One common ground.** ${common}`)
  const strict = material.files
    .filter(({ path }) => /\.(?:toml|json|cfg)$/.test(path))
    .flatMap((file) => file.lines.map((line, index) => ({ file, line, index })))
    .find(({ line }) => /^\s*"?strict"?\s*[=:]\s*true/.test(line))
  if (strict !== undefined)
    decisions.push(`**Strict types.** The checker runs in strict mode (${cite(strict.file, strict.index + 1)}).`)
  return decisions
}

/** The class that most others build on, errors aside. */
function mostExtended(material: Material): { parent: Placed; children: readonly Placed[] } | null {
  const errors = new Set(errorTypes(material).map(({ symbol }) => symbol))
  const classes = typesIn(material).filter(({ symbol }) => !errors.has(symbol))
  return (
    classes
      .map((parent) => ({
        parent,
        children: classes.filter((child) => child !== parent && buildsOn(child.symbol, parent.symbol.name)),
      }))
      .filter(({ children }) => children.length > 0)
      .sort((a, b) => b.children.length - a.children.length)[0] ?? null
  )
}

/** How many files lie in each folder and below it. */
function countBelow(paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths) {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  return counts
}

/** What are the parts, one level down? */
export function writeBuildingBlocks(material: Material): string {
  const diagram = folderImportDiagram(material) ?? importDiagram(material) ?? folderDiagram(material.paths, material.name)
  const sources = material.sources.filter(({ kind }) => kind === 'source')
  const files = countBelow(material.paths)
  const codeFiles = countBelow(codePaths(material.paths))
  const inside = (folder: string): number => files.get(folder.replace(/\/$/, '')) ?? 0
  const folders = material.folders
    .filter(
      ({ path, kind, summary }) =>
        kind === 'folder' &&
        path !== '.' &&
        !summary.startsWith('All of it lies') &&
        !path.startsWith('.') &&
        codeFiles.has(path.replace(/\/$/, '')),
    )
    .map(({ path, summary }) => ({ path, text: summaryTold(summary.replace(/^Holds \d.*?\.\s+(?=\S)/s, ''), 240) }))
    .filter(({ text }) => text !== '')
    .filter(({ text }) => !/^(?:Holds \d|Nothing more can be told)/.test(text))
    .sort((a, b) => Number(isBeside(a.path)) - Number(isBeside(b.path)) || inside(b.path) - inside(a.path))
    .slice(0, 5)
  return joinParts([
    folders.length > 1 &&
      `### Folders\n\n${bullets(folders.map(({ path, text }) => `${code(`${path.replace(/\/$/, '')}/`)}: ${text}`))}`,
    sources.length > 0
      ? `### Parts\n\n${bullets(sources.map(partTold))}`
      : 'No source file is among the evidence for this section.',
    diagram !== null && `### How they hang together\n\n${diagram}`,
  ])
}

const isBeside = (path: string): boolean => /(?:^|\/)(?:tests?|spec|__tests__|examples?|benchmarks?|docs?)(?:\/|$)/.test(path)

function partTold(file: ReadFile): string {
  const declared = surfaceOf(file).map((symbol) => ({ name: fullName({ file, symbol }), line: symbol.firstLine }))
  const surface = declared.length > 0 ? declared : exportedNames(file)
  const lines = surface.map(({ line }) => line)
  const interface_ =
    surface.length === 0
      ? 'It offers nothing by name.'
      : `Interface: ${listed([...new Set(surface.map(({ name }) => code(name)))], 6)}${membersTold(file)} (${cite(file, Math.min(...lines), Math.max(...lines))}).`
  const about = file.outline.docstring !== null ? aboutFile(file, 180) : responsibility(file)
  return `${code(file.path)}. ${about} ${interface_}`.replace(/ {2,}/g, ' ')
}

/** What the only type of a file offers. */
function membersTold(file: ReadFile): string {
  const [only, ...others] = surfaceOf(file)
  if (only === undefined || others.length > 0) return ''
  const names = file.outline.symbols
    .filter(({ parent, isPublic, kind, name }) => parent === only.name && isPublic && kind === 'method' && name !== parent)
    .filter(({ name }) => !/^(?:__|constructor$|initialize$)/.test(name))
    .map(({ name }) => code(name))
  return names.length === 0 ? '' : ` with ${listed([...new Set(names)], 6)}`
}

function responsibility(file: ReadFile): string {
  const main = mainSymbol(file)
  const doc = main === null ? '' : docOf(main, 170)
  return main === null || doc === ''
    ? ''
    : `At its centre stands ${code(fullName({ file, symbol: main }))} (${cite(file, main.firstLine, main.lastLine)}). ${doc}`
}
