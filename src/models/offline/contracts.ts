import type { OutlineSymbol } from '../../outline/shape.ts'
import { findLines } from './find-in-code.ts'
import { citeSymbol, code, docOf, listed } from './markdown-text.ts'
import type { Material, Placed, ReadFile } from './material.ts'
import { errorTypes } from './names.ts'
import { buildsOn, parentsOf } from './parents.ts'
import { fullName, surfaceOf } from './surface.ts'

/** A type that others give a body: an interface, a trait, an abstract class. */
export interface Contract {
  readonly placed: Placed
  /** What it asks for. */
  readonly asked: readonly OutlineSymbol[]
  /** Who gives it one, of the files read. */
  readonly implementations: readonly Placed[]
}

const DECLARED = /(?<!@)\b(?:interface|trait|protocol|abstract\s+class)\b/i
export const OPEN = /raise NotImplementedError|@(?:\w+\.)?abstractmethod|\babstract\s+\w+|unimplemented!|todo!\(/

/** Those that ask for something or that something implements; the ones that most files name first. */
export function contracts(material: Material): readonly Contract[] {
  const errors = new Set(errorTypes(material).map(({ symbol }) => symbol))
  const open = new Set(findLines(material.sources, OPEN, { most: 200 }).map(({ file, line }) => memberAt(file, line)))
  return material.sources
    .flatMap((file) => surfaceOf(file).map((symbol) => ({ file, symbol })))
    .filter(({ symbol }) => (symbol.kind === 'class' || symbol.kind === 'type') && !errors.has(symbol))
    .flatMap((placed) => {
      const { signature } = placed.symbol
      const members = membersOf(placed)
      const isDeclared = DECLARED.test(signature) || parentsOf(placed.symbol).some((parent) => /^(?:ABC|Protocol)$/.test(parent))
      // A trait of PHP lends bodies; only what it leaves abstract is asked for.
      const isPartly =
        /\babstract\s+class\b/.test(signature) || (/\btrait\b/.test(signature) && placed.file.path.endsWith('.php'))
      const asked = isPartly
        ? members.filter((member) => /\babstract\b/.test(member.signature))
        : isDeclared
          ? members
          : members.filter((member) => open.has(member))
      const implementations = isDeclared || asked.length > 0 ? implementationsOf(placed, asked, material) : []
      return asked.length > 0 || (isDeclared && implementations.length > 0) ? [{ placed, asked, implementations }] : []
    })
    .map((contract) => ({ contract, uses: usesOf(contract.placed, material) }))
    .sort((a, b) => b.uses - a.uses || b.contract.implementations.length - a.contract.implementations.length)
    .map(({ contract }) => contract)
}

/** How many of the sources name it. */
function usesOf({ symbol }: Placed, { sources }: Material): number {
  const name = new RegExp(`\\b${symbol.name.replace(/\W/g, '\\$&')}\\b`)
  return sources.filter(({ masked }) => masked.some(({ code }) => name.test(code))).length
}

function memberAt(file: ReadFile, line: number): OutlineSymbol | undefined {
  // A decorator stands above what it speaks of.
  return file.outline.symbols
    .filter(({ parent, firstLine, lastLine }) => parent !== null && firstLine <= line + 1 && lastLine >= line)
    .sort((a, b) => a.lastLine - a.firstLine - (b.lastLine - b.firstLine))[0]
}

function membersOf({ file, symbol }: Placed): readonly OutlineSymbol[] {
  return file.outline.symbols.filter(
    ({ parent, kind, firstLine, lastLine, name }) =>
      parent === symbol.name &&
      (kind === 'method' || kind === 'function') &&
      firstLine >= symbol.firstLine &&
      lastLine <= symbol.lastLine &&
      !/^__|^constructor$/.test(name),
  )
}

function implementationsOf(contract: Placed, asked: readonly OutlineSymbol[], { sources }: Material): readonly Placed[] {
  const found = sources.flatMap((file) => {
    const hasAll = file.path.endsWith('.go') ? typesWith(file, asked) : null
    return file.outline.symbols
      .filter(({ kind }) => kind === 'class' || kind === 'type')
      .filter((symbol) => symbol !== contract.symbol && /^[A-Za-z_]\w+$/.test(symbol.name) && !DECLARED.test(symbol.signature))
      .filter((symbol) => (hasAll === null ? buildsOn(symbol, contract.symbol.name) : hasAll(symbol)))
      .map((symbol) => ({ file, symbol }))
  })
  const told = new Set<string>()
  return found.filter(({ symbol }) => !told.has(symbol.name) && told.add(symbol.name))
}

/** Go says nowhere what implements what: a type does whose methods have all the names. */
function typesWith(file: ReadFile, asked: readonly OutlineSymbol[]): (type: OutlineSymbol) => boolean {
  return (type) =>
    asked.length > 0 &&
    asked.every(({ name }) => file.outline.symbols.some((method) => method.parent === type.name && method.name === name))
}

/** `Hook` (place) asks for `Fire`; `A` (place) implements it. */
export function contractTold({ placed, asked, implementations }: Contract): string {
  const names = [...new Set(asked.map(({ name }) => code(name)))]
  const asks = names.length === 0 ? '' : ` asks for ${listed(names, 5)}`
  const shown = implementations.map((one) => `${code(fullName(one))} (${citeSymbol(one)})`)
  const verb = implementations.length === 1 ? 'implements' : 'implement'
  const done = shown.length === 0 ? '' : `${asks === '' ? '' : ';'} ${listed(shown, 3)} ${verb} it`
  const doc = docOf(placed.symbol, 140)
  return `${code(fullName(placed))} (${citeSymbol(placed)})${asks}${done}.${doc === '' ? '' : ` ${doc}`}`
}
