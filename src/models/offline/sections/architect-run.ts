import { fileKindOf } from '../../../outline/file-kind.ts'
import { callChains } from '../call-chain.ts'
import { conventions } from '../conventions.ts'
import { sequenceDiagram } from '../diagrams.ts'
import { errorTypes, fieldsOf, refusals, refusalTold } from '../fields.ts'
import { countLines, findLines, findSayings, type Hit, symbolAt } from '../find-in-code.ts'
import { commandsFor, runtimeDependenciesTold, typed } from '../from-manifests.ts'
import { newestChanges } from '../from-readme.ts'
import {
  aboutFile,
  bullets,
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
  told,
} from '../markdown-text.ts'
import { codePaths, type Material, publicSymbols } from '../material.ts'
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
        ? ` Loading ${code(broad.path)} loads ${listed(
            imported.map(({ path }) => code(path)),
            6,
          )} before it.`
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
  const compatibility = findSayings(
    material,
    /\b(?:compatib\w+|versions?|upgrade\w*|migrat\w*|formats?|schema|encod\w+|serializ\w+)\b/i,
    { most: 4, perFile: 2 },
  )
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
  return `${owner === null ? 'The module' : code(owner.symbol.name)} writes at ${cite(file, line)}${text.length <= 80 ? `: ${code(text.replace(/[{;]$/, ''))}` : ''}`
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
    `### Towards other systems\n\n${out.length > 0 ? bullets(out.map(({ file, line }) => `${symbolAt(file, line) === null ? 'The module' : code(symbolAt(file, line)?.symbol.name ?? '')} calls out at ${cite(file, line)}`)) : 'No call over a network was found in the files read for this section: the boundary is the one between a library and the process it runs in, or the file system.'}`,
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
    'No code that guards a secret or an input was found.',
  ],
  [
    'Error handling',
    /^\s*(?:raise\b|throw\b|except\b|\}?\s*catch\b|return\s+(?:nil,\s*)?(?:fmt\.Errorf|errors\.New|Err\())/,
    'Nothing is raised or caught.',
  ],
  [
    'Configuration',
    /(?:\bos\.environ|process\.env|getenv|env::var|add_argument|\bdefault_\w+\s*[:=])/i,
    'Nothing is read from the environment or from options.',
  ],
  ['Logging', /\b(?:logging\.|logger\.|log\.\w+\(|console\.\w+\(|println!|tracing::|warnings\.warn)/, 'Nothing is logged.'],
  [
    'Types',
    /(?:->\s*[\w.[\]|]+\s*:|:\s*readonly\b|\bTypeVar\b|@t\.overload|@overload|\binterface\s+\w+|\bGeneric\[)/,
    'No declared types were found.',
  ],
]

/** Which rules hold everywhere? */
export function writeCrossCuttingConcepts(material: Material): string {
  const concerns = CONCERNS.map(([name, pattern, none]) => {
    const hits = findLines(material.sources, pattern, { most: 60, perFile: 20 })
    const files = [...new Set(hits.map(({ file }) => file))]
    const samples = files
      .slice(0, 3)
      .map((file) => hits.find((hit) => hit.file === file))
      .filter((hit) => hit !== undefined)
    const who = samples.map(({ file, line }) => {
      const owner = symbolAt(file, line)
      return `${owner === null ? '' : `${code(owner.symbol.name)} at `}${cite(file, line)}`
    })
    return `**${name}**: ${hits.length === 0 ? `${none.replace(/\.$/, '')} in the files read for this section.` : `${counted(hits.length, 'line')} in ${counted(files.length, 'file')}, for example ${listed(who)}.`}`
  })
  const errors = errorTypes(material)
  const root = errors.find(({ symbol }) =>
    errors.some(
      (other) => other.symbol.signature.includes(`(${symbol.name}`) || other.symbol.signature.includes(`extends ${symbol.name}`),
    ),
  )
  const rules = conventions(material, 4)
  const sayings = findSayings(material, /\b(?:must|should (?:not )?be|always|never|kept secret|do not)\b/i, {
    most: 4,
    perFile: 2,
  })
  return joinParts([
    bullets(concerns),
    root !== undefined && `Errors share one root: ${describe(root, 160)} Whoever catches it catches all that derive from it.`,
    sayings.length > 0 &&
      `### Rules the documentation states\n\n${bullets(sayings.map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`))}`,
    `### Testing\n\n${testsTold(material)}`,
    rules.length > 0 && `### Style\n\n${bullets(rules)}`,
  ])
}

function testsTold(material: Material): string {
  const tests = material.paths.filter((path) => fileKindOf(path) === 'test').length
  const sources = codePaths(material.paths).filter((path) => fileKindOf(path) === 'source').length
  const file = material.tests[0]
  const shared = file?.outline.symbols.filter(({ kind, name }) => kind === 'class' || /fixture|setup|helper|make/i.test(name))[0]
  return `${counted(tests, 'file')} of tests stand against ${counted(sources, 'file')} of source.${file === undefined ? '' : ` ${code(file.path)} ${file.outline.imports.length > 0 ? `imports ${listed(file.outline.imports.map(escapeProse), 5)}` : 'imports nothing'}${shared === undefined ? '' : `; its cases are grouped in ${code(shared.name)} (${cite(file, shared.firstLine, shared.lastLine)})`}.`}`.replace(
    /^\w/,
    (letter) => letter.toUpperCase(),
  )
}

const DEBTS: readonly (readonly [string, RegExp])[] = [
  ['Marked by its authors', /\b(?:TODO|FIXME|HACK|XXX)\b/],
  [
    'Checks switched off',
    /(?:#\s*(?:noqa|type:\s*ignore|pyright:\s*ignore)|@ts-(?:ignore|expect-error)|eslint-disable|nolint|biome-ignore|#\[allow\()/,
  ],
  [
    'Errors swallowed or caught broadly',
    /^\s*except(?:\s+(?:Base)?Exception)?(?:\s+as\s+\w+)?:|\bcatch\s*(?:\(\s*(?:_|e|err|error|Exception\s+\w+)?\s*\))?\s*\{\s*\}?$/,
  ],
  ['Types given up', /(?::\s*any\b|\bas any\b|\bt?\.?cast\(|:\s*t\.Any\b|interface\{\})/],
  ['Deprecated', /\bdeprecat\w+/i],
]

/** What is fragile, what was traded away? */
export function writeRisksAndDecisions(material: Material): string {
  const debts = DEBTS.map(([name, pattern]) => ({
    name,
    count: rawCount(material, pattern),
    hits: rawHits(material, pattern),
  })).filter(({ hits }) => hits.length > 0)
  const long = [...material.sources]
    .filter(({ lines }) => lines.length > 300)
    .map((file) => `${code(file.path)} is ${file.lines.length} lines long`)
  const dependedOn = [
    ...Map.groupBy(
      material.sources.flatMap((from) => material.importsOf(from)),
      (file) => file,
    ),
  ].sort((a, b) => b[1].length - a[1].length)[0]
  const longest = publicSymbols(material)
    .filter(({ symbol }) => symbol.kind !== 'class' && symbol.kind !== 'type')
    .sort((a, b) => b.symbol.lastLine - b.symbol.firstLine - (a.symbol.lastLine - a.symbol.firstLine))[0]
  const decisions = findSayings(
    material,
    /\b(?:instead of|rather than|no longer|drop(?:ped)? support|backwards?|compatib\w+|trade-?off|by default|deliberate\w*|because)\b/i,
    { most: 4, perFile: 2 },
  )
  const changes = newestChanges(material, 4)
  const shape = [
    ...long,
    ...(dependedOn !== undefined && dependedOn[1].length > 1
      ? [
          `${code(dependedOn[0].path)} is imported by ${counted(dependedOn[1].length, 'other file')} of those read, so that a mistake there reaches them all. ${aboutFile(dependedOn[0], 120)}`,
        ]
      : []),
    ...(longest !== undefined && longest.symbol.lastLine - longest.symbol.firstLine > 40
      ? [
          `${code(longest.symbol.name)} is the longest function read here, ${longest.symbol.lastLine - longest.symbol.firstLine + 1} lines (${citeSymbol(longest)})`,
        ]
      : []),
  ]
  return joinParts([
    debts.length > 0
      ? `### Debts that show in the code\n\n${bullets(
          debts.map(
            ({ name, count, hits }) =>
              `**${name}**: ${counted(count, 'place')}, such as ${listed(
                hits.map(({ file, line }) => cite(file, line)),
                3,
              )}`,
          ),
        )}`
      : 'No mark of a debt (a TODO, a check switched off, an error swallowed) was found in the files read for this section.',
    shape.length > 0 && `### Where much hangs on little\n\n${bullets(shape)}`,
    decisions.length > 0 &&
      `### Decisions and their price\n\n${bullets(decisions.map(({ text, file, from, to }) => `${told(text, 260)} (${cite(file, from, to)})`))}`,
    changes !== null && `### Decided lately\n\n${changes.title} (${changes.place}):\n\n${bullets(changes.items)}`,
    decisions.length === 0 &&
      changes === null &&
      'No record of decisions is among the files read for this section, so what was traded away can only be guessed at.',
  ])
}

/** Comments count here, so that raw lines are searched. */
function rawHits(material: Material, pattern: RegExp): readonly { file: Material['files'][number]; line: number }[] {
  return material.sources
    .flatMap((file) =>
      file.lines.flatMap((line, index) => (line.length < 300 && pattern.test(line) ? [{ file, line: index + 1 }] : [])),
    )
    .slice(0, 200)
}

const rawCount = (material: Material, pattern: RegExp): number =>
  Math.max(rawHits(material, pattern).length, countLines([], pattern))
