import type { Command, Dependency, Requirement } from '../../outline/manifests/manifest.ts'
import { capital, cite, code, counted, escapeProse, fence, listed } from './markdown-text.ts'
import type { Material, ReadFile } from './material.ts'

export interface From<Item> {
  readonly file: ReadFile
  readonly item: Item
}

export function allRequirements(material: Material): readonly From<Requirement>[] {
  return material.manifests.flatMap((file) => file.manifest.requirements.map((item) => ({ file, item })))
}

/** Of the manifests nearest to the root: those deeper in belong to examples, tests or parts; the parts tell where the root only binds them. */
export function allDependencies(material: Material): readonly From<Dependency>[] {
  const all = material.manifests.filter(({ kind }) => kind === 'manifest')
  const parts = all.filter((file) => !holdsParts(file) || file.manifest.dependencies.length > 0)
  const manifests = parts.length > 0 ? parts : all
  const depth = Math.min(...manifests.map(({ path }) => path.split('/').length))
  return manifests
    .filter(({ path }) => path.split('/').length === depth)
    .flatMap((file) => file.manifest.dependencies.map((item) => ({ file, item })))
}

export function allCommands(material: Material): readonly From<Command>[] {
  return material.manifests.flatMap((file) => file.manifest.commands.map((item) => ({ file, item })))
}

const RUNNERS: readonly (readonly [RegExp, (name: string, file: ReadFile) => string])[] = [
  [
    /(?:^|\/)package\.json$/,
    (name, file) =>
      name === 'test' || name === 'start' ? `${packageRunner(file)} ${name}` : `${packageRunner(file)} run ${name}`,
  ],
  [/(?:^|\/)composer\.json$/, (name) => `composer ${name}`],
]

const packageRunner = (file: ReadFile): string =>
  /"packageManager"\s*:\s*"(pnpm|yarn|bun)/.exec(file.lines.join('\n'))?.[1] ?? 'npm'

/** What a person types to run it. null for words that were put together, and for what only a runner can fill in. */
export function typed({ file, item }: From<Command>): string | null {
  const runner = RUNNERS.find(([pattern]) => pattern.test(file.path))?.[1]
  if (runner !== undefined && item.name !== null) return runner(item.name, file)
  if (file.kind === 'commands' && /make|just/i.test(file.path)) return file.path.includes('/') ? null : item.text
  return item.isVerbatim && !/\$\{\{|\$GITHUB|[<>|]/.test(item.text) ? item.text : null
}

/** Makes ready for what is asked for, and is not it. */
export const ONLY_PREPARES =
  /^(?:echo|cd|mkdir|export|set|sudo|apt|apt-get|brew|curl|wget|git|rustup|corepack|chmod|chown|mv|cp|rm|ls|cat|touch|ln|tar|unzip|file|sed|autoreconf|autoconf|for|if|fi|then|else|do|done|while|exit|ulimit|umask|trap|source|printf|python3? -m venv)\b|^(?:\.\/configure|\.\/autogen|\[|\w+=|[-({}])|\b(?:pip3?|pipx|uv|poetry|npm|pnpm|yarn|bun|bundle|composer|gem|cargo|go|dotnet)\s+(?:pip\s+)?(?:install|ci|i|sync|add|update|upgrade|restore|mod|config|get)\b/

/** Maven with a profile, or for some of the modules. */
const ONLY_A_PART = /\bmvnw?\b.*\s(?:-P\S*|--activate-profiles\b|-pl\b|--projects\b)/

const PURPOSES = {
  test: {
    name: /^(?:unit-?|ci-)?tests?(?:[:_-]\w+)?$|^(?:check|spec|coverage|tox)$/i,
    text: /\b(?:pytest|unittest|vitest|jest|mocha|ava|tap|rspec|phpunit|ctest|go test|cargo (?:\+?\S+ )?(?:test|nextest)|tox|nox|make (?:test|check)|npm test|(?:npm|yarn|pnpm) (?:run )?test[\w:-]*|(?:mvnw?|gradlew?)\b.* (?:test|verify|check)|(?:bundle exec )?(?:rake|bake)(?: test| spec)?$|(?:dotnet|swift|mix|composer|zig build) test)\b/i,
    not: /typing|style|lint|\bdocs?\b|types|skip/i,
  },
  lint: {
    name: /^(?:lint|check|style|types?|typing|typecheck|pre-commit|clippy|(?:format|fmt)[:_-]check)\b/i,
    text: /\b(?:ruff|black|eslint|biome|prettier|mypy|pyright|clippy|rustfmt|tsc|pre-commit|flake8|rubocop|golangci-lint|go vet|(?:npm|pnpm|yarn) run (?:lint|check|types?|typecheck))\b/i,
    // What writes is no check.
    not: /^(?:fix|(?:format|fmt)(?![:_-]check))\b|--(?:write|fix)\b|\bruff format\b(?!.*--check)|:fix\b/i,
  },
  build: {
    name: /^(?:build|compile|bundle|dist|package|docs?)\b/i,
    text: /\b(?:build|compile|bundle(?! exec)|rollup|webpack|sphinx-build)\b/i,
    not: /devcontainer/,
  },
  start: { name: /^(?:start|serve|dev|demo)$/i, text: /^\b$/, not: /^\b$/ },
  release: {
    name: /^(?:release|publish|deploy)\b/i,
    text: /\b(?:release|publish|deploy|upload|twine|docker push)\b/i,
    not: /^\b$/,
  },
} as const

/** Commands whose name or text speaks of a purpose; those of manifests before those of continuous integration, each text once. */
export function commandsFor(material: Material, purpose: keyof typeof PURPOSES): readonly From<Command>[] {
  const { name, text, not } = PURPOSES[purpose]
  const seen = new Set<string>()
  return (
    allCommands(material)
      // A job is named after what it is for, but most of its lines prepare that.
      .filter(
        ({ file, item }) => text.test(item.text) || (file.kind !== 'ci' && name.test((item.name ?? '').replace(/^tox /, ''))),
      )
      .filter(({ item }) => !not.test(`${item.name ?? ''} ${item.text}`) && !ONLY_PREPARES.test(item.text))
      .sort(
        (a, b) =>
          Number(ONLY_A_PART.test(a.item.text)) - Number(ONLY_A_PART.test(b.item.text)) ||
          Number(a.file.kind === 'ci') - Number(b.file.kind === 'ci') ||
          Number(name.test(b.item.name ?? '')) - Number(name.test(a.item.name ?? '')),
      )
      .filter(({ item }) => !seen.has(item.text) && seen.add(item.text))
  )
}

/** The best command for a purpose, and what a person types for it; null for what continuous integration has to fill in. */
export function chooseCommand(
  material: Material,
  purpose: keyof typeof PURPOSES,
): { readonly from: From<Command>; readonly text: string | null } | null {
  const found = commandsFor(material, purpose)
  const whole = found.filter(({ item }) => !ONLY_A_PART.test(item.text))
  const all = whole.length > 0 ? whole : found
  for (const from of all) {
    const text = typed(from)
    if (text !== null) return { from, text }
  }
  const filled = all.find(({ item }) => item.isVerbatim && item.text.length <= 200)
  return filled === undefined ? null : { from: filled, text: null }
}

/** The best command for a purpose as a fence, with what is known about it. null where none can be quoted. */
export function commandTold(material: Material, purpose: keyof typeof PURPOSES): string | null {
  const chosen = chooseCommand(material, purpose)
  if (chosen === null) return null
  const { from: filled, text } = chosen
  if (text !== null) return `${cite(filled.file, filled.item.line)} has the command for it:\n\n${fence('sh', [text])}`
  // Continuous integration fills in what stands in braces; a person can still read what to type.
  const becomes = filledIn(filled)
  return `Continuous integration runs (${cite(filled.file, filled.item.line)}):\n\n${fence('sh', [filled.item.text])}\n\nWhat stands in double braces is filled in by the workflow, once for each environment that it tests${becomes === null ? '' : `: ${becomes}`}.`
}

/** What the braces of a command become in the first of its environments: a value of the matrix, or `format` of one. */
function filledIn({ file, item }: From<Command>): string | null {
  const inside = /\$\{\{([^}]*(?:\}(?!\})[^}]*)*)\}\}/.exec(item.text)?.[1] ?? ''
  const [, before = '', after = '', axis = /matrix\.([\w-]+)\s*$/.exec(inside)?.[1]] =
    /format\('([^'{}]*)\{0\}([^'{}]*)',\s*matrix\.([\w-]+)\)/.exec(inside) ?? []
  const values = file.manifest?.requirements.find(({ what }) => what === `matrix ${axis}`)?.text.split(', ') ?? []
  const [first] = values
  if (axis === undefined || first === undefined) return null
  return `for ${axisTold(axis)} ${escapeProse(first)} it becomes “${escapeProse(`${before}${first}${after}`)}”`
}

const AXES: Readonly<Record<string, string>> = {
  os: 'the systems',
  platform: 'the systems',
  python: 'Python',
  node: 'Node.js',
  go: 'Go',
  rust: 'Rust',
  ruby: 'Ruby',
  java: 'Java',
  php: 'PHP',
}

const axisTold = (axis: string): string => AXES[axis.replace(/[-_]?versions?$/, '')] ?? escapeProse(axis)

/** A requirement in words, with its line. */
export function requirementTold({ file, item }: From<Requirement>): string {
  const place = cite(file, item.line)
  const text = escapeProse(item.text)
  if (item.what === 'runner') return `Continuous integration runs on ${text} (${place})`
  if (item.what.startsWith('matrix '))
    return `Continuous integration tries it with ${axisTold(item.what.slice(7))} ${text} (${place})`
  if (item.what === 'base image') return `The container starts from the image ${text} (${place})`
  return `${capital(escapeProse(item.what))}: **${text}** (${place})`
}

/** Requirements without the runner's expressions, each thing told once. */
export function plainRequirements(material: Material): readonly From<Requirement>[] {
  const seen = new Set<string>()
  return allRequirements(material).filter(({ item }) => {
    const key = `${item.what} ${item.text}`
    if (item.text.includes('${{') || seen.has(key) || (item.what === 'runner' && seen.has('runner'))) return false
    seen.add(key)
    if (item.what === 'runner') seen.add('runner')
    return true
  })
}

/** Whether all that a package needs at run time stands in the lines that were given. */
function showsDependencies({ path, lines, isWhole, shows }: ReadFile): boolean {
  if (isWhole) return true
  const start = path.endsWith('pyproject.toml') ? lines.findIndex((line) => /^\[project\]/.test(line)) : -1
  const end = lines.findIndex((line, index) => index > start && line.startsWith('['))
  return start >= 0 && end > start && shows(start + 1, end) && !lines.slice(start, end).some((line) => line.startsWith('dynamic'))
}

/** Only binds packages together: what those need is declared in them. */
const holdsParts = ({ lines }: ReadFile): boolean =>
  lines.some((line) => /^\s*<modules>|"workspaces"\s*:|^\[(?:tool\.uv\.)?workspace\b/.test(line))

/** A package.json that is never published, with others beside it. */
const isRootOfParts = ({ path, lines }: ReadFile, paths: readonly string[]): boolean =>
  path === 'package.json' &&
  lines.some((line) => /"private"\s*:\s*true/.test(line)) &&
  paths.some((other) => other.endsWith('/package.json') && !/^(?:examples?|tests?|docs?|\.)/.test(other))

/** One sentence on what it needs at run time. null where no manifest was read that could tell. */
export function runtimeDependenciesTold(material: Material, withNames = true): string | null {
  const file = material.manifests.find(({ kind }) => kind === 'manifest')
  if (file === undefined || !showsDependencies(file) || holdsParts(file) || isRootOfParts(file, material.paths)) return null
  const needed = allDependencies(material).filter(({ item }) => !item.isDevelopment)
  if (needed.length === 0)
    return `${code(file.path)} declares no dependency for run time: whoever installs the package installs nothing else with it.`
  const lines = needed.filter((other) => other.file === needed[0]?.file).map(({ item }) => item.line)
  const place = cite(needed[0]?.file ?? file, Math.min(...lines), Math.max(...lines))
  const names = withNames
    ? `: ${listed(
        needed.map(({ item }) => escapeProse(item.name)),
        10,
      )}`
    : ''
  return /(?:^|\/)go\.mod$/.test(file.path)
    ? `${code(file.path)} requires ${counted(needed.length, 'module')}${names} (${place}). It does not tell those that only tests need from the others.`
    : `At run time it needs ${counted(needed.length, 'package')}${names} (${place}).`
}

/** Development dependencies by group. */
export function developmentGroups(material: Material): readonly string[] {
  const groups = Map.groupBy(
    allDependencies(material).filter(({ item }) => item.isDevelopment),
    ({ item, file }) => `${file.path} ${item.group ?? ''}`,
  )
  return [...groups.values()].slice(0, 8).map((group) => {
    const first = group[0]
    if (first === undefined) return ''
    const lines = group.map(({ item }) => item.line)
    // Cut off right behind it, the group may go on.
    const end = Math.max(...lines)
    const rest = first.file.isWhole || first.file.shows(end, end + 1) ? '' : ', as far as the file was shown'
    const title = first.item.group === null ? 'development' : first.item.group
    return `**${escapeProse(title)}**: ${listed([...new Set(group.map(({ item }) => escapeProse(item.name)))])}${rest} (${cite(first.file, Math.min(...lines), end)})`
  })
}
