import type { Node } from 'web-tree-sitter'
import type { Outline, OutlineExport, OutlineSymbol } from '../outline/shape.ts'
import { commentAbove, fileComment, lastRow, shortened } from './comments.ts'
import type { Declared, Exports, LanguageReader, Place, Reading } from './declared.ts'
import { signatureOf, startOf } from './signature.ts'

const MOST_SYMBOLS = 3000
const MOST_IMPORTS = 200
const MOST_IMPORT_WORDS = 2000
const LONGEST_NAME = 200
const DEEPEST = 12

const NO_EXPORTS: Exports = { listed: [], isComplete: false }

type Draft = { -readonly [Key in keyof OutlineSymbol]: OutlineSymbol[Key] }

interface Walk {
  readonly reader: LanguageReader
  readonly text: string
  readonly symbols: Draft[]
  readonly imports: Set<string>
  /** What the language says of each symbol alone, whatever is around it. */
  readonly isPublic: Map<Draft, boolean>
  readonly containers: Map<Draft, Draft>
  /** Containers whose members may be public although they are not. */
  readonly extensions: Set<Draft>
  /** Declarations that repeat another one. */
  readonly heads: Set<Draft>
  readonly clauses: Set<Draft>
}

/** What a tree tells of its file. Looks into containers and wrappers only, never into the bodies of functions. */
export function readTree(
  root: Node,
  file: { path: string; text: string },
  reader: LanguageReader,
): Omit<Outline, 'language' | 'headings'> {
  const walk: Walk = {
    reader,
    text: file.text,
    symbols: [],
    imports: new Set(),
    isPublic: new Map(),
    containers: new Map(),
    extensions: new Set(),
    heads: new Set(),
    clauses: new Set(),
  }
  if (reader.importWords !== undefined) addImportsByWord(walk, root, reader.importWords)
  visitMembers(walk, root, { owner: null, wrapper: null, isExported: false, memory: {} }, { depth: 0, symbol: null })
  const symbols = withoutHeads(walk)
  const exports = settleExports(walk, reader.exports?.(root, file.path) ?? NO_EXPORTS)
  const documentation = reader.fileDocumentation?.(root) ?? fileComment(root, reader)
  return { docstring: shortened(documentation), symbols, imports: [...walk.imports], exports }
}

interface Around {
  readonly depth: number
  readonly symbol: Draft | null
  /** Comments that were collected before a wrapper speak of what it wraps. */
  readonly above?: readonly Node[]
  /** The line, from 0, on which what is around begins: a comment behind it on the same line belongs to it. */
  readonly row?: number
  /** Where the decorations begin that stand before a declaration as nodes of their own, from 0. */
  readonly decoratedFrom?: number | null
}

function visitMembers(walk: Walk, container: Node, place: Place, around: Around): void {
  const { reader } = walk
  let above: Node[] = [...(around.above ?? [])]
  let row = around.row ?? -1
  let decoratedFrom = around.decoratedFrom ?? null
  for (const child of container.namedChildren) {
    if (reader.comments.includes(child.type)) {
      if (child.startPosition.row !== row) above.push(child)
      continue
    }
    const isLead =
      reader.decorations.includes(child.type) || (place.owner === null && reader.leads?.includes(child.type) === true)
    if (isLead) {
      decoratedFrom ??= child.startPosition.row
      continue
    }
    visit(walk, child, place, { ...around, above, decoratedFrom })
    row = lastRow(child)
    // What a wrapper wraps is one of its parts, and not the first.
    if (place.wrapper !== null) continue
    above = commentsAtEnd(child, walk)
    decoratedFrom = null
  }
}

/** Some grammars give a comment to the node before it. */
function commentsAtEnd(node: Node, { reader: { comments }, text }: Walk): Node[] {
  const last = node.lastNamedChild
  if (last === null || !comments.includes(last.type) || text.slice(last.endIndex, node.endIndex).trim() !== '') return []
  const children = node.namedChildren
  return children.slice(children.findLastIndex(({ type }) => !comments.includes(type)) + 1)
}

function visit(walk: Walk, node: Node, place: Place, around: Around): void {
  const { reader, imports } = walk
  const modules = reader.importWords === undefined ? reader.imports[node.type]?.(node) : undefined
  for (const module of modules ?? []) addImport(imports, module)
  const reading: Reading | null = node.type === 'ERROR' ? { enter: node } : (reader.read[node.type]?.(node, place) ?? null)
  if (reading === null) return
  if ('enter' in reading) {
    if (around.depth >= DEEPEST) return
    const wraps = reading.wraps === true
    const inside: Place = {
      owner: place.owner,
      wrapper: wraps ? (place.wrapper ?? node) : null,
      isExported: place.isExported || reading.isExported === true,
      // `#ifdef` within a class changes nothing of who may see what stands in it.
      memory: reading.enter === node ? place.memory : {},
    }
    const row = wraps || node.type === 'ERROR' ? -1 : reading.enter.startPosition.row
    // A comment right above speaks of what is entered, where that is the first thing in it.
    const before = reading.enter === node ? { above: around.above, decoratedFrom: around.decoratedFrom } : {}
    visitMembers(walk, reading.enter, inside, { symbol: around.symbol, depth: around.depth + 1, row, ...before })
    return
  }
  for (const declared of reading) addSymbol(walk, declared, place, around)
}

function addSymbol(walk: Walk, declared: Declared, place: Place, around: Around): void {
  const { reader, text, symbols } = walk
  if (symbols.length >= MOST_SYMBOLS || declared.name === '' || declared.name.length > LONGEST_NAME) return
  const { node, until = null, owner = null } = declared
  const whole = reachesAround(place.wrapper, node) ? (place.wrapper as Node) : node
  const from = startOf(whole, reader)
  const parent = around.symbol?.name ?? owner
  const top = around.decoratedFrom ?? whole.startPosition.row
  const own = declared.documentation === undefined ? commentAbove(around.above ?? [], top) : declared.documentation
  const symbol: Draft = {
    kind: declared.kind === 'function' && parent !== null ? 'method' : declared.kind,
    name: declared.name,
    signature: declared.signature ?? signatureOf(whole, from, until, { text, reader }),
    firstLine: from.startPosition.row + 1,
    lastLine: lastRow(declared.end ?? whole) + 1,
    docstring: shortened(own),
    isPublic: false,
    parent,
  }
  symbols.push(symbol)
  walk.isPublic.set(symbol, declared.isPublic)
  if (around.symbol !== null) walk.containers.set(symbol, around.symbol)
  if (declared.addsMembers === true) walk.extensions.add(symbol)
  if (declared.repeats !== undefined) walk.heads.add(symbol)
  if (declared.repeats === 'clause') walk.clauses.add(symbol)
  if (declared.members == null || around.depth >= DEEPEST) return
  const inside: Place = { owner: symbol, wrapper: null, isExported: false, memory: {} }
  const row = declared.members.startPosition.row
  visitMembers(walk, declared.members, inside, {
    depth: around.depth + 1,
    symbol,
    row: row === from.startPosition.row ? row : -1,
  })
}

/** Whether a wrapper is about this declaration alone: `export const a = 1, b = 2` is about two. */
function reachesAround(wrapper: Node | null, node: Node): boolean {
  return wrapper !== null && lastRow(wrapper) === lastRow(node) && wrapper.startIndex <= node.startIndex
}

/** Of a declaration and its heads (overloads, prototypes, clauses) one stays: that with a body, else the first. */
function withoutHeads({ symbols, heads, clauses, isPublic }: Walk): readonly OutlineSymbol[] {
  if (heads.size === 0) return symbols
  const keyOf = ({ name, parent }: OutlineSymbol): string => `${parent}\n${name}`
  const best = new Map<string, Draft>()
  for (const symbol of symbols) {
    const known = best.get(keyOf(symbol))
    if (known === undefined || (heads.has(known) && !heads.has(symbol))) best.set(keyOf(symbol), symbol)
  }
  for (const head of heads) {
    const kept = best.get(keyOf(head))
    if (kept === undefined || kept === head) continue
    // What is documented or made public at the head is so; a clause that follows goes on with what the first one began.
    kept.docstring ??= head.docstring
    if (isPublic.get(head) === true) isPublic.set(kept, true)
    if (clauses.has(head)) kept.lastLine = Math.max(kept.lastLine, head.lastLine)
  }
  return symbols.filter((symbol) => !heads.has(symbol) || best.get(keyOf(symbol)) === symbol)
}

/** Says of each symbol whether it is public, and returns what is exported without being declared here. */
function settleExports(walk: Walk, exports: Exports): readonly OutlineExport[] {
  const { symbols, isPublic, containers, extensions } = walk
  const listed = new Set(exports.listed.filter(({ from }) => from === null).map(({ name, of }) => of ?? name))
  const declared = new Set<string>()
  for (const symbol of symbols) {
    const container = containers.get(symbol)
    if (container !== undefined) {
      symbol.isPublic = isPublic.get(symbol) === true && (container.isPublic || extensions.has(container))
      continue
    }
    const isListed = symbol.parent === null && listed.has(symbol.name) && !extensions.has(symbol)
    symbol.isPublic = isListed || (isPublic.get(symbol) === true && !exports.isComplete)
    if (symbol.parent === null) declared.add(symbol.name)
  }
  return exports.listed
    .filter(({ name, from }) => from !== null || !declared.has(name))
    .map(({ name, line, from }) => ({ name, line, from }))
}

/** Finds imports by the words that begin them, and asks the tree what they are: in a comment or a string they are none. */
function addImportsByWord(walk: Walk, root: Node, words: RegExp): void {
  let seen = 0
  for (const { index } of walk.text.matchAll(words)) {
    if (++seen > MOST_IMPORT_WORDS || walk.imports.size >= MOST_IMPORTS) return
    let node: Node | null = root.descendantForIndex(index, index + 1)
    for (let up = 0; node !== null && up < 4; up++, node = node.parent) {
      const modules = walk.reader.imports[node.type]?.(node)
      if (modules === undefined || modules.length === 0) continue
      for (const module of modules) addImport(walk.imports, module)
      break
    }
  }
}

function addImport(imports: Set<string>, module: string): void {
  if (module !== '' && module.length <= 160 && imports.size < MOST_IMPORTS) imports.add(module)
}
