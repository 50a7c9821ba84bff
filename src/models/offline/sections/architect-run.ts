import { fileKindOf } from '../../../outline/file-kind.ts'
import { callChains } from '../call-chain.ts'
import { conventions } from '../conventions.ts'
import { sequenceDiagram } from '../diagrams.ts'
import { fieldsOf, refusals, refusalTold } from '../fields.ts'
import { findLines, findSayings, type Hit, symbolAt } from '../find-in-code.ts'
import { commandsFor, runtimeDependenciesTold, typed } from '../from-manifests.ts'
import {
  bullets,
  capital,
  cite,
  citeSymbol,
  code,
  counted,
  describe,
  escapeProse,
  fence,
  joinParts,
  listed,
  steps,
  tellingImports,
  told,
} from '../markdown-text.ts'
import { codePaths, type Material, type Placed, publicSymbols, testPaths } from '../material.ts'
import { buildsOn, errorTypes } from '../names.ts'
import { chainTold } from '../tell-chain.ts'
import { exportedNames, isDoor } from './senior-shape.ts'
import { releaseTold } from './senior-work.ts'

const STARTS = /if __name__ == |^func main\(|^fn main\(|\bint main\(|static void main|\.listen\(|process\.argv|\bsys\.argv|^#!/

/** How do the parts work together? */
export function writeRuntimeScenarios(material: Material): string {
  const start = findLines(material.sources, STARTS, { most: 2, perFile: 1 })
  const chain = callChains(material, 1, 6)[0]
  const door = material.sources.find(isDoor)
  const broad = [...material.sources].sort((a, b) => material.importsOf(b).length - material.importsOf(a).length)[0]
  const failing = refusals(material.sources, 12)
  const names = new Set(chain?.map(({ called }) => called.symbol.name))
  const failure = failing.find(({ hit }) => names.has(symbolAt(hit.file, hit.line)?.symbol.name ?? '')) ?? failing[0]
  const diagram = chain === undefined ? null : sequenceDiagram(chain)
  const imported = broad === undefined ? [] : material.importsOf(broad)
  return joinParts([
    `### Start-up\n\n${start.length > 0 ? `Execution begins at ${listed(start.map(({ file, line }) => cite(file, line)))}.` : `Nothing in the files read here starts a process: the code runs when somebody imports it${door === undefined ? '' : `, through ${code(door.path)}`}.`}${
      imported.length > 0 && broad !== undefined
        ? ` Importing ${code(broad.path)} first loads ${listed(
            imported.map(({ path }) => code(path)),
            6,
          )}.`
        : ''
    }`,
    chain !== undefined
      ? `### The main scenario\n\n${steps(chainTold(chain))}`
      : 'No chain of calls between the files read for this section could be followed.',
    diagram,
    failure !== undefined
      ? `### One failure\n\n${refusalTold(failure)}. ${handlerTold(material, failure.error)}`
      : 'No place that refuses to go on was found in these files.',
  ])
}

function handlerTold(material: Material, error: string | null): string {
  if (error === null) return 'What happens then is up to the caller.'
  const type = errorTypes(material).find(({ symbol }) => symbol.name === error)
  const handler = findLines(material.sources, new RegExp(`(?:except|catch|rescue)\\b.*\\b${error.replace(/\W/g, '\\$&')}\\b`), {
    most: 1,
  })[0]
  const owner = handler === undefined ? null : symbolAt(handler.file, handler.line)
  const declared = type === undefined ? '' : `The error is declared at ${citeSymbol(type)}. `
  return `${declared}${handler === undefined ? 'None of the files read here catches it: it reaches whoever called.' : `It is caught${owner === null ? '' : ` in ${code(owner.symbol.name)}`} at ${cite(handler.file, handler.line)}.`}`
}

const FORMATS: readonly (readonly [string, RegExp])[] = [
  ['JSON', /\bjson\b|JSON\./i],
  ['Base64', /base64|\bb64/i],
  ['compressed bytes', /\b(?:zlib|gzip|deflate|inflate|brotli)\b/i],
  ['YAML', /\byaml\b/i],
  ['TOML', /\btoml\b/i],
  ['CSV', /\bcsv\b/i],
  ['XML', /\bxml\b|\betree\b/i],
  ['SQL', /\b(?:sqlite|postgres|mysql|INSERT INTO|CREATE TABLE|sqlalchemy)\b|\.sql\(/i],
  ['Protocol Buffers', /\bprotobuf\b|\.proto\b/i],
  ['pickled objects', /\bpickle\b/i],
  ['integers as bytes', /int\.from_bytes|\.to_bytes\(|struct\.pack|readUInt|binary\.(?:Big|Little)Endian/],
]
const COMPATIBILITY =
  /\b(?:compatib\w+|upgrad\w*|migrat\w*|backwards?|schema version|old(?:er)? (?:tokens|data|versions|files|formats?)|interoperab\w*|deprecat\w*|previous versions?)\b/i
const STORES =
  /\b(?:writeFile(?:Sync)?|fs\.write|open\([^)]*["'][wa]b?["']|fopen|os\.Create|File\.write|INSERT INTO|CREATE TABLE|\.commit\(|\.save\(|localStorage|shelve|sqlite3?\.connect|new Database\()/

/** What is stored or sent, in which form? */
export function writeDataAndPersistence(material: Material): string {
  const formats = FORMATS.map(([name, pattern]) => ({
    name,
    hits: findLines(material.sources, pattern, { most: 3, perFile: 2 }),
  })).filter(({ hits }) => hits.length > 0)
  const stores = findLines(material.sources, STORES, { most: 5, perFile: 2 })
  const codecs = publicSymbols(material)
    .filter(
      ({ symbol }) =>
        /(?:dump|load|encode|decode|serial|parse|write|read|marshal|compress|to_bytes|from_bytes|save|store|insert)/i.test(
          symbol.name,
        ) && symbol.kind !== 'constant',
    )
    .slice(0, 7)
  const compatibility = findSayings(material, COMPATIBILITY, { most: 4, perFile: 2 })
  const tables = material.files.flatMap((file) =>
    file.outline.symbols.filter(({ kind }) => kind === 'type' && file.path.endsWith('.sql')).map((symbol) => ({ file, symbol })),
  )
  const shapes = publicSymbols(material)
    .filter(({ symbol }) => symbol.kind === 'type' && symbol.parent === null)
    .map((placed) => ({ placed, fields: fieldsOf(placed) }))
    .filter(({ fields }) => fields.length > 1)
    .slice(0, 3)
  return joinParts([
    stores.length > 0
      ? `### What is stored\n\n${bullets(stores.map(placeTold))}`
      : `Nothing is written to a file or a database in the files read for this section (${
          listed(
            material.sources.map(({ path }) => code(path)),
            5,
          ) || 'no source file'
        }): data passes through and goes back to the caller.`,
    formats.length > 0 &&
      `### Forms that data takes\n\n${bullets(formats.slice(0, 6).map(({ name, hits }) => `${name}: ${listed(hits.map(({ file, line }) => cite(file, line)))}`))}`,
    codecs.length > 0 && `### Where it changes form\n\n${bullets(codecs.map((placed) => describe(placed, 170)))}`,
    (shapes.length > 0 || tables.length > 0) &&
      `### Shapes\n\n${bullets([
        ...tables.slice(0, 8).map((placed) => `Table ${code(placed.symbol.name)} (${citeSymbol(placed)})`),
        ...shapes.map(
          ({ placed, fields }) =>
            `${code(placed.symbol.name)} (${citeSymbol(placed)}) holds ${listed(
              fields.map(({ name }) => code(name)),
              8,
            )}`,
        ),
      ])}`,
    compatibility.length > 0
      ? `### Compatibility\n\n${bullets(compatibility.map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`))}`
      : 'These files make no statement on the compatibility of stored or sent data.',
  ])
}

function placeTold({ file, line, text }: Hit): string {
  const owner = symbolAt(file, line)
  return `${owner === null ? 'The code' : code(owner.symbol.name)} writes at ${cite(file, line)}${text.length <= 80 && !text.includes('`') ? `: ${code(text.replace(/\s*[{;]$/, ''))}` : ''}`
}

const CALLS_OUT =
  /\b(?:fetch\(|axios|requests\.\w+\(|urllib|http\.(?:get|request|Get|Post|NewRequest)|net\/http|socket\.|grpc|websocket|reqwest|HttpClient|Octokit|boto3)/i
const SERVES =
  /\.(?:listen|get|post|put|delete|use|route)\(\s*["'`]\/|@(?:\w+\.)?(?:route|get|post|app)\(|http\.HandleFunc|@(?:Get|Post|Request)Mapping|\bResponseRouter\b/

/** What crosses the boundary? */
export function writeInterfacesAndIntegrations(material: Material): string {
  const doors = material.sources
    .filter(isDoor)
    .map((file) => ({ file, names: exportedNames(file) }))
    .filter(({ names }) => names.length > 0)
  const surface = publicSymbols(material)
    .filter(({ symbol }) => symbol.parent === null && symbol.kind !== 'constant' && symbol.docstring !== null)
    .slice(0, 6)
  const out = findLines(material.sources, CALLS_OUT, { most: 5, perFile: 2 })
  const serves = findLines(material.sources, SERVES, { most: 8, perFile: 5 })
  const entries = material.manifests.flatMap((file) =>
    file.manifest.entryPoints.map(
      (entry) =>
        `${escapeProse(entry.what)}${entry.name === null ? '' : ` ${escapeProse(entry.name)}`} leads to ${escapeProse(entry.text)} (${cite(file, entry.line)})`,
    ),
  )
  const accepted = findLines(material.sources, /\b(?:Protocol|interface|trait|abstract class|Callable|ABC)\b/, {
    most: 5,
    perFile: 2,
  })
  return joinParts([
    entries.length > 0 && `### Ways in that the package declares\n\n${bullets(entries.slice(0, 6))}`,
    `### Offered to callers\n\n${doors.length > 0 ? bullets(doors.map(({ file, names }) => `${code(file.path)} exports ${counted(names.length, 'name')} (${cite(file, Math.min(...names.map(({ line }) => line)), Math.max(...names.map(({ line }) => line)))})`)) : 'No file that gathers exports was read for this section; callers name the modules themselves.'}`,
    surface.length > 0 && bullets(surface.map((placed) => describe(placed, 160))),
    serves.length > 0 &&
      `### Served over a protocol\n\n${bullets(serves.map(({ file, line, text }) => `${text.length <= 90 && !text.includes('`') ? escapeProse(text) : 'A route'} (${cite(file, line)})`))}`,
    `### Towards other systems\n\n${out.length > 0 ? bullets(out.map(({ file, line }) => `${symbolAt(file, line) === null ? 'The code' : code(symbolAt(file, line)?.symbol.name ?? '')} calls out at ${cite(file, line)}`)) : 'No call over a network was found in the files read for this section: the boundary is the one between a library and the process it runs in, or the file system.'}`,
    accepted.length > 0 &&
      `### Expected from whoever plugs in\n\n${bullets(
        accepted
          .map(({ file, line }) => {
            const owner = symbolAt(file, line)
            return owner === null ? `A contract is named at ${cite(file, line)}` : describe(owner, 160)
          })
          .filter((item, index, all) => all.indexOf(item) === index),
      )}`,
    runtimeDependenciesTold(material),
  ])
}

/** How does it run and who watches it? */
export function writeDeploymentAndOperations(material: Material): string {
  const containers = material.files.filter(({ kind }) => kind === 'container')
  const packages = material.manifests.find(({ kind }) => kind === 'manifest')
  const logs = findLines(
    material.sources,
    /\b(?:logging\.|logger\.|log\.(?:info|warn|error|debug|Print|Fatal)|console\.(?:log|warn|error)|println!|tracing::|slog\.|warnings\.warn)/,
    { most: 4, perFile: 2 },
  )
  const environments = material.files
    .filter(({ kind }) => kind === 'ci')
    .flatMap((file) => file.lines.map((line, index) => ({ file, line, index })))
    .filter(({ line }) => /^\s+environment:/.test(line))
  const builds = commandsFor(material, 'build')
    .map((from) => ({ from, text: typed(from) }))
    .find(({ text }) => text !== null)
  const runs = containers.flatMap(
    (file) =>
      file.manifest?.entryPoints.map(
        (entry) => `${escapeProse(entry.what)}: ${escapeProse(entry.text)} (${cite(file, entry.line)})`,
      ) ?? [`${code(file.path)} describes how it is run (${cite(file, 1, file.lines.length)})`],
  )
  return joinParts([
    `### Packaging\n\n${packages === undefined ? 'No manifest of a package was read for this section.' : `${code(packages.path)} makes it a package${packages.manifest.name === null ? '' : ` called ${escapeProse(packages.manifest.name.text)} (${cite(packages, packages.manifest.name.line)})`}${packages.manifest.version === null ? '' : `, version ${escapeProse(packages.manifest.version.text)} (${cite(packages, packages.manifest.version.line)})`}.`}${builds === undefined ? '' : ` ${cite(builds.from.file, builds.from.item.line)} builds it with:\n\n${fence('sh', [builds.text ?? ''])}`}`,
    releaseTold(material),
    containers.length > 0
      ? `### Environments\n\n${bullets(runs)}`
      : '### Environments\n\nThe repository does not say how a running system is deployed: no Dockerfile, workflow that rolls out to servers, or manifest of a platform was found among the files read for this section. It reaches its users as a package or as source.',
    environments.length > 0 &&
      `Releases pass through a protected environment: ${listed(
        environments.map(({ file, index }) => cite(file, index + 1)),
        3,
      )}.`,
    `### Watching it run\n\n${
      logs.length > 0
        ? `It reports on itself at ${listed(logs.map(({ file, line }) => cite(file, line)))}.`
        : `No logging, metric or trace was found in the source read for this section (${
            listed(
              material.sources.map(({ path }) => code(path)),
              4,
            ) || 'none was among the evidence'
          }): whoever runs it watches it from outside.`
    }`,
  ])
}

const CONCERNS: readonly (readonly [string, RegExp, string])[] = [
  [
    'Security',
    /\b(?:hmac|compare_digest|timingSafeEqual|secret\w*|password|escape\w*|sanitiz\w*|encrypt\w*|token|permission\w*)\b/i,
    'no code that guards a secret or an input was found',
  ],
  [
    'Error handling',
    /^\s*(?:raise\b|throw\b|except\b|\}?\s*catch\b|return\s+(?:nil,\s*)?(?:fmt\.Errorf|errors\.New|Err\())/,
    'nothing is raised or caught',
  ],
  [
    'Configuration',
    /(?:\bos\.environ|process\.env|getenv|env::var|add_argument|\bdefault_\w+\s*[:=])/i,
    'nothing is read from the environment or from options',
  ],
  ['Logging', /\b(?:logging\.|logger\.|log\.\w+\(|console\.\w+\(|println!|tracing::|warnings\.warn)/, 'nothing is logged'],
  [
    'Types',
    /(?:->\s*[\w.[\]|]+\s*:|:\s*readonly\b|\bTypeVar\b|@t\.overload|@overload|\binterface\s+\w+|\bGeneric\[)/,
    'no declared types were found',
  ],
]

/** Which rules hold everywhere? */
export function writeCrossCuttingConcepts(material: Material): string {
  const root = rootError(material)
  const rules = conventions(material, 4)
  const sayings = findSayings(material, /\b(?:must|should (?:not )?be|always|never|kept secret|do not)\b/i, {
    most: 4,
    perFile: 2,
  })
  return joinParts([
    bullets(CONCERNS.map((concern) => concernTold(material, concern))),
    root !== null && `Errors share one root, so that whoever catches it catches all that derive from it: ${describe(root, 160)}`,
    sayings.length > 0 &&
      `### Rules the documentation states\n\n${bullets(sayings.map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`))}`,
    `### Testing\n\n${testsTold(material)}`,
    rules.length > 0 && `### Style\n\n${bullets(rules)}`,
  ])
}

function concernTold(material: Material, [name, pattern, none]: (typeof CONCERNS)[number]): string {
  const hits = findLines(material.sources, pattern, { most: 90, perFile: 30 })
  if (hits.length === 0) return `**${name}**: ${none} in the files read for this section.`
  const files = [...new Set(hits.map(({ file }) => file))]
  const owners = new Map<string, string>()
  for (const { file, line } of hits) {
    const owner = symbolAt(file, line)
    if (owner !== null && !owners.has(owner.symbol.name))
      owners.set(owner.symbol.name, `${code(owner.symbol.name)} (${cite(file, line)})`)
  }
  const shown = owners.size > 0 ? [...owners.values()] : hits.map(({ file, line }) => cite(file, line))
  return `**${name}**: ${counted(hits.length, 'line')} in ${counted(files.length, 'file')}; see ${listed(shown.slice(0, 4))}.`
}

function rootError(material: Material): Placed | null {
  const errors = errorTypes(material)
  return (
    errors.find(({ symbol }) =>
      errors.some((other) => other.symbol !== symbol && buildsOn(other.symbol.signature, symbol.name)),
    ) ?? null
  )
}

function testsTold(material: Material): string {
  const tests = testPaths(material.paths).length
  const sources = codePaths(material.paths).filter((path) => fileKindOf(path) === 'source').length
  const file = material.tests[0]
  const standing = `${capital(counted(tests, 'file of tests', 'files of tests'))} ${tests === 1 ? 'stands' : 'stand'} against ${counted(sources, 'file')} of source.`
  if (file === undefined) return standing
  const groups = file.outline.symbols.filter(({ kind, name }) => kind === 'class' || /fixture|setup|helper|make/i.test(name))
  const modules = tellingImports(file)
  const grouped =
    groups[0] === undefined
      ? ''
      : ` Its cases are grouped in ${code(groups[0].name)} (${cite(file, groups[0].firstLine, groups[0].lastLine)}).`
  return `${standing} ${code(file.path)} works with ${modules.length > 0 ? listed(modules, 6) : 'nothing but the language'}.${grouped}`
}
