import type { Outline, OutlineSymbol } from '../../outline/shape.ts'

interface Outlined {
  readonly outline: Outline
}

const isType = ({ kind }: OutlineSymbol): boolean => kind === 'class' || kind === 'type'
/** Ruby's `module`, C#'s `namespace`: a name around others. */
const isNamespace = (symbol: OutlineSymbol): boolean => isType(symbol) && /^(?:module|namespace)\b/.test(symbol.signature)
/** Rust's `impl`: members for a type that is declared elsewhere. */
export const isImplementation = ({ signature }: OutlineSymbol): boolean => /^(?:unsafe\s+)?impl\b/.test(signature)

/**
 * What a file offers by name: its public declarations outside of any other, those within a namespace in its place, and what is hung
 * on a name that the file does not declare as a type (`app.use = …`, an `impl`).
 */
export function surfaceOf({ outline }: Outlined): readonly OutlineSymbol[] {
  const { symbols } = outline
  const declared = new Set(symbols.filter((symbol) => isType(symbol) && !isImplementation(symbol)).map(({ name }) => name))
  const offered = symbols
    .filter((symbol) => symbol.isPublic && (symbol.parent === null || !declared.has(symbol.parent)))
    .flatMap((symbol) => insideOf(symbol, symbols, 0))
  const telling = offered.filter((symbol) => !isNamespace(symbol) || membersOf(symbol, symbols).length > 0)
  return [...new Set(telling.length > 0 ? telling : offered)]
}

function membersOf(owner: OutlineSymbol, symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  return symbols.filter(
    (symbol) =>
      symbol.isPublic && symbol.parent === owner.name && symbol.firstLine >= owner.firstLine && symbol.lastLine <= owner.lastLine,
  )
}

/** The types in a namespace, the namespace itself where it has functions of its own, and its constants where it has nothing else. */
function insideOf(symbol: OutlineSymbol, symbols: readonly OutlineSymbol[], depth: number): readonly OutlineSymbol[] {
  if (!isNamespace(symbol) || depth > 4) return [symbol]
  const members = membersOf(symbol, symbols)
  const types = members.filter(isType).flatMap((type) => insideOf(type, symbols, depth + 1))
  const hasFunctions = members.some(({ kind }) => kind === 'method' || kind === 'function')
  if (types.length > 0 || hasFunctions) return hasFunctions ? [symbol, ...types] : types
  return members.length > 0 ? members : [symbol]
}

/** `Owner.name` of a member; what a namespace holds goes by its own name. */
export function fullName({ file, symbol }: { readonly file: Outlined; readonly symbol: OutlineSymbol }): string {
  const { name, parent } = symbol
  if (parent === null) return name
  const isInNamespace =
    (isType(symbol) || symbol.kind === 'constant') &&
    file.outline.symbols.some((other) => other.name === parent && isNamespace(other))
  return isInNamespace ? name : `${parent}.${name}`
}

/** The classes and types that a file declares, namespaces and implementations aside. */
export function typesOf({ outline }: Outlined): readonly OutlineSymbol[] {
  return outline.symbols.filter((symbol) => isType(symbol) && !isNamespace(symbol) && !isImplementation(symbol))
}
