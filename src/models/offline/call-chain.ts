import type { Material, Placed, ReadFile } from './material.ts'

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
}

const CALL = /(?:([\w$\])]+)\s*(?:\.|->|::)\s*)?([A-Za-z_$][\w$]*)\s*(?:<[\w, ]{1,40}>)?\(/g

/** Chains of calls among the sources: what people call first, then the longest; no two tell mostly the same. */
export function callChains(material: Material, most: number, longest = 7): readonly (readonly Step[])[] {
  const index = indexSymbols(material.sources)
  const mentioned = mentions(material)
  const ranked = [...index.byName.values()]
    .flat()
    .filter(({ file, symbol }) => file.kind === 'source' && isStart(symbol))
    .map((start, order) => {
      const chain = followCalls(start, index, longest)
      const mention = mentioned.indexOf(start.symbol.name)
      const isDerived = index.parents.has(index.parents.get(start.symbol.parent ?? '') ?? '')
      const weight = Math.min(chain.length, 6) + (mention < 0 ? 0 : Math.max(4, 8 - mention)) - (isDerived ? 2 : 0)
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
  return isPublic && (kind === 'function' || kind === 'method') && !/^(?:__|constructor$|initialize$|new$)/.test(name)
}

/** Names that the examples of README and docs call, in their order: what people really use. */
function mentions(material: Material): readonly string[] {
  const names = new Set<string>()
  const files = [...material.docs].sort((a, b) => Number(b.kind === 'readme') - Number(a.kind === 'readme'))
  const lines = files.flatMap((file) => file.prose?.codeBlocks ?? []).flatMap((block) => block.lines)
  for (const line of lines) for (const match of line.matchAll(CALL)) names.add(match[2] ?? '')
  return [...names]
}

function indexSymbols(files: readonly ReadFile[]): Index {
  const byName = new Map<string, Placed[]>()
  const parents = new Map<string, string | null>()
  for (const file of files) {
    for (const symbol of file.outline.symbols) {
      byName.set(symbol.name, [...(byName.get(symbol.name) ?? []), { file, symbol }])
      if (symbol.kind === 'class')
        parents.set(
          symbol.name,
          /(?:\(|\bextends\s+|:\s*(?:public\s+)?|<\s*)([\w.]+)/
            .exec(symbol.signature.slice(symbol.signature.indexOf(symbol.name) + symbol.name.length))?.[1]
            ?.split('.')
            .at(-1) ?? null,
        )
    }
  }
  return { byName, parents }
}

function followCalls(start: Placed, index: Index, longest: number): readonly Step[] {
  const chain: Step[] = [{ called: start, caller: null, line: start.symbol.firstLine }]
  const visited = new Set([keyOf(start)])
  const visit = (caller: Placed, depth: number): void => {
    for (const { called, line } of callsIn(caller, index)) {
      if (chain.length >= longest || visited.has(keyOf(called))) continue
      visited.add(keyOf(called))
      chain.push({ called, caller, line })
      if (depth < 5) visit(called, depth + 1)
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
  const isClass = symbol.kind === 'class'
  for (let line = symbol.firstLine; line <= Math.min(symbol.lastLine, symbol.firstLine + 200); line++) {
    const masked = file.masked[line - 1]
    if (masked === undefined || masked.startsInside || isClass) continue
    const body =
      line === symbol.firstLine ? masked.code.slice(masked.code.indexOf(symbol.name) + symbol.name.length + 1) : masked.code
    for (const match of body.matchAll(CALL)) {
      const called = resolveCall(match[1] ?? null, match[2] ?? '', { caller, index, text: file.lines[line - 1] ?? '' })
      if (called !== null && keyOf(called) !== keyOf(caller)) found.push({ called, line })
    }
  }
  return found
}

function resolveCall(receiver: string | null, name: string, at: { caller: Placed; index: Index; text: string }): Placed | null {
  const { caller, index, text } = at
  const candidates = (index.byName.get(name) ?? []).filter(
    ({ symbol }) =>
      symbol.kind !== 'constant' &&
      symbol.kind !== 'type' &&
      !/[@]|\b(?:def|function|func|fn)\s/.test(text.slice(0, Math.max(0, text.indexOf(name)))),
  )
  if (candidates.length === 0) return null
  const owner = caller.symbol.parent
  if (receiver === 'self' || receiver === 'this' || receiver === 'cls') {
    for (let type: string | null = owner; type !== null; type = index.parents.get(type) ?? null) {
      const own = candidates.find(({ symbol }) => symbol.parent === type)
      if (own !== undefined) return own
    }
    return null
  }
  if (receiver === ')' || /super\(\)\s*\.\s*$/.test(text.slice(0, text.indexOf(name)))) {
    const parent = owner === null ? null : (index.parents.get(owner) ?? null)
    const inherited = candidates.find(({ symbol }) => symbol.parent === parent && parent !== null)
    if (inherited !== undefined) return inherited
  }
  if (receiver === null) {
    const free = candidates.filter(({ symbol }) => symbol.parent === null)
    return free.find(({ file }) => file === caller.file) ?? (free.length === 1 ? (free[0] ?? null) : null)
  }
  const methods = candidates.filter(({ symbol }) => symbol.kind === 'method' && symbol.parent !== owner)
  const bases = methods.filter(
    ({ symbol }) => !methods.some((other) => other.symbol.parent === index.parents.get(symbol.parent ?? '')),
  )
  return bases.length === 1 ? (bases[0] ?? null) : candidates.length === 1 ? (candidates[0] ?? null) : null
}
