import { type Draft, emptyManifest } from './manifest.ts'
import { type Entry, readTomlLines } from './toml-lines.ts'

/** pyproject.toml (PEP 621, Poetry, dependency groups, tox) and Cargo.toml. */
export function readTomlManifest(lines: readonly string[]): Draft {
  const manifest = emptyManifest()
  const descriptions = new Map<string, string>()
  const entries = readTomlLines(lines)
  for (const entry of entries) if (entry.key === 'description') descriptions.set(entry.section, entry.value)
  for (const entry of entries) {
    if (entry.key === '') readSection(manifest, entry)
    else if (/^(?:project|tool\.poetry|package|workspace\.package)$/.test(entry.section)) readProject(manifest, entry)
    else readTable(manifest, entry, descriptions.get(entry.section) ?? null)
  }
  return manifest
}

function readSection(manifest: Draft, entry: Entry): void {
  const tool = /^tool\.([\w-]+)/.exec(entry.section)?.[1]
  if (
    tool !== undefined &&
    !['poetry', 'setuptools', 'uv', 'flit', 'hatch', 'pdm'].includes(tool) &&
    !manifest.tools.some(({ text }) => text === tool)
  )
    manifest.tools.push({ text: tool, line: entry.line })
}

function readProject(manifest: Draft, entry: Entry): void {
  const stated = { text: entry.value, line: entry.line }
  if (entry.key === 'name') manifest.name = stated
  else if (entry.key === 'description') manifest.description = stated
  else if (entry.key === 'version' && !entry.value.startsWith('{')) manifest.version = stated
  else if (entry.key === 'license') manifest.licence = { text: entry.items[0]?.text ?? entry.value, line: entry.line }
  else if (entry.key === 'requires-python') manifest.requirements.push({ what: 'Python', ...stated })
  else if (entry.key === 'rust-version') manifest.requirements.push({ what: 'Rust', ...stated })
  else if (entry.key === 'edition') manifest.requirements.push({ what: 'Rust edition', ...stated })
  else if (entry.key === 'classifiers') {
    for (const item of entry.items) {
      const system = /^Operating System :: (.+)$/.exec(item.text)?.[1]
      if (system !== undefined) manifest.requirements.push({ what: 'operating system', text: system, line: item.line })
    }
  } else if (entry.key === 'dependencies')
    for (const item of entry.items) addPython(manifest, item, { isDevelopment: false, group: null })
}

function readTable(manifest: Draft, entry: Entry, description: string | null): void {
  const { section, key, line, items } = entry
  if (/^(?:project\.(?:gui-)?scripts|tool\.poetry\.scripts)$/.test(section))
    manifest.entryPoints.push({ what: 'console script', name: key, text: entry.value, line })
  else if (/^project\.entry-points\./.test(section))
    manifest.entryPoints.push({ what: section.slice(21), name: key, text: entry.value, line })
  else if (section === 'bin' || section === 'lib') {
    if (key === 'path' || key === 'name')
      manifest.entryPoints.push({ what: section === 'bin' ? 'binary' : 'library', name: null, text: entry.value, line })
  } else if (/^(?:project\.optional-dependencies|dependency-groups)$/.test(section)) {
    const isDevelopment = section === 'dependency-groups' || /^(?:dev|tests?|docs?|lint|typing)/.test(key)
    for (const item of items) addPython(manifest, item, { isDevelopment, group: key })
  } else if (section === 'build-system' && key === 'requires')
    for (const item of items) addPython(manifest, item, { isDevelopment: true, group: 'build' })
  else if (/^tool\.poetry\.(?:group\.[\w-]+\.)?(?:dev-)?dependencies$/.test(section)) {
    if (key === 'python') manifest.requirements.push({ what: 'Python', text: entry.value, line })
    else addNamed(manifest, entry, section !== 'tool.poetry.dependencies')
  } else if (/(?:^|\.)(?:dev-|build-)?dependencies$/.test(section))
    addNamed(manifest, entry, !/(?:^|\.)dependencies$/.test(section))
  else if (/^tool\.tox\.env/.test(section) && key === 'commands') addToxCommands(manifest, entry, description)
  else if (/^tool\.(?:poe|taskipy|pdm|hatch)\b.*(?:tasks|scripts)$/.test(section))
    manifest.commands.push({ name: key, text: entry.value, line, description: null, isVerbatim: true })
}

function addPython(
  manifest: Draft,
  item: { text: string; line: number },
  kind: { isDevelopment: boolean; group: string | null },
): void {
  const match = /^([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*([^;]*)/.exec(item.text)
  if (match?.[1] !== undefined)
    manifest.dependencies.push({ name: match[1], line: item.line, requirement: match[2]?.trim() || null, ...kind })
}

function addNamed(manifest: Draft, entry: Entry, isDevelopment: boolean): void {
  const requirement = entry.value.startsWith('{') ? (/version\s*=\s*"([^"]*)"/.exec(entry.value)?.[1] ?? null) : entry.value
  manifest.dependencies.push({
    name: entry.key.replace(/\.workspace$/, ''),
    line: entry.line,
    requirement,
    isDevelopment,
    group: entry.section,
  })
}

/** Each inner array is one command; only those whose words stand on one line are told, since they can be quoted. */
function addToxCommands(manifest: Draft, entry: Entry, description: string | null): void {
  const name = `tox ${entry.section.replace(/^tool\.tox\.env(?:_run_base|\.)?/, '')}`.trim()
  const byLine = Map.groupBy(entry.items, (item) => item.line)
  for (const [line, items] of byLine) {
    const words = items.map((item) => item.text)
    if (/^[a-z]/.test(words[0] ?? '') && words.length > 0 && words[0] !== 'posargs')
      manifest.commands.push({ name, text: words.join(' '), line, description, isVerbatim: words.length === 1 })
  }
}
