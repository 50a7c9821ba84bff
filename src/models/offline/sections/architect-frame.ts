import { conventions } from '../conventions.ts'
import { folderDiagram, folderImportDiagram, importDiagram, importEdges } from '../diagrams.ts'
import { countLines, findLines, findSayings, symbolAt } from '../find-in-code.ts'
import {
  allDependencies,
  allRequirements,
  plainRequirements,
  requirementTold,
  runtimeDependenciesTold,
} from '../from-manifests.ts'
import { listItems, ownWords } from '../from-readme.ts'
import {
  aboutFile,
  bullets,
  cite,
  citeSymbol,
  code,
  counted,
  docOf,
  escapeProse,
  joinParts,
  listed,
  mainSymbol,
  tellingImports,
  told,
} from '../markdown-text.ts'
import { codePaths, type Material, type Placed, type ReadFile } from '../material.ts'
import { buildsOn, errorTypes } from '../names.ts'
import { exportedNames } from './senior-shape.ts'

const QUALITIES: readonly (readonly [string, RegExp, RegExp])[] = [
  [
    'Security',
    /\b(?:secur\w+|attack\w*|secret|tamper\w*|safe(?:ly)?|trust\w*|vulnerab\w+)\b/i,
    /\b(?:hmac|compare_digest|timingSafeEqual|escape|sanitiz|encrypt|sign(?:ature)?|secret|token)\w*/i,
  ],
  [
    'Performance',
    /\b(?:fast\w*|performance|speed|efficient\w*|memory|latency|compress\w*|lazy|lazily)\b/i,
    /\b(?:cache|lru|memo|compress|pool|batch|lazy)\w*/i,
  ],
  [
    'Compatibility',
    /\b(?:compatib\w+|upgrade\w*|versions?|deprecat\w+|fallback|migrat\w+|portab\w+)\b/i,
    /\b(?:compat|fallback|legacy|deprecat|version)\w*/i,
  ],
  [
    'Reliability',
    /\b(?:reliab\w+|robust\w*|recover\w*|retry|retries|fail\w*|crash\w*|resume\w*)\b/i,
    /\b(?:retry|recover|rollback|transaction|except|catch)\w*/i,
  ],
  [
    'Adaptability',
    /\b(?:customi[sz]\w+|extensib\w+|configur\w+|plug-?in\w*|overrid\w+|flexib\w+)\b/i,
    /\b(?:plugin|hook|override|abstract|interface|Protocol)\w*/,
  ],
]

/** Who uses it, next to what does it stand, which qualities matter? */
export function writeContextAndGoals(material: Material): string {
  const words = ownWords(material, 320)
  const goals = qualityGoals(material)
  return joinParts([
    words !== null && `${words.text} (${words.place})`,
    `### Who uses it\n\n${usersTold(material)}`,
    `### Its neighbours\n\n${neighbours(material)}`,
    goals.length > 0 ? `### Qualities it names\n\n${bullets(goals)}` : 'No sentence in these files names a quality as a goal.',
  ])
}

function usersTold(material: Material): string {
  const uses = listItems(material, 3).map(
    ({ text, file, paragraph }) => `${text} (${cite(file, paragraph.firstLine, paragraph.lastLine)})`,
  )
  const users = findSayings(material, /\b(?:users?|developers?|applications?|clients?|teams?|operators?|administrators?)\b/i, {
    most: uses.length >= 2 ? 2 : 4,
    perFile: 2,
    except: uses,
  }).map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`)
  return joinParts([
    uses.length >= 2 && `The documentation lists what it is used for:\n\n${bullets(uses)}`,
    users.length > 0 &&
      `${uses.length >= 2 ? 'And it speaks of those who use it:' : 'The documentation speaks of those who use it:'}\n\n${bullets(users)}`,
    uses.length < 2 && users.length === 0 && `The files read for this section do not say who uses ${escapeProse(material.name)}.`,
  ])
}

function qualityGoals(material: Material): readonly string[] {
  return QUALITIES.map(([name, saying, lines]) => ({
    name,
    saying: findSayings(material, saying, { most: 1, perFile: 1 })[0],
    places: findLines(material.sources, lines, { most: 20 })
      .map(({ file, line }) => symbolAt(file, line))
      .filter((placed) => placed !== null && placed.symbol.kind !== 'class'),
    count: countLines(material.sources, lines),
  }))
    .sort((a, b) => b.count - a.count)
    .flatMap(({ name, saying, places }) => {
      if (saying === undefined) return []
      const shown = [
        ...new Set(places.map((placed) => (placed === null ? '' : `${code(placed.symbol.name)} (${citeSymbol(placed)})`))),
      ].slice(0, 2)
      return [
        `**${name}**: ${told(saying.text, 260)} (${cite(saying.file, saying.from, saying.to)})${shown.length > 0 ? ` In the code it shows in ${listed(shown)}.` : ''}`,
      ]
    })
    .slice(0, 4)
}

function neighbours(material: Material): string {
  const outside = new Set(material.sources.flatMap((file) => tellingImports(file).filter((module) => !isOwn(material, module))))
  const hosts = findLines(material.sources, /https?:\/\/([\w.-]+\.[a-z]{2,})/i, { most: 4 }).filter(
    ({ match }) => !/example\.|localhost|w3\.org|schema/.test(match[1] ?? ''),
  )
  return joinParts([
    runtimeDependenciesTold(material) ?? 'No manifest was read that would tell what it depends on.',
    outside.size > 0 && `From outside, the sources read here import ${listed([...outside], 10)}.`,
    hosts.length > 0
      ? `They name other systems by address: ${listed(hosts.map(({ file, line, match }) => `${escapeProse(match[1] ?? '')} (${cite(file, line)})`))}.`
      : 'No address of another system stands in the code read for this section.',
  ])
}

/** An import that means a part of the repository itself. */
function isOwn(material: Material, module: string): boolean {
  if (/^[./@~#]|^(?:crate|super|self)\b|^mod /.test(module)) return !module.startsWith('@')
  const first = module.split(/[./:\\]/)[0] ?? module
  return (
    module.includes(material.name) ||
    material.paths.some((path) =>
      path
        .split('/')
        .slice(0, 3)
        .some((part) => part.replace(/\.\w+$/, '') === first),
    )
  )
}

/** What was given? */
export function writeConstraints(material: Material): string {
  const versions = plainRequirements(material).filter(({ item }) => !/operating|runner|os$|platform/.test(item.what))
  const platforms = allRequirements(material).filter(
    ({ item }) => /operating|runner|os$|platform|base image/.test(item.what) && !item.text.includes('${{'),
  )
  const seen = new Set<string>()
  const rules = conventions(material, 8)
  return joinParts([
    `### Versions\n\n${versions.length > 0 ? bullets(versions.slice(0, 6).map(requirementTold)) : 'No file read for this section binds it to a version of a language.'}`,
    `### Platforms\n\n${
      platforms.length > 0
        ? bullets(
            platforms
              .filter(({ item }) => !seen.has(item.text) && seen.add(item.text))
              .slice(0, 5)
              .map(requirementTold),
          )
        : 'No platform is named in the files read for this section.'
    }`,
    `### Licence\n\n${licenceTold(material)}`,
    `### Conventions\n\n${rules.length > 0 ? bullets(rules) : 'No file read for this section prescribes a style or a check.'}`,
  ])
}

function licenceTold(material: Material): string {
  const stated = material.manifests.find(({ manifest }) => manifest.licence !== null)
  const file = material.files.find(({ kind }) => kind === 'licence')
  const title = file?.lines.findIndex((line) => /licen[sc]e|copyright|permission/i.test(line)) ?? -1
  const told_: string[] = []
  if (stated?.manifest.licence != null)
    told_.push(`The manifest names ${escapeProse(stated.manifest.licence.text)} (${cite(stated, stated.manifest.licence.line)}).`)
  if (file !== undefined && title >= 0)
    told_.push(
      `The text lies in ${code(file.path)}; it opens with “${told(file.lines[title] ?? '', 120)}” (${cite(file, title + 1)})`,
    )
  const condition =
    file === undefined
      ? -1
      : file.lines.findIndex((line) => /must (?:retain|reproduce)|shall be included|provided that|subject to/i.test(line))
  if (file !== undefined && condition >= 0) told_.push(`Its conditions begin at ${cite(file, condition + 1)}.`)
  return told_.length > 0 ? told_.join(' ') : 'No licence stands in the files read for this section.'
}

const REASONS = [
  /\b(?:instead of|rather than|so that|in order to|by default|trade-?off|deliberate\w*|on purpose|the reason)\b/i,
  /\b(?:because|therefore|defaults? to|is based on|designed to)\b/i,
] as const

/** Which few choices shape it? */
export function writeSolutionStrategy(material: Material): string {
  const seen = structuralDecisions(material)
  const said = REASONS.flatMap((pattern) => findSayings(material, pattern, { most: 4, perFile: 2 })).map(
    ({ text, file, from, to }) => `**In its own words.** ${told(text, 280)} (${cite(file, from, to)})`,
  )
  const decisions = [...seen, ...new Set(said)].slice(0, 6)
  return decisions.length > 0
    ? `${decisions.length > 2 ? 'These choices' : 'Few choices'} can be read off the files of this section, each with the place that shows it:\n\n${bullets(decisions)}`
    : 'No decision is stated in the files read for this section, and their structure alone shows none that could be told with evidence.'
}

/** Choices that show in the structure, with what they buy. */
function structuralDecisions(material: Material): readonly string[] {
  const decisions: string[] = []
  const runtime = runtimeDependenciesTold(material)
  const needed = allDependencies(material).filter(({ item }) => !item.isDevelopment)
  if (runtime !== null) {
    const bought =
      needed.length === 0
        ? 'That keeps the supply chain short; what the standard library lacks is written here.'
        : 'What these packages do is not written here, and their changes reach this code.'
    decisions.push(`**${needed.length === 0 ? 'Lean on nothing' : 'Build on what exists'}.** ${runtime} ${bought}`)
  }
  const base = mostExtended(material)
  if (base !== null) {
    const shown = base.children.map((child) => `${code(child.symbol.name)} (${cite(child.file, child.symbol.firstLine)})`)
    decisions.push(
      `**Variants by inheritance.** ${listed(shown, 4)} ${shown.length === 1 ? 'builds' : 'build'} on ${code(base.parent.symbol.name)} (${citeSymbol(base.parent)}): a variant is a small class, and its behaviour has to be read together with the base.`,
    )
  }
  const inward = [...Map.groupBy(importEdges(material), ({ to }) => to)].sort(
    (a, b) => b[1].length - a[1].length || (a[0].path < b[0].path ? -1 : 1),
  )[0]
  if (inward !== undefined && inward[1].length > 1) {
    decisions.push(
      `**One common ground.** ${code(inward[0].path)} is imported by ${counted(inward[1].length, 'other file')} of those read (${listed(
        inward[1].map(({ from }) => code(from.path)),
        4,
      )}). ${aboutFile(inward[0], 140)}`,
    )
  }
  const strict = material.files
    .filter(({ path }) => /\.(?:toml|json|cfg)$/.test(path))
    .flatMap((file) => file.lines.map((line, index) => ({ file, line, index })))
    .find(({ line }) => /^\s*"?strict"?\s*[=:]\s*true/.test(line))
  if (strict !== undefined)
    decisions.push(
      `**Strict types.** The checker runs in strict mode (${cite(strict.file, strict.index + 1)}): mistakes in the use of its own interfaces show before anything runs.`,
    )
  return decisions
}

/** The class that most others build on, errors aside. */
function mostExtended(material: Material): { parent: Placed; children: readonly Placed[] } | null {
  const errors = new Set(errorTypes(material).map(({ symbol }) => symbol))
  const classes = material.sources.flatMap((file) =>
    file.outline.symbols.filter((symbol) => symbol.kind === 'class' && !errors.has(symbol)).map((symbol) => ({ file, symbol })),
  )
  return (
    classes
      .map((parent) => ({
        parent,
        children: classes.filter((child) => child !== parent && buildsOn(child.symbol.signature, parent.symbol.name)),
      }))
      .filter(({ children }) => children.length > 0)
      .sort((a, b) => b.children.length - a.children.length)[0] ?? null
  )
}

/** What are the parts, one level down? */
export function writeBuildingBlocks(material: Material): string {
  const diagram = folderImportDiagram(material) ?? importDiagram(material) ?? folderDiagram(material.paths, material.name)
  const sources = material.sources.filter(({ kind }) => kind === 'source')
  const inside = (folder: string): number =>
    material.paths.filter((path) => path.startsWith(`${folder.replace(/\/$/, '')}/`)).length
  const folders = material.folders
    .filter(
      ({ path, kind, summary }) =>
        kind === 'folder' &&
        path !== '.' &&
        !summary.startsWith('All of it lies') &&
        !path.startsWith('.') &&
        codePaths(material.paths).some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`)),
    )
    .sort((a, b) => inside(b.path) - inside(a.path))
    .slice(0, 5)
  return joinParts([
    folders.length > 1 &&
      `### Folders\n\n${bullets(folders.map(({ path, summary }) => `${code(`${path.replace(/\/$/, '')}/`)}: ${told(summary, 180)}`))}`,
    sources.length > 0
      ? `### Parts\n\n${bullets(sources.map(partTold))}`
      : 'No source file is among the evidence for this section.',
    diagram !== null && `### How they hang together\n\n${diagram}`,
  ])
}

function partTold(file: ReadFile): string {
  const declared = file.outline.symbols
    .filter(({ isPublic, parent }) => isPublic && parent === null)
    .map(({ name, firstLine }) => ({ name, line: firstLine }))
  const surface = declared.length > 0 ? declared : exportedNames(file)
  const lines = surface.map(({ line }) => line)
  const interface_ =
    surface.length === 0
      ? 'It offers nothing by name.'
      : `Interface: ${listed([...new Set(surface.map(({ name }) => code(name)))], 6)} (${cite(file, Math.min(...lines), Math.max(...lines))}).`
  const about = file.outline.docstring !== null ? aboutFile(file, 180) : responsibility(file)
  return `${code(file.path)}. ${about} ${interface_}`.replace(/ {2,}/g, ' ')
}

function responsibility(file: ReadFile): string {
  const main = mainSymbol(file)
  const doc = main === null ? '' : docOf(main, 170)
  return main === null || doc === ''
    ? ''
    : `At its centre stands ${code(main.name)} (${cite(file, main.firstLine, main.lastLine)}). ${doc}`
}
