import { type FileKind, fileKindOf } from '../../outline/file-kind.ts'
import { languageOf } from '../../outline/language.ts'
import { splitLines } from '../../outline/lines.ts'
import type { Manifest } from '../../outline/manifests/manifest.ts'
import { isCode, MARKS } from '../../outline/marks.ts'
import { type MaskedLine, maskLines } from '../../outline/mask.ts'
import { outlineByLines } from '../../outline/outline-by-lines.ts'
import type { Prose } from '../../outline/prose.ts'
import { createImportResolver } from '../../outline/resolve-import.ts'
import type { Outline, OutlineSymbol } from '../../outline/shape.ts'
import type { Evidence, Member, SharedContext } from '../model.ts'
import { bareNames } from './bare-names.ts'
import { type Run, readGivenManifest, readGivenProse } from './given-lines.ts'

/** A file of the evidence, as far as it was given. Its lines stand at their real numbers; what was not given is blank. */
export interface ReadFile {
  readonly path: string
  readonly kind: FileKind
  readonly lines: readonly string[]
  /** Whether the lines from one to another were given, from 1. */
  readonly shows: (from: number, to: number) => boolean
  readonly masked: readonly MaskedLine[]
  /** Of the whole file, also of what its lines do not show here. */
  readonly outline: Outline
  readonly manifest: Manifest | null
  /** false: only pieces of it were given, so that what is not seen may be there all the same. */
  readonly isWhole: boolean
  readonly prose: Prose | null
}

/** A symbol together with the file that declares it. */
export interface Placed {
  readonly file: ReadFile
  readonly symbol: OutlineSymbol
}

/** Everything that a section may be written from. */
export interface Material {
  readonly name: string
  readonly overview: string
  readonly folders: readonly Member[]
  readonly paths: readonly string[]
  readonly files: readonly ReadFile[]
  readonly sources: readonly ReadFile[]
  readonly tests: readonly ReadFile[]
  readonly docs: readonly ReadFile[]
  readonly manifests: readonly (ReadFile & { readonly manifest: Manifest })[]
  readonly readme: ReadFile | null
  /** Files of the evidence that a file of the evidence leans on: by an import, or by name within one package. */
  readonly importsOf: (file: ReadFile) => readonly ReadFile[]
}

const FURTHEST_LINE = 300_000

export function readEvidence(evidence: readonly Evidence[]): readonly ReadFile[] {
  const texts = new Map<string, string[]>()
  const given = new Map<string, Set<number>>()
  const outlines = new Map<string, Outline>()
  const ended = new Set<string>()
  for (const piece of evidence) {
    // Pieces are cut between lines: only the end of the file brings its own line end along.
    if (piece.text.endsWith('\n')) ended.add(piece.path)
    if (piece.outline !== undefined) outlines.set(piece.path, piece.outline)
    const lines = texts.get(piece.path) ?? []
    texts.set(piece.path, lines)
    const numbers = given.get(piece.path) ?? new Set()
    given.set(piece.path, numbers)
    const from = Math.max(1, Math.min(piece.firstLine, FURTHEST_LINE))
    while (lines.length < from - 1) lines.push('')
    for (const [index, line] of splitLines(piece.text).entries()) {
      lines[from - 1 + index] = line
      numbers.add(from + index)
    }
  }
  return [...texts].map(([path, lines]) =>
    readFileLines({ path, lines, isEnded: ended.has(path) }, given.get(path) ?? new Set(), outlines.get(path)),
  )
}

function runsOf(lines: readonly string[], given: ReadonlySet<number>, isEnded: boolean): readonly Run[] {
  const runs: Run[] = []
  for (let from = 1; from <= lines.length; from++) {
    if (!given.has(from)) continue
    let to = from
    while (given.has(to + 1)) to++
    runs.push({ from, to, isToEnd: isEnded && to === lines.length })
    from = to
  }
  return runs
}

interface Given {
  readonly path: string
  readonly lines: readonly string[]
  readonly isEnded: boolean
}

function readFileLines({ path, lines, isEnded }: Given, given: ReadonlySet<number>, whole: Outline | undefined): ReadFile {
  const text = lines.join('\n')
  const runs = runsOf(lines, given, isEnded)
  const restarts = new Set([...given].filter((line) => line > 1 && !given.has(line - 1)).map((line) => line - 1))
  const outline = whole ?? outlineByLines(path, text)
  const marks = MARKS[outline.language]
  const isProse = outline.language === 'Markdown' || outline.language === 'reStructuredText'
  return {
    path,
    kind: fileKindOf(path),
    lines,
    shows: (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index).every((line) => given.has(line)),
    masked: marks === undefined ? lines.map((line) => ({ code: line, startsInside: false })) : maskLines(lines, marks, restarts),
    outline,
    manifest: readGivenManifest(path, lines, runs),
    isWhole: runs.length === 1 && given.has(1) && (path.endsWith('.json') ? isJson(text) : isEnded),
    prose: isProse ? readGivenProse(lines, runs, outline.language) : null,
  }
}

/** A piece of a JSON file is none. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What a build goes by first: a package's own manifest, then what only wraps it or adds to it. */
const wrapsOnly = ({ path }: ReadFile): number =>
  /(?:^|\/)(?:action\.ya?ml|[^/]*dockerfile[^/]*)$/i.test(path)
    ? 2
    : /(?:^|\/)(?:gemfile|requirements[^/]*\.txt)$/i.test(path)
      ? 1
      : 0

export function gatherMaterial(evidence: readonly Evidence[], shared: SharedContext): Material {
  const files = readEvidence(evidence)
  const manifests = files
    .filter((file): file is ReadFile & { manifest: Manifest } => file.manifest !== null)
    .sort((a, b) => wrapsOnly(a) - wrapsOnly(b))
  const resolver = createImportResolver(files.map((file) => file.path))
  const byPath = new Map(files.map((file) => [file.path, file]))
  const stated = manifests.find((file) => file.kind === 'manifest' && file.manifest.name !== null)?.manifest.name?.text
  // Go names a module by its address; people call it by the last part.
  const packageName =
    stated?.includes('.') === true && stated.includes('/')
      ? stated.split('/').findLast((part) => !/^v\d+$/.test(part))
      : stated?.replace(/-parent$/, '')
  return {
    name: packageName !== undefined && packageName.length <= 60 ? packageName : shared.repositoryName,
    overview: shared.overview,
    folders: shared.folders,
    paths: shared.paths,
    files,
    sources: withoutSides(
      files.filter((file) => file.kind === 'source' || file.kind === 'example'),
      shared.paths,
    ),
    tests: files.filter((file) => file.kind === 'test'),
    docs: files.filter((file) => file.prose !== null),
    manifests,
    readme: readmeOf(files),
    importsOf: (file) => {
      const paths = new Set(importsWithin(file, stated).flatMap((module) => resolver.resolve(file.path, module)))
      for (const path of packageUses(file, files)) paths.add(path)
      paths.delete(file.path)
      return [...paths].map((path) => byPath.get(path)).filter((target) => target !== undefined)
    },
  }
}

/** What a file imports, in Go without the standard library: `log/slog` is no folder named slog of this repository. */
function importsWithin({ path, outline }: ReadFile, packageName: string | undefined): readonly string[] {
  if (!path.endsWith('.go')) return outline.imports
  return outline.imports.filter(
    (module) => module.split('/')[0]?.includes('.') === true || (packageName !== undefined && module.startsWith(packageName)),
  )
}

/** The one nearest to the root; what lies in a hidden folder, or with examples, speaks of something else. */
function readmeOf(files: readonly ReadFile[]): ReadFile | null {
  const depth = ({ path }: ReadFile): number => path.split('/').length
  const [first] = files
    .filter(({ kind, path }) => kind === 'readme' && !/(?:^|\/)(?:\.|examples?\/|tests?\/)/.test(path))
    .sort((a, b) => depth(a) - depth(b))
  return first ?? null
}

/** Sources without those beside the matter: in a folder of documentation, or of a rare language among scripts or alone at the top. */
function withoutSides(sources: readonly ReadFile[], paths: readonly string[]): readonly ReadFile[] {
  const all = codePaths(paths)
  const counts = new Map<string, number>()
  for (const path of all) counts.set(languageOf(path), (counts.get(languageOf(path)) ?? 0) + 1)
  const isRare = (path: string): boolean => (counts.get(languageOf(path)) ?? 0) < all.length / 5
  const isBeside = (path: string): boolean =>
    /^(?:docs?|website|site)\//.test(path) || (isRare(path) && /^(?:[^/]+$|(?:scripts?|tools?|build|ci)\/)/.test(path))
  const main = sources.filter(({ path }) => !isBeside(path))
  return main.length > 0 ? main : sources
}

/** Where files of one folder see each other without an import (Go, Java, Kotlin, C#): those whose types or functions a file names. */
function packageUses(file: ReadFile, files: readonly ReadFile[]): readonly string[] {
  if (!/\.(?:go|java|kt|cs)$/.test(file.path)) return []
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
  const words = bareNames(file)
  const own = new Set(file.outline.symbols.map(({ name }) => name))
  return files
    .filter((other) => other !== file && other.path.slice(0, other.path.lastIndexOf('/') + 1) === folder)
    .filter((other) =>
      other.outline.symbols.some(
        ({ name, parent, kind }) => parent === null && kind !== 'constant' && !own.has(name) && words.has(name),
      ),
    )
    .map(({ path }) => path)
}

/** Symbols of the sources that callers see, in the order of the evidence. */
export function publicSymbols(material: Material): readonly Placed[] {
  return material.sources.flatMap((file) =>
    file.outline.symbols.filter((symbol) => symbol.isPublic && !/^__/.test(symbol.name)).map((symbol) => ({ file, symbol })),
  )
}

const TEST_NAME = /(?:^|\/)[Tt]est_[^/]+\.\w+$|[._-](?:tests?|spec)\.\w+$|[a-z0-9](?:Tests?|Spec)\.\w+$/

/** Files that look like tests by their own name: what else lies in a folder of tests may be a helper. */
export function testPaths(paths: readonly string[]): readonly string[] {
  return codePaths(paths).filter(
    (path) => TEST_NAME.test(path) && !/(?:^|\/)(?:fixtures|testdata)\//.test(path) && isCode(languageOf(path)),
  )
}

/** Files of the whole repository that are code, by path alone. */
export function codePaths(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => ['source', 'test', 'example'].includes(fileKindOf(path)))
}
