import type { Command, Dependency, Requirement } from '../../outline/manifests/manifest.ts'
import { cite, code, counted, escapeProse, listed } from './markdown-text.ts'
import type { Material, ReadFile } from './material.ts'

export interface From<Item> {
  readonly file: ReadFile
  readonly item: Item
}

export function allRequirements(material: Material): readonly From<Requirement>[] {
  return material.manifests.flatMap((file) => file.manifest.requirements.map((item) => ({ file, item })))
}

export function allDependencies(material: Material): readonly From<Dependency>[] {
  return material.manifests
    .filter(({ kind }) => kind === 'manifest')
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

const PURPOSES = {
  test: /\b(?:test|tests|pytest|vitest|jest|mocha|rspec|phpunit|go test|cargo test|tox|nox|spec|check|coverage)\b/i,
  lint: /\b(?:lint|format|fmt|style|ruff|black|eslint|biome|prettier|mypy|pyright|clippy|types?|typing|tsc|pre-commit|flake8|rubocop)\b/i,
  build: /\b(?:build|compile|bundle|dist|package|wheel|docs?)\b/i,
  start: /\b(?:start|serve|dev|run|demo|example)\b/i,
  release: /\b(?:release|publish|deploy|upload|push)\b/i,
} as const

/** Commands whose name or text speaks of a purpose. */
export function commandsFor(material: Material, purpose: keyof typeof PURPOSES): readonly From<Command>[] {
  return allCommands(material).filter(
    ({ item }) =>
      PURPOSES[purpose].test(item.name ?? '') || (PURPOSES[purpose].test(item.text) && !/^(?:echo|cd|mkdir)\b/.test(item.text)),
  )
}

/** A requirement in words, with its line. */
export function requirementTold({ file, item }: From<Requirement>): string {
  const place = cite(file, item.line)
  const what = escapeProse(item.what)
  const text = escapeProse(item.text)
  if (item.what === 'runner') return `Continuous integration runs on ${text} (${place})`
  if (item.what.startsWith('matrix '))
    return `Continuous integration runs it with ${escapeProse(item.what.slice(7))} set to ${text} (${place})`
  if (item.what === 'base image') return `The container starts from the image ${text} (${place})`
  return `${what}: **${text}** (${place})`
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

/** One sentence on what it needs at run time. null where no manifest was read that could tell. */
export function runtimeDependenciesTold(material: Material): string | null {
  const file = material.manifests.find(({ kind }) => kind === 'manifest')
  if (file === undefined) return null
  const needed = allDependencies(material).filter(({ item }) => !item.isDevelopment)
  if (needed.length === 0)
    return `${code(file.path)} declares no dependency for run time: whoever installs the package installs nothing else with it.`
  const [from, to] = [
    Math.min(...needed.filter((other) => other.file === needed[0]?.file).map(({ item }) => item.line)),
    Math.max(...needed.filter((other) => other.file === needed[0]?.file).map(({ item }) => item.line)),
  ]
  return `At run time it needs ${counted(needed.length, 'package')}: ${listed(
    needed.map(({ item }) => escapeProse(item.name)),
    10,
  )} (${cite(needed[0]?.file ?? file, from, to)}).`
}

/** Development dependencies by group. */
export function developmentGroups(material: Material): readonly string[] {
  const groups = Map.groupBy(
    allDependencies(material).filter(({ item }) => item.isDevelopment),
    ({ item, file }) => `${file.path} ${item.group ?? ''}`,
  )
  return [...groups.values()].slice(0, 6).map((group) => {
    const first = group[0]
    if (first === undefined) return ''
    const lines = group.map(({ item }) => item.line)
    const title = first.item.group === null ? 'development' : first.item.group
    return `**${escapeProse(title)}**: ${listed(
      group.map(({ item }) => escapeProse(item.name)),
      8,
    )} (${cite(first.file, Math.min(...lines), Math.max(...lines))})`
  })
}
