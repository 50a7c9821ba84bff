import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { type Draft, emptyManifest } from './manifest.ts'

/** A YAML or JSON text with the line of each node. null where it is no map. */
export interface LinedDocument {
  readonly root: YAMLMap
  readonly lineOf: (node: unknown) => number
}

/** JSON is read as YAML, whose parser knows the lines; errors in it are passed over. */
export function readLined(text: string): LinedDocument | null {
  try {
    const lineCounter = new LineCounter()
    const document = parseDocument(text, { lineCounter, logLevel: 'silent', uniqueKeys: false })
    if (!isMap(document.contents)) return null
    const lineOf = (node: unknown): number => lineCounter.linePos((node as Node | null)?.range?.[0] ?? 0).line
    return { root: document.contents as YAMLMap, lineOf }
  } catch {
    return null
  }
}

/** The pairs of a map, keys as text. */
export function pairsOf(node: unknown): readonly { key: string; keyNode: unknown; value: unknown }[] {
  if (!isMap(node)) return []
  return (node.items as Pair[]).map((pair) => ({
    key: isScalar(pair.key) ? String(pair.key.value) : '',
    keyNode: pair.key,
    value: pair.value,
  }))
}

export function valueOf(node: unknown, key: string): unknown {
  return pairsOf(node).find((pair) => pair.key === key)?.value
}

export function scalarText(node: unknown): string | null {
  return isScalar(node) && node.value !== null ? String(node.value) : null
}

export function itemsOf(node: unknown): readonly unknown[] {
  return isSeq(node) ? (node.items as unknown[]) : []
}

const RUNTIMES: Readonly<Record<string, string>> = {
  node: 'Node.js',
  npm: 'npm',
  yarn: 'Yarn',
  pnpm: 'pnpm',
  vscode: 'VS Code',
  php: 'PHP',
  bun: 'Bun',
}
const GROUPS: Readonly<Record<string, boolean>> = {
  dependencies: false,
  peerDependencies: false,
  optionalDependencies: false,
  require: false,
  devDependencies: true,
  'require-dev': true,
}

/** package.json of npm and composer.json of PHP: their shapes are close. */
export function readPackageJson(text: string): Draft {
  const manifest = emptyManifest()
  const document = readLined(text)
  if (document === null) return manifest
  const { root, lineOf } = document
  for (const { key, keyNode, value } of pairsOf(root)) {
    const line = lineOf(keyNode)
    const scalar = scalarText(value)
    if (key === 'name' && scalar !== null) manifest.name = { text: scalar, line }
    else if (key === 'description' && scalar !== null) manifest.description = { text: scalar, line }
    else if (key === 'version' && scalar !== null) manifest.version = { text: scalar, line }
    else if (key === 'license' && scalar !== null) manifest.licence = { text: scalar, line }
    else if (key === 'packageManager' && scalar !== null)
      manifest.requirements.push({ what: 'package manager', text: scalar, line })
    else if ((key === 'os' || key === 'cpu') && itemsOf(value).length > 0) {
      manifest.requirements.push({
        what: key === 'os' ? 'operating system' : 'processor',
        text: itemsOf(value).map(scalarText).join(', '),
        line,
      })
    } else if (key === 'engines') {
      for (const pair of pairsOf(value))
        manifest.requirements.push({
          what: RUNTIMES[pair.key] ?? pair.key,
          text: scalarText(pair.value) ?? '',
          line: lineOf(pair.keyNode),
        })
    } else if (key === 'scripts') readScripts(manifest, value, lineOf)
    else if (key in GROUPS) readDependencies(manifest, { group: key, value, lineOf })
    else if (['main', 'module', 'browser', 'types', 'bin', 'exports'].includes(key))
      readEntry(manifest, { key, line, value, lineOf })
    else if (
      ['jest', 'eslintConfig', 'prettier', 'babel', 'browserslist', 'lint-staged', 'husky', 'ava', 'nyc', 'xo'].includes(key)
    )
      manifest.tools.push({ text: key, line })
  }
  return manifest
}

type LineOf = (node: unknown) => number

function readScripts(manifest: Draft, value: unknown, lineOf: LineOf): void {
  for (const pair of pairsOf(value)) {
    const text = scalarText(pair.value) ?? itemsOf(pair.value).map(scalarText).join(' && ')
    if (text !== '')
      manifest.commands.push({ name: pair.key, text, line: lineOf(pair.keyNode), description: null, isVerbatim: true })
  }
}

function readDependencies(manifest: Draft, from: { group: string; value: unknown; lineOf: LineOf }): void {
  for (const pair of pairsOf(from.value)) {
    const requirement = scalarText(pair.value)
    const line = from.lineOf(pair.keyNode)
    if (from.group === 'require' && pair.key === 'php') manifest.requirements.push({ what: 'PHP', text: requirement ?? '', line })
    else
      manifest.dependencies.push({
        name: pair.key,
        line,
        requirement,
        isDevelopment: GROUPS[from.group] === true,
        group: from.group,
      })
  }
}

function readEntry(manifest: Draft, entry: { key: string; line: number; value: unknown; lineOf: LineOf }): void {
  const scalar = scalarText(entry.value)
  if (scalar !== null) manifest.entryPoints.push({ what: entry.key, name: null, text: scalar, line: entry.line })
  for (const pair of pairsOf(entry.value)) {
    const target =
      scalarText(pair.value) ??
      pairsOf(pair.value)
        .map((inner) => scalarText(inner.value))
        .find((text) => text !== null) ??
      null
    if (target !== null)
      manifest.entryPoints.push({ what: entry.key, name: pair.key, text: target, line: entry.lineOf(pair.keyNode) })
  }
}
