import { exportedNames, isDoor } from '../exports.ts'
import { bullets, cite, code, codeFence, escapeProse, joinParts, listed, mainSymbol } from '../markdown-text.ts'
import type { Material, Placed, ReadFile } from '../material.ts'

/** Where do calls come in? */
export function writeEntryPointsAndApi(material: Material): string {
  const entries = material.manifests.flatMap((file) =>
    file.manifest.entryPoints.map(
      (entry) =>
        `${escapeProse(entry.what)}${entry.name === null ? '' : ` ${escapeProse(entry.name)}`}: ${escapeProse(entry.text)} (${cite(file, entry.line)})`,
    ),
  )
  const doors = material.sources
    .map((file) => ({ file, names: isDoor(file) ? exportedNames(file) : [] }))
    .filter(({ names }) => names.length > 0)
  const groups = material.sources
    .map((file) => ({ file, shown: signaturesOf(file) }))
    .filter(({ shown }) => shown.length > 0)
    .slice(0, 4)
  const manifest = material.manifests.find(({ kind }) => kind === 'manifest')
  return joinParts([
    entries.length > 0
      ? `### Declared by the package\n\n${bullets(entries.slice(0, 8))}`
      : manifest?.isWhole === true &&
        `${code(manifest.path)} declares no command and no script to start, so calls come in through imports.`,
    doors.length > 0 &&
      `### Exported names\n\n${bullets(
        doors.slice(0, 3).map(
          ({ file, names }) =>
            `${code(file.path)}: ${listed(
              names.map(({ name }) => code(name)),
              20,
            )} (${cite(file, Math.min(...names.map(({ line }) => line)), Math.max(...names.map(({ line }) => line)))})`,
        ),
      )}`,
    ...groups.map(({ file, shown }) => signatureGroup(file, shown)),
  ])
}

/** The main names of a file, and the members of its main class, in the order of the lines. */
function signaturesOf(file: ReadFile): readonly Placed[] {
  const all = file.outline.symbols.filter(
    ({ isPublic, kind, name }) => isPublic && kind !== 'constant' && (!/^__/.test(name) || name === '__init__'),
  )
  const main = mainSymbol(file)
  const top = all.filter(({ parent }) => parent === null)
  const shown = new Set([...(main === null ? [] : [main]), ...top.slice(0, 5)].slice(0, 5))
  for (const member of all.filter(({ parent }) => parent !== null && parent === main?.name).slice(0, 5)) shown.add(member)
  return all.filter((symbol) => shown.has(symbol)).map((symbol) => ({ file, symbol }))
}

function signatureGroup(file: ReadFile, shown: readonly Placed[]): string {
  const signatures = shown.map(({ symbol }) => (symbol.parent === null ? symbol.signature : `    ${symbol.signature}`))
  const places = shown.map(({ symbol }) => `${code(symbol.name)} (${cite(file, symbol.firstLine, symbol.lastLine)})`)
  return joinParts([
    `### ${escapeProse(file.path)}`,
    `Declared here: ${listed(places, 10)}.`,
    codeFence(file.outline.language, signatures),
  ])
}
