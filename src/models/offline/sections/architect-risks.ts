import { mostUsedTold } from '../diagrams.ts'
import { findComments, findLines, findSayings, standsAlone } from '../find-in-code.ts'
import { newestChanges } from '../from-readme.ts'
import { bullets, cite, citeSymbol, code, counted, joinParts, listed, told } from '../markdown-text.ts'
import { type Material, publicSymbols, type ReadFile } from '../material.ts'
import { findOwnSayings } from '../own-sayings.ts'

/** What comments say. */
const MARKS: readonly (readonly [string, RegExp])[] = [
  ['Marked by its authors', /\b(?:TODO|FIXME|HACK|XXX)\b/],
  [
    'Checks switched off',
    /#\s*(?:noqa|type:\s*ignore|pyright:\s*ignore)|@ts-(?:ignore|expect-error)|eslint-disable|\bnolint\b|biome-ignore/,
  ],
  ['Deprecated', /@deprecated\b|\bdeprecat\w+/i],
]
/** What the code does. */
const DEEDS: readonly (readonly [string, RegExp])[] = [
  [
    'Errors swallowed or caught broadly',
    /^\s*except(?:\s+(?:Base)?Exception)?(?:\s+as\s+\w+)?:|\bcatch\s*\(\s*(?:Exception|Throwable)\s+\w+\s*\)|\bcatch\s*(?:\([^)]*\)\s*)?\{\s*\}/,
  ],
  ['Types given up', /(?::\s*any\b|\bas any\b|\bt?\.?cast\(|:\s*t\.Any\b|interface\{\})/],
]
const DECISIONS =
  /\b(?:instead of|rather than|no longer|drop(?:ped)? support|backwards?|compatib\w+|trade-?off|by default|deliberate\w*|on purpose)\b/i
const MAINTENANCE =
  /\b(?:maintenance mode|(?:no longer|not) (?:actively )?(?:maintained|developed)|unmaintained|looking for (?:a )?(?:new )?maintainers?|feature[- ](?:complete|frozen))\b/i
const LONG_FILE = 300
const LONG_FUNCTION = 40

/** What is fragile, what was traded away? */
export function writeRisksAndDecisions(material: Material): string {
  const debts = [
    ...MARKS.flatMap(([name, pattern]) => debtTold(name, findComments(material.sources, pattern))),
    ...DEEDS.flatMap(([name, pattern]) => debtTold(name, findLines(material.sources, pattern, { most: 10_000 }))),
  ]
  const shape = shapeTold(material)
  const changes = newestChanges(material, 4)
  const except = changes?.items ?? []
  const history = { ...material, files: material.files.filter(({ kind }) => kind === 'changelog') }
  const decisions = [
    ...findOwnSayings(material, DECISIONS, { most: 4, perFile: 2, except }),
    // What "it" is stands in a sentence before.
    ...findSayings(history, DECISIONS, {
      most: 4,
      perFile: 2,
      except,
      withChangelog: true,
      accepts: standsAlone,
    }),
  ].slice(0, 4)
  const states = findOwnSayings(material, MAINTENANCE, { most: 2 })
  return joinParts([
    states.length > 0 &&
      `### What it says of its own upkeep\n\n${bullets(states.map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`))}`,
    debts.length > 0 ? `### Debts that show in the code\n\n${bullets(debts)}` : null,
    shape.length > 0 && `### Large, or used by many\n\n${bullets(shape)}`,
    decisions.length > 0 &&
      `### Decisions in its own words\n\n${bullets(decisions.map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`))}`,
    changes !== null &&
      `### The newest entry of the changelog\n\n${changes.title} (${changes.place}):\n\n${bullets(changes.items)}`,
  ])
}

function debtTold(name: string, hits: readonly { file: ReadFile; line: number }[]): readonly string[] {
  if (hits.length === 0) return []
  const shown = listed(hits.slice(0, 3).map(({ file, line }) => cite(file, line)))
  return [`**${name}**: ${hits.length <= 3 ? shown : `${counted(hits.length, 'place')}, among them ${shown}`}`]
}

/** Of a file of which parts were shown, down to the last line that its outline knows. */
function knownLength({ lines, outline }: ReadFile): number {
  return Math.max(lines.length, ...outline.symbols.map(({ lastLine }) => lastLine))
}

/** Files and functions on which much depends, or that are long. */
function shapeTold(material: Material): readonly string[] {
  const found = material.sources
    .filter((file) => knownLength(file) > LONG_FILE)
    .map((file) => `${code(file.path)} has ${file.isWhole ? '' : 'at least '}${knownLength(file)} lines`)
  const central = mostUsedTold(material)
  if (central !== null) found.push(central)
  const length = ({ symbol }: ReturnType<typeof publicSymbols>[number]): number => symbol.lastLine - symbol.firstLine + 1
  const [longest] = publicSymbols(material)
    .filter(({ symbol }) => symbol.kind === 'function' || symbol.kind === 'method')
    .sort((a, b) => length(b) - length(a))
  if (longest !== undefined && length(longest) > LONG_FUNCTION)
    found.push(
      `${code(longest.symbol.name)} is the longest of the public functions read here, ${length(longest)} lines (${citeSymbol(longest)})`,
    )
  return found
}
