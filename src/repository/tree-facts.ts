// Looks up in one pass over all texts what a guide refers to. Keeps only what was asked for, so that 100,000 files fit.
import { addDefinedCommands, type DefinedCommands, definesCommands, isDefined, nearestDefined } from './defined-commands.ts'
import { groupBySize, SMALL_GROUP } from './group-by-size.ts'
import { identifiersOf } from './identifiers.ts'
import { nearestPath } from './nearest.ts'
import { collectNeighbours } from './neighbours.ts'
import type { Source, SourceFile } from './source.ts'

export interface WantedTreeFacts {
  readonly symbols: readonly string[]
  readonly pathSymbols: readonly { readonly path: string; readonly symbol: string }[]
  readonly commands: readonly string[]
  readonly linePaths: readonly string[]
}

/** The same shape as `guide/tree-facts.ts`, which this folder may not import. */
export interface CollectedTreeFacts {
  isFile(path: string): boolean
  isFolder(path: string): boolean
  lineCount(path: string): number | null
  symbolIn(path: string, symbol: string): boolean
  symbolAnywhere(symbol: string): boolean
  fileWith(symbol: string): string | null
  commandStands(command: string): boolean
  nearestPath(path: string): string | null
  nearestSymbol(symbol: string): string | null
  nearestCommand(command: string): string | null
}

/**
 * Reads every file of the source once. A symbol stands in a file if all parts of its name are whole identifiers there (a module's name may
 * also come from the file's path). Skipped files exist, but have no lines and no symbols.
 */
export async function collectTreeFacts(source: Source, wanted: WantedTreeFacts): Promise<CollectedTreeFacts> {
  const paths = new Set([...source.files.map(({ path }) => path), ...source.skipped.map(({ path }) => path)])
  const folders = foldersOf(paths)
  const lineCounts = new Map<string, number>()
  const fileWith = new Map<string, string>()
  const inFile = new Set<string>()
  const standing = new Set<string>()
  const defined: DefinedCommands = new Map()
  const symbols = [...new Set([...wanted.symbols, ...wanted.pathSymbols.map(({ symbol }) => symbol)])]
  const partsOf = new Map(symbols.map((symbol) => [symbol, identifiersOf(symbol)]))
  const symbolsByLastPart = Map.groupBy(symbols, (symbol) => partsOf.get(symbol)?.at(-1) ?? '')
  const symbolsByPath = Map.groupBy(wanted.pathSymbols, ({ path }) => path)
  const linePaths = new Set(wanted.linePaths)
  const steps = [...new Set(wanted.commands.flatMap(stepsOf))].map((command) => ({ command, ...searchFor(command) }))
  const neighbours = collectNeighbours(symbols)

  const look = (file: SourceFile, text: string): void => {
    const base = baseName(file.path)
    if (linePaths.has(file.path)) lineCounts.set(file.path, countLines(text))
    if (definesCommands(base)) addDefinedCommands(defined, base, text)
    for (const { command, longest, pattern } of steps) {
      if (!standing.has(command) && text.includes(longest) && pattern.test(text)) standing.add(command)
    }
    if (symbols.length === 0) return
    const names = new Set(identifiersOf(text))
    neighbours.look(names, (symbol) => fileWith.has(symbol))
    const pathNames = new Set(identifiersOf(file.path))
    const stands = (symbol: string) => {
      const parts = partsOf.get(symbol) ?? []
      return parts.every((part) => names.has(part) || (parts.length > 1 && pathNames.has(part)))
    }
    for (const name of [...names, ...pathNames]) {
      for (const symbol of symbolsByLastPart.get(name) ?? [])
        if (!fileWith.has(symbol) && stands(symbol)) fileWith.set(symbol, file.path)
    }
    for (const { symbol } of symbolsByPath.get(file.path) ?? []) if (stands(symbol)) inFile.add(`${file.path}\n${symbol}`)
  }
  for (const group of groupBySize(source.files, ({ sizeBytes }) => sizeBytes, SMALL_GROUP)) {
    const texts = await source.readTexts(group)
    for (const [index, file] of group.entries()) look(file, texts[index]?.text ?? '')
  }

  const baseNames = new Set([...paths].map(baseName))
  return {
    isFile: (path) => paths.has(path),
    isFolder: (path) => folders.has(path.replace(/\/+$/, '')),
    lineCount: (path) => lineCounts.get(path) ?? null,
    symbolIn: (path, symbol) => inFile.has(`${path}\n${symbol}`),
    symbolAnywhere: (symbol) => fileWith.has(symbol),
    fileWith: (symbol) => fileWith.get(symbol) ?? null,
    commandStands: (command) => stepsOf(command).every((step) => standing.has(step) || isDefined(step, defined, baseNames)),
    nearestPath: (path) =>
      nearestPath(path, path.endsWith('/') ? folders : paths) ?? nearestPath(path, path.endsWith('/') ? paths : folders),
    nearestSymbol: (symbol) => neighbours.of(symbol),
    nearestCommand: (command) => nearestDefined(command, defined),
  }
}

/** `npm ci && npm test` are two steps, each of which must stand. */
function stepsOf(command: string): string[] {
  return command
    .split(/\s*(?:&&|;)\s*/)
    .map((step) => step.replace(/\s+/g, ' ').trim())
    .filter((step) => step !== '')
}

function searchFor(command: string): { longest: string; pattern: RegExp } {
  const words = command.split(' ')
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('\\s+')
  return { longest, pattern: new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`) }
}

function countLines(text: string): number {
  if (text === '') return 0
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      if (folders.has(path.slice(0, at))) break
      folders.add(path.slice(0, at))
    }
  }
  return folders
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
