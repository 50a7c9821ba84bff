import { conventions } from '../conventions.ts'
import { findLines } from '../find-in-code.ts'
import { allRequirements, plainRequirements, requirementTold, runtimeDependenciesTold } from '../from-manifests.ts'
import { listItems, ownWords } from '../from-readme.ts'
import { bullets, cite, code, escapeProse, joinParts, listed, quoted, told } from '../markdown-text.ts'
import type { Material } from '../material.ts'
import { outsidePackages } from '../outside.ts'
import { findOwnSayings } from '../own-sayings.ts'

const QUALITIES: readonly (readonly [string, RegExp])[] = [
  ['Security', /\b(?:secur\w+|attack\w*|secret|tamper\w*|safe(?:ly)?|trust\w*|vulnerab\w+)\b/i],
  ['Performance', /\b(?:fast\w*|performance|speed|efficient\w*|memory|latency|compress\w*|lazy|lazily)\b/i],
  ['Compatibility', /(?<!-)\b(?:compatib\w+|upgrade\w*|deprecat\w+|fallback|migrat\w+|portab\w+)\b/i],
  ['Reliability', /\b(?:reliab\w+|robust\w*|recover\w*|retry|retries|crash\w*)\b/i],
  ['Adaptability', /\b(?:customi[sz]\w+|extensib\w+|plug-?in\w*|overrid\w+|flexib\w+)\b/i],
]

/** Who uses it, next to what does it stand, which qualities matter? */
export function writeContextAndGoals(material: Material): string {
  const words = ownWords(material, 320)
  const goals = qualityGoals(material)
  const next = neighbours(material)
  const users = usersTold(material)
  return joinParts([
    words !== null && `${words.text} (${words.place})`,
    users !== '' && `### Who uses it\n\n${users}`,
    next !== '' && `### Its neighbours\n\n${next}`,
    goals.length > 0 ? `### Qualities it names\n\n${bullets(goals)}` : null,
  ])
}

function usersTold(material: Material): string {
  const words = ownWords(material, 320)
  const uses = listItems(material, 3).map(
    ({ text, file, paragraph }) => `${text} (${cite(file, paragraph.firstLine, paragraph.lastLine)})`,
  )
  const users = findOwnSayings(
    material,
    /\b(?:users|developers|your (?:users?|application|project|team)|applications|teams|operators|administrators)\b/i,
    {
      most: uses.length >= 2 ? 2 : 4,
      perFile: 2,
      except: [...uses, ...(words === null ? [] : [words.place])],
    },
  ).map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`)
  return joinParts([
    uses.length >= 2 && `The documentation lists what it is used for:\n\n${bullets(uses)}`,
    users.length > 0 &&
      `${uses.length >= 2 ? 'And it speaks of those who use it:' : 'The documentation speaks of those who use it:'}\n\n${bullets(users)}`,
  ])
}

/** From the prose of README and documentation alone: a comment in the code names no goal of the whole. */
function qualityGoals(material: Material): readonly string[] {
  const told_ = new Set<string>()
  return QUALITIES.flatMap(([name, pattern]) => {
    // Where to report something is no quality; and no sentence speaks for two.
    const saying = findOwnSayings(material, pattern, { most: 8, perFile: 4 }).find(
      ({ text }) => !told_.has(text) && !/\b(?:report\w*|disclos\w*|discover\w*|e-?mail|supported|support will)\b/i.test(text),
    )
    if (saying === undefined) return []
    told_.add(saying.text)
    return [`**${name}**: ${told(saying.text, 260)} (${cite(saying.file, saying.from, saying.to)})`]
  }).slice(0, 4)
}

function neighbours(material: Material): string {
  const outside = outsidePackages(material).map(escapeProse)
  const hosts = findLines(material.sources, /https?:\/\/([\w.-]+\.[a-z]{2,})/i, { most: 4 }).filter(
    ({ match }) => !/example\.|localhost|w3\.org|schema/.test(match[1] ?? ''),
  )
  return joinParts([
    runtimeDependenciesTold(material),
    outside.length > 0 &&
      `Among what the sources import from outside ${outside.length === 1 ? 'is' : 'are'} ${listed(outside, 10)}.`,
    hosts.length > 0
      ? `They name other systems by address: ${listed(hosts.map(({ file, line, match }) => `${escapeProse(match[1] ?? '')} (${cite(file, line)})`))}.`
      : null,
  ])
}

/** What was given? */
export function writeConstraints(material: Material): string {
  const versions = plainRequirements(material).filter(({ item }) => !/operating|runner|os$|platform|base image/.test(item.what))
  const platforms = allRequirements(material).filter(
    ({ item }) => /operating|runner|os$|platform|base image/.test(item.what) && !item.text.includes('${{'),
  )
  const seen = new Set<string>()
  const rules = conventions(material, 8)
  const licence = licenceTold(material)
  return joinParts([
    versions.length > 0 && `### Versions\n\n${bullets(versions.slice(0, 6).map(requirementTold))}`,
    platforms.length > 0 &&
      `### Platforms\n\n${bullets(
        platforms
          .filter(({ item }) => !seen.has(item.text) && seen.add(item.text))
          .slice(0, 5)
          .map(requirementTold),
      )}`,
    licence !== '' && `### Licence\n\n${licence}`,
    rules.length > 0 && `### Conventions\n\n${bullets(rules)}`,
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
      `The text lies in ${code(file.path)}; it opens with “${quoted(file.lines[title] ?? '', 120)}” (${cite(file, title + 1)})`,
    )
  return told_.join(' ')
}
