import { conventions } from '../conventions.ts'
import { countLines, findLines, findSayings, symbolAt } from '../find-in-code.ts'
import { allRequirements, plainRequirements, requirementTold, runtimeDependenciesTold } from '../from-manifests.ts'
import { listItems, ownWords } from '../from-readme.ts'
import { bullets, cite, citeSymbol, code, escapeProse, joinParts, listed, tellingImports, told } from '../markdown-text.ts'
import type { Material } from '../material.ts'

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
    /\b(?:customi[sz]\w+|extensib\w+|plug-?in\w*|overrid\w+|flexib\w+)\b/i,
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
    goals.length > 0 ? `### Qualities it names\n\n${bullets(goals)}` : null,
  ])
}

function usersTold(material: Material): string {
  const uses = listItems(material, 3).map(
    ({ text, file, paragraph }) => `${text} (${cite(file, paragraph.firstLine, paragraph.lastLine)})`,
  )
  const users = findSayings(
    { ...material, files: material.docs },
    /\b(?:users?|developers?|applications?|clients?|teams?|operators?|administrators?)\b/i,
    {
      most: uses.length >= 2 ? 2 : 4,
      perFile: 2,
      except: uses,
    },
  ).map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`)
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
      : null,
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
