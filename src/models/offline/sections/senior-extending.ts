import { conventionList } from '../conventions.ts'
import { findLines, findSayings, type Hit, type Saying, symbolAt } from '../find-in-code.ts'
import { bullets, cite, citeSymbol, code, codeFence, counted, describe, docOf, joinParts, told } from '../markdown-text.ts'
import { type Material, type Placed, publicSymbols } from '../material.ts'
import { buildsOn, errorTypes } from '../names.ts'

const OVERRIDE = /raise NotImplementedError|@(?:\w+\.)?abstractmethod|\babstract\s+\w+|unimplemented!|todo!\(/

/** Where do I change what? */
export function writeExtending(material: Material): string {
  const open = findLines(material.sources, OVERRIDE, { most: 5, perFile: 2 })
  const inviting = findSayings({ ...material, files: material.sources }, INVITES, { most: 5 })
  const worked = children(material)[0]
  const rules = conventionList(material, 4)
  return joinParts([
    open.length > 0 && `### Left open on purpose\n\n${bullets(open.map(openTold))}`,
    inviting.length > 0 && `### What its comments invite you to replace\n\n${bullets(inviting.map(invitationTold))}`,
    worked !== undefined &&
      joinParts([
        '### One worked place',
        `${code(worked.child.symbol.name)} shows how it is done: it builds on ${code(worked.parent.symbol.name)} (${citeSymbol(worked.parent)}) and stands at ${citeSymbol(worked.child)}.`,
        workedExample(worked.child),
      ]),
    open.length + inviting.length === 0 && worked === undefined && nothingOpen(material),
    rules === null ? null : `### Conventions to keep\n\n${rules}`,
  ])
}

const INVITES =
  /\b(?:subclass(?:es)? (?:must|can|should|may)|overrid\w+|customi[sz]\w*|register\w*|plug-?ins?|hooks?|implementations?|implement(?:s|ed)?|can be (?:changed|replaced|extended)|instead of (?:the|a) default)\b/i

function invitationTold({ file, from, to, text }: Saying): string {
  const owner = symbolAt(file, from) ?? symbolAt(file, to + 1)
  return `${owner === null ? '' : `${code(owner.symbol.name)}: `}${told(text, 220)} (${cite(file, from, to)})`
}

function openTold({ file, line }: Hit): string {
  const owner = symbolAt(file, line)
  if (owner === null) return `An implementation is expected at ${cite(file, line)}`
  const { symbol } = owner
  return `${code(symbol.parent === null ? symbol.name : `${symbol.parent}.${symbol.name}`)} has no body of its own (${cite(file, line)}): ${docOf(symbol, 140) || 'whoever builds on it gives it one.'}`
}

/** Classes that build on another class read here; those of errors last. */
function children(material: Material): readonly { child: Placed; parent: Placed }[] {
  const classes = material.sources.flatMap((file) =>
    file.outline.symbols.filter(({ kind }) => kind === 'class' || kind === 'type').map((symbol) => ({ file, symbol })),
  )
  const errors = new Set(errorTypes(material).map(({ symbol }) => symbol))
  return classes
    .flatMap((child) => {
      const parent = classes.find((other) => other !== child && buildsOn(child.symbol.signature, other.symbol.name))
      return parent === undefined ? [] : [{ child, parent }]
    })
    .sort((a, b) => Number(errors.has(a.child.symbol)) - Number(errors.has(b.child.symbol)))
}

function workedExample({ file, symbol }: Placed): string | null {
  const last = Math.min(symbol.lastLine, symbol.firstLine + 17)
  if (!file.shows(symbol.firstLine, last)) return null
  const lines = file.lines.slice(symbol.firstLine - 1, last)
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  const block = codeFence(file.outline.language, lines)
  return block === null || lines.length < 2
    ? null
    : joinParts([
        block,
        lines.length < symbol.lastLine - symbol.firstLine + 1 &&
          `(The first ${counted(lines.length, 'line')} of it; the rest is in the file.)`,
      ])
}

function nothingOpen(material: Material): string {
  const places = publicSymbols(material)
    .filter(({ symbol }) => symbol.parent === null)
    .slice(0, 6)
  return joinParts([
    places.length > 0 && 'A change is made where the behaviour lives:',
    places.length > 0 && bullets(places.map((placed) => describe(placed, 160))),
  ])
}
