import { endOfBracket } from './brackets.ts'
import { exportedNames, isDoor } from './exports.ts'
import type { Material, Placed, ReadFile } from './material.ts'
import { ownCode } from './own-code.ts'
import { parentsOf } from './parents.ts'

/** One call in a chain: who is called, and the line of the caller that does it. The first step has no caller. */
export interface Step {
  readonly called: Placed
  readonly caller: Placed | null
  /** A line of the caller, from 1. */
  readonly line: number
}

interface Index {
  readonly byName: ReadonlyMap<string, readonly Placed[]>
  readonly parents: ReadonlyMap<string, string | null>
  readonly importsOf: Material['importsOf']
}

const CALL = /(?:([\w$\])]+)\s*(?:\.|->|::)\s*)?([A-Za-z_$][\w$]*)\s*(?:<[\w, ]{1,40}>)?\(/g

/** Chains of calls among the sources: what people call first, then the longest; no two tell mostly the same. */
export function callChains(material: Material, most: number, longest = 7): readonly (readonly Step[])[] {
  const index = indexSymbols(material)
  const mentioned = mentions(material)
  const entries = entryFunctions(material)
  const handedOut = new Set(material.sources.filter(isDoor).flatMap((file) => exportedNames(file).map(({ name }) => name)))
  const ranked = [...index.byName.values()]
    .flat()
    .filter((placed) => placed.file.kind === 'source' && (isStart(placed.symbol) || entries(placed)))
    .map((start, order) => {
      const chain = followCalls(start, index, longest)
      const mention = mentioned.indexOf(start.symbol.name)
      const isDerived = index.parents.has(index.parents.get(start.symbol.parent ?? '') ?? '')
      const weight =
        Math.min(chain.length, 6) +
        (mention < 0 ? 0 : Math.max(6, 10 - mention)) -
        // What no door hands out is called from within.
        (handedOut.size > 0 && mention < 0 && !handedOut.has(start.symbol.parent ?? start.symbol.name) ? 4 : 0) -
        (isDerived ? 2 : 0) +
        Math.min(6, chain.filter(({ caller }) => caller === start).length) +
        (entries(start) ? 4 : 0) -
        (mention < 0 && start.symbol.lastLine - start.symbol.firstLine < 4 ? 4 : 0)
      return { chain, order, weight }
    })
    .filter(({ chain }) => chain.length >= 2)
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
  const chosen: (readonly Step[])[] = []
  const told = new Set<string>()
  for (const { chain } of ranked) {
    if (chosen.length === most) break
    const names = chain.map(({ called }) => called.symbol.name)
    const isKnown = told.has(names[0] ?? '') || names.filter((name) => told.has(name)).length > names.length / 2
    if (isKnown || (chosen.length > 0 && chain.length < 3)) continue
    chosen.push(chain)
    for (const name of names) told.add(name)
  }
  return chosen
}

function isStart({ isPublic, kind, name }: Placed['symbol']): boolean {
  return isPublic && (kind === 'function' || kind === 'method') && !/^(?:_|constructor$|initialize$|new$)/.test(name)
}

/** Whether a symbol is where a command of the package begins: `main` or `run` in a file named as the declared entry is. */
function entryFunctions(material: Material): (placed: Placed) => boolean {
  const stem = (path: string): string => (/([\w-]+?)(?:\/(?:index|main|mod))?\.\w+$/.exec(path)?.[1] ?? path).toLowerCase()
  const names = new Set(material.manifests.flatMap((file) => file.manifest.entryPoints.map(({ text }) => stem(text))))
  return ({ file, symbol }) =>
    symbol.parent === null && symbol.kind === 'function' && /^(?:main|run)$/i.test(symbol.name) && names.has(stem(file.path))
}

/** Names that the examples of README and docs call, in their order: what people really use. */
function mentions(material: Material): readonly string[] {
  const names = new Set<string>()
  const files = [...material.docs].sort((a, b) => Number(b.kind === 'readme') - Number(a.kind === 'readme'))
  const lines = files.flatMap((file) => file.prose?.codeBlocks ?? []).flatMap((block) => block.lines)
  for (const line of lines) for (const match of line.matchAll(CALL)) names.add(match[2] ?? '')
  return [...names]
}

/** What is declared more often than this is no name that a flow can be told by, and would take quadratic time. */
const MOST_NAMESAKES = 60

function indexSymbols({ sources: files, importsOf }: Material): Index {
  const byName = new Map<string, Placed[]>()
  const parents = new Map<string, string | null>()
  for (const file of files) {
    for (const symbol of file.outline.symbols) {
      const namesakes = byName.get(symbol.name)
      if (namesakes === undefined) byName.set(symbol.name, [{ file, symbol }])
      else namesakes.push({ file, symbol })
      if (symbol.kind === 'class' && !parents.has(symbol.name)) parents.set(symbol.name, parentsOf(symbol)[0] ?? null)
    }
  }
  for (const [name, namesakes] of byName) if (namesakes.length > MOST_NAMESAKES) byName.delete(name)
  return { byName, parents, importsOf }
}

function followCalls(start: Placed, index: Index, longest: number): readonly Step[] {
  const chain: Step[] = [{ called: start, caller: null, line: start.symbol.firstLine }]
  const visited = new Set([keyOf(start)])
  const visit = (caller: Placed, depth: number): void => {
    for (const { called, line } of callsIn(caller, index)) {
      if (chain.length >= longest || visited.has(keyOf(called))) continue
      visited.add(keyOf(called))
      chain.push({ called, caller, line })
      if (depth < 5 && !hasRivals(called)) visit(called, depth + 1)
    }
  }
  visit(start, 0)
  return chain
}

const keyOf = ({ file, symbol }: Placed): string => `${file.path}:${symbol.firstLine}`

function callsIn(caller: Placed, index: Index): readonly { called: Placed; line: number }[] {
  const found: { called: Placed; line: number }[] = []
  const { file, symbol } = caller
  if (symbol.kind === 'type' || symbol.kind === 'constant') return found
  if (symbol.kind === 'class') return found
  for (const { line, text: body } of ownCode(caller)) {
    for (const match of inOrderOfEnd(body)) {
      const given = argumentsIn(body, match.index + match[0].length)
      const called = resolveCall(match[1] ?? null, match[2] ?? '', { caller, index, given, text: file.lines[line - 1] ?? '' })
      if (called !== null && keyOf(called) !== keyOf(caller)) found.push({ called, line })
    }
  }
  return found
}

/** The calls of a line as they happen: what is called for an argument comes before the call that takes it. */
function inOrderOfEnd(body: string): readonly RegExpExecArray[] {
  const ends = new Map([...body.matchAll(CALL)].map((match) => [match, endOfBracket(body, match.index + match[0].length)]))
  return [...ends.keys()].sort((a, b) => (ends.get(a) ?? 0) - (ends.get(b) ?? 0) || b.index - a.index)
}

/** Names that so many things have that a call by name alone proves nothing. */
const COMMON =
  /^(?:as_\w+|into_\w+|deref|extend|clone|get|set|has|fetch|any|all|size|length|first|last|merge|put|name|value|execute|process|handle|invoke|add|push|pop|call|apply|bind|map|filter|find|each|forEach|format|parse|join|split|replace|resolve|lookup|send|use|test|exec|match|next|then|catch|read|write|open|close|load|dump|loads|dumps|update|delete|remove|clear|copy|keys|values|items|log|error|info|warn|debug|print|String|Error|New|Len|len|run|start|stop|init|create|build|render|handle|emit|on|end|json|type|append|index|count|encode|decode|toString|accepts|status|is|from|of)$/
/** Locks, and what Rust's prelude gives everyone: no step of a flow. */
const NO_STEP = /^(?:R?Lock|R?Unlock|acquire|release|Ok|Err|Some|None)$/

function resolveCall(receiver: string | null, name: string, at: CallPlace): Placed | null {
  const { caller, index, text } = at
  const before = text.slice(0, Math.max(0, text.indexOf(name)))
  if (NO_STEP.test(name) || /@|\b(?:def|function|func|fn)\s/.test(before)) return null
  const candidates = fitting(
    (index.byName.get(name) ?? []).filter(({ symbol }) => symbol.kind !== 'constant' && symbol.kind !== 'type'),
    at.given,
  )
  if (candidates.length === 0) return null
  if (receiver === null) {
    const own = OWNER_UNSAID.test(caller.file.path) ? ownMember(caller.symbol.parent, candidates, index) : null
    if (own !== null) return own
    const free = candidates.filter(({ symbol }) => symbol.parent === null)
    return free.find(({ file }) => file === caller.file) ?? (free.length === 1 ? (free[0] ?? null) : null)
  }
  const owner = caller.symbol.parent
  if (receiver === 'parent') return ownMember(index.parents.get(owner ?? '') ?? null, candidates, index)
  if (/^(?:self|\$?this|cls|static|Self)$/.test(receiver) || receiver === goReceiver(caller))
    return ownMember(owner, candidates, index)
  if (/\bsuper\(\)\s*\.\s*$/.test(before)) return ownMember(index.parents.get(owner ?? '') ?? null, candidates, index)
  const known = importedAs(receiver, caller.file)
  if (known !== null) return candidates.find(({ file }) => index.importsOf(caller.file).includes(file)) ?? null
  const methods = candidates.filter(({ symbol }) => symbol.kind === 'method' && symbol.parent !== owner)
  const namesakes = methods.filter(({ symbol }) => symbol.parent?.toLowerCase() === receiver.toLowerCase())
  if (namesakes.length === 1) return namesakes[0] ?? null
  const bases = methods.filter(
    ({ symbol }) => !methods.some((other) => other.symbol.parent === index.parents.get(symbol.parent ?? '')),
  )
  // A call that hands on to the same name elsewhere may mean any of them.
  const isTelling = (!COMMON.test(name) && name !== caller.symbol.name) || isNamedLike(receiver, bases[0]?.symbol.parent ?? '')
  return bases.length === 1 && isTelling ? (bases[0] ?? null) : null
}

/** Languages in which a bare call may mean a member of the class that it stands in. */
const OWNER_UNSAID = /\.(?:java|kt|scala|cs|swift|rb|dart|cpp|cc|hpp|groovy)$/

/** How many arguments stand in a call that begins at `from`; null where it goes on on another line. */
function argumentsIn(code: string, from: number): number | null {
  let depth = 0
  let commas = 0
  for (let at = from; at < code.length; at++) {
    const character = code[at] ?? ''
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) {
      if (depth === 0) return code.slice(from, at).trim() === '' ? 0 : commas + 1
      depth--
    } else if (character === ',' && depth === 0) commas++
  }
  return null
}

/** Of several declarations of a name, those with a body, and of one class those that take as many arguments. */
function fitting(candidates: readonly Placed[], given: number | null): readonly Placed[] {
  const bodied = candidates.filter(({ file, symbol }) => !file.path.endsWith('.h') || symbol.lastLine > symbol.firstLine)
  const left = bodied.length > 0 ? bodied : candidates
  if (given === null) return left
  return left.filter(({ file, symbol }) => {
    const overloads = left.filter((other) => other.file === file && other.symbol.parent === symbol.parent)
    return overloads.length < 2 || parameterCount(symbol.signature, symbol.name) === given
  })
}

/** In languages with overloads: whether its class declares the name again with as many parameters, so that a call may mean either. */
export function hasRivals({ file, symbol }: Placed): boolean {
  if (!/\.(?:java|kt|scala|cs|swift|cpp|cc|hpp|groovy)$/.test(file.path)) return false
  const count = parameterCount(symbol.signature, symbol.name)
  return file.outline.symbols.some(
    (other) =>
      other !== symbol &&
      other.name === symbol.name &&
      other.parent === symbol.parent &&
      other.kind === symbol.kind &&
      parameterCount(other.signature, other.name) === count,
  )
}

function parameterCount(signature: string, name: string): number | null {
  const plain = signature.replace(/<[^<>()]*>/g, '')
  const open = plain.indexOf('(', plain.indexOf(name))
  return open < 0 ? null : argumentsIn(plain, open + 1)
}

interface CallPlace {
  readonly caller: Placed
  readonly given: number | null
  readonly index: Index
  readonly text: string
}

/** A member of a class or of what it builds on. */
function ownMember(owner: string | null, candidates: readonly Placed[], index: Index): Placed | null {
  const seen = new Set<string>()
  for (let type = owner; type !== null && !seen.has(type); type = index.parents.get(type) ?? null) {
    seen.add(type)
    const own = candidates.find(({ symbol }) => symbol.parent === type)
    if (own !== undefined) return own
  }
  return null
}

const goReceiver = ({ symbol }: Placed): string | null => /^func\s+\((\w+)\s/.exec(symbol.signature)?.[1] ?? null

/** The line by which a file takes a name from a module. null where the name is no module's. */
function importedAs(name: string, file: ReadFile): string | null {
  const pattern = new RegExp(
    `^(?:import|from|const|let|var|use)\\b.*\\b${name.replace(/\W/g, '\\$&')}\\b.*(?:require\\(|import|from)|^import\\s.*\\b${name.replace(/\W/g, '\\$&')}\\b`,
  )
  return file.lines.slice(0, 120).find((line) => line.length < 300 && pattern.test(line)) ?? null
}

/** `signer.sign()` speaks of a Signer. */
function isNamedLike(receiver: string, owner: string): boolean {
  const [a, b] = [receiver.replace(/[_$]/g, '').toLowerCase(), owner.toLowerCase()]
  return a.length > 2 && b.length > 2 && (b.endsWith(a) || a.endsWith(b))
}
