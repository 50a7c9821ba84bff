import { fileKindOf } from '../../../outline/file-kind.ts'
import { conventions } from '../conventions.ts'
import { findLines, findSayings, type Hit, sayingTold, standsAlone, symbolAt } from '../find-in-code.ts'
import { logCalls } from '../logs.ts'
import {
  bullets,
  bulletsOrNull,
  capital,
  cite,
  citeSymbol,
  code,
  counted,
  describe,
  joinParts,
  listed,
  tellingImports,
} from '../markdown-text.ts'
import { codePaths, type Material, type Placed, testPaths } from '../material.ts'
import { errorTypes } from '../names.ts'
import { buildsOn } from '../parents.ts'
import { fullName } from '../surface.ts'

const CONCERNS: readonly (readonly [string, RegExp])[] = [
  ['Security', /\b(?:hmac|compare_digest|timingSafeEqual|secret\w*|password|escape\w*|sanitiz\w*|encrypt\w*)\b/i],
  ['Error handling', /^\s*(?:raise\b|throw\b|except\b|\}?\s*catch\b|return\s+(?:nil,\s*)?(?:fmt\.Errorf|errors\.New|Err\())/],
  ['Configuration', /(?:\bos\.environ|process\.env|getenv|env::var|add_argument|\bdefault_\w+\s*[:=])/i],
  ['Types', /(?:->\s*[\w.[\]|]+\s*:|:\s*readonly\b|\bTypeVar\b|@t\.overload|@overload|\binterface\s+\w+|\bGeneric\[)/],
]

/** Which rules hold everywhere? */
export function writeCrossCuttingConcepts(material: Material): string {
  const root = rootError(material)
  const rules = conventions(material, 4)
  const sayings = findSayings(material, /\b(?:must|should (?:not )?be|always|never|kept secret|do not)\b/i, {
    most: 4,
    perFile: 2,
    accepts: standsAlone,
  })
  return joinParts([
    bulletsOrNull([
      ...CONCERNS.flatMap(([name, pattern]) => concernTold(material, name, findLines(material.sources, pattern, LIMITS))),
      ...concernTold(material, 'Logging', logCalls(material, LIMITS)),
    ]),
    root !== null && `Errors share one root: ${describe(root, 160)}`,
    sayings.length > 0 &&
      `### Rules that documentation and comments state\n\n${bullets(sayings.map((saying) => sayingTold(saying, 260)))}`,
    testsTold(material) !== '' && `### Testing\n\n${testsTold(material)}`,
    rules.length > 0 && `### Style\n\n${bullets(rules)}`,
  ])
}

const LIMITS = { most: 90, perFile: 30 }

function concernTold(material: Material, name: string, hits: readonly Hit[]): readonly string[] {
  if (hits.length === 0) return []
  const files = [...new Set(hits.map(({ file }) => file))]
  const owners = new Map<string, string>()
  for (const { file, line } of hits) {
    const owner = symbolAt(file, line)
    if (owner !== null && !owners.has(owner.symbol.name))
      owners.set(owner.symbol.name, `${code(owner.symbol.name)} (${citeSymbol(owner)})`)
  }
  const shown = owners.size > 0 ? [...owners.values()] : hits.map(({ file, line }) => cite(file, line))
  return [
    `**${name}**: ${counted(hits.length, 'line')} in ${counted(files.length, 'file')} of those shown here; see ${listed(shown.slice(0, 4))}.${name === 'Security' ? comparisonsTold(material) : ''}`,
  ]
}

const COMPARES =
  /\b(?:[\w.]*compare_digest|[\w.]*timingSafeEqual|ConstantTimeCompare|constant_time_eq|hash_equals|secure_compare|fixed_length_secure_compare|MessageDigest\.isEqual|FixedTimeEquals|CRYPTO_memcmp)(?=\()/

/** Where secrets or signatures are compared: the one place that a reader of such code looks for first. */
function comparisonsTold(material: Material): string {
  const found = findLines(material.sources, COMPARES, { most: 3 }).map(({ file, line, match }) => {
    const owner = symbolAt(file, line)
    return `${code(match[0])}${owner === null ? '' : ` in ${code(fullName(owner))}`} (${cite(file, line)})`
  })
  return found.length === 0 ? '' : ` Secrets and signatures are compared in constant time by ${listed(found)}.`
}

function rootError(material: Material): Placed | null {
  const errors = errorTypes(material)
  return (
    errors.find(({ symbol }) => errors.some((other) => other.symbol !== symbol && buildsOn(other.symbol, symbol.name))) ?? null
  )
}

function testsTold(material: Material): string {
  const tests = testPaths(material.paths).length
  const sources = codePaths(material.paths).filter((path) => fileKindOf(path) === 'source').length
  const file = material.tests[0]
  const standing =
    tests === 0
      ? ''
      : `${capital(counted(tests, 'file of tests', 'files of tests'))} ${tests === 1 ? 'stands' : 'stand'} against ${counted(sources, 'file')} of source.`
  if (file === undefined) return standing
  const groups = file.outline.symbols.filter(({ kind, name }) => kind === 'class' && /^Test|Tests?$|Spec$/.test(name))
  const modules = tellingImports(file)
  const grouped =
    groups[0] === undefined
      ? ''
      : ` Its cases are grouped in ${code(groups[0].name)} (${cite(file, groups[0].firstLine, groups[0].lastLine)}).`
  return `${standing}${modules.length > 0 ? ` ${code(file.path)} works with ${listed(modules, 6)}.` : ''}${grouped}`.trim()
}
