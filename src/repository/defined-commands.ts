// Commands a repository defines: package scripts, Makefile targets, tox environments and their like.
import { nearestName } from './nearest.ts'

/** Runner (`npm`, `make`, …) to the names it runs here. A runner with an empty set is set up, but names nothing. */
export type DefinedCommands = Map<string, Set<string>>

const READERS: readonly { runner: string; file: RegExp; names: (text: string) => Iterable<string> }[] = [
  { runner: 'npm', file: /^package\.json$/, names: scriptsOf },
  { runner: 'composer', file: /^composer\.json$/, names: scriptsOf },
  {
    runner: 'make',
    file: /^(?:GNUmakefile|[Mm]akefile|.*\.mk)$/,
    names: (text) => words(text, /^([\w./%-]+(?:[ \t]+[\w./%-]+)*)[ \t]*::?(?!=)/gm),
  },
  { runner: 'just', file: /^\.?[Jj]ustfile$/, names: (text) => words(text, /^@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)/gm) },
  { runner: 'tox', file: /^(?:tox\.(?:ini|toml)|setup\.cfg|pyproject\.toml)$/, names: toxEnvironments },
  { runner: 'nox', file: /^noxfile\.py$/, names: (text) => words(text, /^def[ \t]+(\w+)/gm) },
]
/** Tools whose bare name stands where their own file does. */
const SET_UP_BY: Readonly<Record<string, RegExp>> = {
  npm: /^package\.json$/,
  npx: /^package\.json$/,
  node: /^package\.json$/,
  cargo: /^Cargo\.toml$/,
  go: /^go\.mod$/,
  docker: /^(?:Dockerfile|Containerfile)$/,
  python: /\.py$/,
  pip: /^(?:pyproject\.toml|setup\.py|setup\.cfg|requirements.*\.txt)$/,
  mvn: /^pom\.xml$/,
  gradle: /^build\.gradle(?:\.kts)?$/,
  bundle: /^Gemfile$/,
  make: /^(?:GNUmakefile|[Mm]akefile)$/,
}
const NPM_SHORT: Readonly<Record<string, string>> = { t: 'test', tst: 'test' }

export function definesCommands(baseName: string): boolean {
  return READERS.some(({ file }) => file.test(baseName))
}

/** Adds what the file of this base name defines. */
export function addDefinedCommands(commands: DefinedCommands, baseName: string, text: string): void {
  for (const { runner, file, names } of READERS) {
    if (!file.test(baseName)) continue
    const found = [...names(text)]
    if (runner === 'tox' && found.length === 0 && !/^tox\./.test(baseName)) continue
    const known = commands.get(runner) ?? new Set()
    for (const name of found) known.add(name)
    commands.set(runner, known)
  }
}

/** Whether a runner's name is really defined; a bare tool stands where its own file does. `git` works in every repository. */
export function isDefined(command: string, commands: DefinedCommands, baseNames: ReadonlySet<string>): boolean {
  if (/^\w+$/.test(command)) {
    const file = SET_UP_BY[command]
    if (command === 'git' || commands.has(command)) return true
    return file !== undefined && [...baseNames].some((name) => file.test(name))
  }
  const call = readCall(command)
  return call !== null && call.names.length > 0 && call.names.every((name) => commands.get(call.runner)?.has(name) === true)
}

/** The same runner with the nearest name it knows; null where nothing is near. */
export function nearestDefined(command: string, commands: DefinedCommands): string | null {
  const call = readCall(command)
  const name = call?.names[0]
  const known = call === null ? undefined : commands.get(call.runner)
  if (name === undefined || known === undefined) return null
  const nearest = nearestName(name, [...known].sort())
  return nearest === null ? null : command.replace(name, () => nearest)
}

function readCall(command: string): { runner: string; names: string[] } | null {
  const [tool = '', ...rest] = command.replace(/ -- .*$/, '').split(' ')
  const plain = rest.filter((word) => !word.startsWith('-') && !word.includes('='))
  if (/^(?:npm|yarn|pnpm|bun)$/.test(tool)) {
    const at = plain[0] === 'run' || plain[0] === 'run-script' ? 1 : 0
    const name = plain[at]
    const isShort = tool === 'npm' && at === 0 && !/^(?:t|tst|test|start|stop|restart)$/.test(name ?? '')
    return name === undefined || isShort ? null : { runner: 'npm', names: [NPM_SHORT[name] ?? name] }
  }
  if (tool === 'composer') return { runner: tool, names: plain.filter((word) => !/^run(?:-script)?$/.test(word)).slice(0, 1) }
  if (tool === 'make') return { runner: tool, names: plain }
  if (tool === 'just') return { runner: tool, names: plain.slice(0, 1) }
  const option = /(?:^|\s)(?:-e|-s|--session|--sessions)[ =]?(\S+)/.exec(` ${rest.join(' ')}`)?.[1]
  return (tool === 'tox' || tool === 'nox') && option !== undefined ? { runner: tool, names: option.split(',') } : null
}

function scriptsOf(text: string): string[] {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown }
    return typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : []
  } catch {
    return []
  }
}

function toxEnvironments(text: string): string[] {
  const sections = words(text, /^\[(?:testenv:|env\.|tool\.tox\.env\.)"?([\w.-]+)"?\]/gm)
  const lists = [...text.matchAll(/^\s*env_?list[ \t]*=((?:.*(?:\n[ \t]+\S.*)*))/gm)]
    .flatMap(([, list = '']) => splitList(list))
    .flatMap(expandBraces)
  return [...sections, ...lists]
}

function splitList(list: string): string[] {
  return (list.match(/(?:\{[^}]*\}|[\w.-])+/g) ?? []).filter((name) => name !== '')
}

/** `py3{12,13}-{a,b}` -> its four names. */
function expandBraces(pattern: string): string[] {
  const [whole, before = '', inside = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  if (whole === undefined) return [pattern]
  return inside
    .split(',')
    .slice(0, 50)
    .flatMap((part) => expandBraces(after).map((rest) => `${before}${part.trim()}${rest}`))
}

function* words(text: string, pattern: RegExp): Iterable<string> {
  for (const [, names = ''] of text.matchAll(pattern)) yield* names.split(/\s+/)
}
