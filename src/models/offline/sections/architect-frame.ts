import { conventions } from '../conventions.ts'
import { folderDiagram, importDiagram, importEdges } from '../diagrams.ts'
import { countLines, findLines, findSayings } from '../find-in-code.ts'
import {
  allDependencies,
  allRequirements,
  plainRequirements,
  requirementTold,
  runtimeDependenciesTold,
} from '../from-manifests.ts'
import { ownWords } from '../from-readme.ts'
import {
  aboutFile,
  bullets,
  cite,
  citeSymbol,
  code,
  counted,
  describe,
  escapeProse,
  joinParts,
  listed,
  told,
} from '../markdown-text.ts'
import { type Material, publicSymbols } from '../material.ts'

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
  const users = findSayings(material, /\b(?:users?|developers?|applications?|clients?|teams?|operators?|administrators?)\b/i, {
    most: 3,
    perFile: 2,
  })
  const goals = QUALITIES.map(([name, saying, lines]) => ({
    name,
    saying: findSayings(material, saying, { most: 1, perFile: 1 })[0],
    lines: findLines(material.sources, lines, { most: 2, perFile: 1 }),
    count: countLines(material.sources, lines),
  }))
    .filter(({ saying }) => saying !== undefined)
    .sort((a, b) => b.count - a.count)
    .slice(0, 4)
  return joinParts([
    words !== null && `${words.text} (${words.place})`,
    users.length > 0
      ? `### Who uses it\n\n${bullets(users.map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`))}`
      : `The files read for this section do not say who uses ${escapeProse(material.name)}.`,
    `### Its neighbours\n\n${neighbours(material)}`,
    goals.length > 0
      ? `### Qualities it names\n\n${bullets(goals.map(({ name, saying, lines }) => `**${name}**: ${told(saying?.text ?? '', 260)} (${saying === undefined ? '' : cite(saying.file, saying.from, saying.to)})${lines.length > 0 ? ` In the code: ${listed(lines.map(({ file, line }) => cite(file, line)))}.` : ''}`))}`
      : 'No sentence in these files names a quality as a goal.',
  ])
}

function neighbours(material: Material): string {
  const runtime = runtimeDependenciesTold(material)
  const outside = new Map<string, string>()
  for (const file of material.sources)
    for (const module of file.outline.imports)
      if (
        !/^[./@~#]|^(?:crate|super|self|mod )/.test(module) &&
        material.importsOf(file).every((other) => !other.path.includes(module.replace(/\./g, '/')))
      )
        outside.set(module, file.path)
  const hosts = findLines(material.sources, /https?:\/\/([\w.-]+\.[a-z]{2,})/i, { most: 4 }).filter(
    ({ match }) => !/example\.|localhost|w3\.org|schema/.test(match[1] ?? ''),
  )
  return joinParts([
    runtime ?? 'No manifest was read that would tell what it depends on.',
    outside.size > 0 &&
      `Of what comes from outside, the sources read here import ${listed([...outside.keys()].slice(0, 10).map(escapeProse), 10)} (first seen in ${code([...outside.values()][0] ?? '')}).`,
    hosts.length > 0
      ? `It names other systems by address: ${listed(hosts.map(({ file, line, match }) => `${escapeProse(match[1] ?? '')} (${cite(file, line)})`))}.`
      : 'No address of another system stands in the code read for this section.',
  ])
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

const REASONS =
  /\b(?:because|instead of|rather than|so that|in order to|by default|defaults? to|the reason|allows? (?:you|the|a)|therefore|trade-?off)\b/i

/** Which few choices shape it? */
export function writeSolutionStrategy(material: Material): string {
  const edges = importEdges(material)
  const decisions: string[] = []
  const runtime = runtimeDependenciesTold(material)
  const needed = allDependencies(material).filter(({ item }) => !item.isDevelopment)
  if (runtime !== null)
    decisions.push(
      `**${needed.length === 0 ? 'Lean on nothing' : 'Build on what exists'}.** ${runtime} ${needed.length === 0 ? 'That keeps the supply chain short; what the standard library lacks is written here.' : 'What these packages do is not written here, and their changes reach this code.'}`,
    )
  const base = mostExtended(material)
  if (base !== null)
    decisions.push(
      `**Variants by inheritance.** ${listed(
        base.children.map((child) => `${code(child.symbol.name)} (${cite(child.file, child.symbol.firstLine)})`),
        4,
      )} build on ${code(base.parent.symbol.name)} (${citeSymbol(base.parent)}): a variant is a small class, and its behaviour has to be read together with the base.`,
    )
  const inward = [...Map.groupBy(edges, ({ to }) => to)].sort(
    (a, b) => b[1].length - a[1].length || (a[0].path < b[0].path ? -1 : 1),
  )[0]
  if (inward !== undefined && inward[1].length > 1)
    decisions.push(
      `**One common ground.** ${code(inward[0].path)} is imported by ${counted(inward[1].length, 'other file')} of those read (${listed(
        inward[1].map(({ from }) => code(from.path)),
        4,
      )}). ${aboutFile(inward[0], 140)}`,
    )
  const typing = material.files
    .flatMap((file) => file.lines.map((line, index) => ({ file, line, index })))
    .find(({ file, line }) => /\.(?:toml|json|cfg)$/.test(file.path) && /^\s*"?strict"?\s*[=:]\s*true/.test(line))
  if (typing !== undefined)
    decisions.push(
      `**Strict types.** The checker runs in strict mode (${cite(typing.file, typing.index + 1)}): mistakes in the use of its own interfaces show before anything runs.`,
    )
  const groups = decisions.length
  for (const { text, file, from, to } of findSayings(material, REASONS, { most: Math.max(2, 6 - groups), perFile: 2 }))
    decisions.push(`In its own words: ${told(text, 280)} (${cite(file, from, to)})`)
  return decisions.length > 0
    ? `${decisions.length > 2 ? 'These choices' : 'Few choices'} can be read off the files of this section, each with the place that shows it:\n\n${bullets(decisions.slice(0, 6))}`
    : 'No decision is stated in the files read for this section, and their structure alone shows none that could be told with evidence.'
}

function mostExtended(material: Material) {
  const classes = material.sources.flatMap((file) =>
    file.outline.symbols.filter(({ kind }) => kind === 'class' || kind === 'type').map((symbol) => ({ file, symbol })),
  )
  const found = classes
    .map((parent) => ({
      parent,
      children: classes.filter(
        (child) =>
          child !== parent &&
          new RegExp(`(?:\\(|extends |implements |: |for |, )${parent.symbol.name}\\b`).test(child.symbol.signature),
      ),
    }))
    .filter(({ children }) => children.length > 0)
  return found.sort((a, b) => b.children.length - a.children.length)[0] ?? null
}

/** What are the parts, one level down? */
export function writeBuildingBlocks(material: Material): string {
  const diagram = importDiagram(material) ?? folderDiagram(material.paths, material.name)
  const parts = material.sources
    .filter(({ kind }) => kind === 'source')
    .map((file) => {
      const surface = file.outline.symbols
        .filter(({ isPublic, parent }) => isPublic && parent === null)
        .map((symbol) => ({ file, symbol }))
      const [first, last] = [surface[0], surface.at(-1)]
      const interface_ =
        first === undefined || last === undefined
          ? 'It declares nothing public.'
          : `Interface: ${listed(
              surface.map(({ symbol }) => code(symbol.name)),
              6,
            )} (${cite(file, first.symbol.firstLine, last.symbol.lastLine)}).`
      return `**${escapeProse(file.path.split('/').at(-1) ?? file.path)}** at ${code(file.path)}. ${file.outline.docstring !== null || surface.some(({ symbol }) => symbol.docstring !== null) ? responsibility(file) : ''} ${interface_}`.replace(
        / {2,}/g,
        ' ',
      )
    })
  const folders = material.folders
    .filter(({ path, kind }) => kind === 'folder' && path !== '.' && !path.startsWith('.'))
    .slice(0, 6)
  return joinParts([
    folders.length > 0 &&
      `### Folders\n\n${bullets(folders.map(({ path, summary }) => `${code(`${path.replace(/\/$/, '')}/`)}: ${told(summary, 180)}`))}`,
    parts.length > 0 ? `### Parts\n\n${bullets(parts)}` : 'No source file is among the evidence for this section.',
    diagram !== null && `### How they hang together\n\n${diagram}`,
  ])
}

function responsibility(file: Material['files'][number]): string {
  if (file.outline.docstring !== null) return aboutFile(file, 180)
  const first = publicSymbols({ sources: [file] } as unknown as Material).find(
    ({ symbol }) => symbol.parent === null && symbol.docstring !== null,
  )
  return first === undefined ? '' : describe(first, 170)
}
