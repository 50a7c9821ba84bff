import type { OutlineSymbol } from '../../../outline/shape.ts'
import { exportedNames, isDoor } from '../exports.ts'
import { bullets, cite, code, codeFence, escapeProse, joinParts, listed, mainSymbol } from '../markdown-text.ts'
import type { Material, Placed, ReadFile } from '../material.ts'
import { mainNames } from '../names.ts'
import { fullName, surfaceOf } from '../surface.ts'

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
  const groups = byImportance(material, new Set(doors.flatMap(({ names }) => names.map(({ name }) => name))))
    .map((file) => ({ file, shown: signaturesOf(file) }))
    .filter(({ shown }) => shown.length > 0)
    .slice(0, 4)
  const manifest = material.manifests.find(({ kind }) => kind === 'manifest')
  return joinParts([
    entries.length > 0
      ? `### Declared by the package\n\n${bullets(entries.slice(0, 8))}`
      : manifest?.isWhole === true &&
        manifest.manifest.name !== null &&
        `${code(manifest.path)} declares no command and no script to start.`,
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

/** Files with what is handed out and spoken of most first; those of errors last. */
function byImportance(material: Material, handedOut: ReadonlySet<string>): readonly ReadFile[] {
  const order = mainNames(material)
  const isOut = ({ file, symbol }: Placed): boolean => handedOut.size === 0 || handedOut.has(fullName({ file, symbol }))
  const rank = (file: ReadFile): number => {
    const at = order.findIndex((placed) => placed.file === file && isOut(placed))
    return at < 0 ? order.length : at
  }
  return material.sources
    .map((file, at) => ({ file, at, rank: rank(file) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ file }) => file)
}

/** The main names of a file, and the members of its main class, in the order of the lines. */
function signaturesOf(file: ReadFile): readonly Placed[] {
  const offered = file.outline.symbols.filter(
    ({ isPublic, kind, name }) => isPublic && kind !== 'constant' && (!/^__/.test(name) || name === '__init__'),
  )
  const all = withoutMacros(offered)
  const main = mainSymbol(file)
  const surface = new Set(surfaceOf(file))
  const top = all.filter((symbol) => surface.has(symbol))
  const shown = new Set([...(main === null ? [] : [main]), ...top.slice(0, 5)].slice(0, 5))
  for (const member of all.filter(({ parent }) => parent !== null && parent === main?.name).slice(0, 5)) shown.add(member)
  return all.filter((symbol) => shown.has(symbol)).map((symbol) => ({ file, symbol }))
}

/** Of C without its macros, unless it has nothing else. */
function withoutMacros(symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  const rest = symbols.filter(({ signature }) => !/^#\s*define\b/.test(signature))
  return rest.length > 0 ? rest : symbols
}

function signatureGroup(file: ReadFile, shown: readonly Placed[]): string {
  const surface = new Set(surfaceOf(file))
  const signatures = shown.map(({ symbol }) => (surface.has(symbol) ? '' : '    ') + symbol.signature.replace(/\s*\\$/, ''))
  const places = shown.map(
    ({ symbol }) =>
      `${code(surface.has(symbol) ? fullName({ file, symbol }) : symbol.name)} (${cite(file, symbol.firstLine, symbol.lastLine)})`,
  )
  return joinParts([
    `### ${escapeProse(file.path)}`,
    `Declared here: ${listed(places, 10)}.`,
    codeFence(file.outline.language, signatures),
  ])
}
