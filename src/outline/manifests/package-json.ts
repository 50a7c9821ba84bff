import { itemsOf, pairsOf, readLined, scalarText } from './lined-document.ts'
import { type Draft, emptyManifest } from './manifest.ts'

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
