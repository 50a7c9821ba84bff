import type { OutlineSymbol } from '../../../outline/shape.ts'
import { type Contract, contracts, contractTold, OPEN } from '../contracts.ts'
import { conventionList } from '../conventions.ts'
import { findLines, findSayings, type Hit, sayingTold, symbolAt } from '../find-in-code.ts'
import {
  bullets,
  cite,
  citeSymbol,
  code,
  codeFence,
  counted,
  describe,
  docOf,
  joinParts,
  withoutIndent,
} from '../markdown-text.ts'
import type { Material, Placed, ReadFile } from '../material.ts'
import { errorTypes, offeredIn, typesIn } from '../names.ts'
import { buildsOn } from '../parents.ts'
import { fullName } from '../surface.ts'

/** Where do I change what? */
export function writeExtending(material: Material): string {
  const points = contracts(material)
  const asked = new Set(points.flatMap((point) => point.asked))
  const open = findLines(material.sources, OPEN, { most: 5, perFile: 2 }).filter(({ file, line }) => {
    const owner = symbolAt(file, line)?.symbol
    return owner !== undefined && owner.parent !== null && !asked.has(owner) && isEmpty(file, owner)
  })
  const inviting = findSayings({ ...material, files: material.sources }, INVITES, { most: 4 })
  const worked = workedPlace(material, points)
  const rules = conventionList(material, 4)
  return joinParts([
    points.length > 0 && `### What waits for an implementation\n\n${bullets(points.slice(0, 5).map(contractTold))}`,
    open.length > 0 && `### Left without a body\n\n${bullets(open.map(openTold))}`,
    inviting.length > 0 && `### What its comments say of it\n\n${bullets(inviting.map((saying) => sayingTold(saying, 220)))}`,
    worked !== undefined &&
      joinParts([
        '### One worked place',
        `${code(fullName(worked.child))} shows how it is done for ${code(worked.parent.symbol.name)} (${citeSymbol(worked.parent)}); it stands at ${citeSymbol(worked.child)}.`,
        workedExample(worked.child),
      ]),
    points.length + open.length + inviting.length === 0 && worked === undefined && nothingOpen(material),
    rules === null ? null : `### Conventions to keep\n\n${rules}`,
  ])
}

interface Worked {
  readonly child: Placed
  readonly parent: Placed
}

/** An implementation that can be shown, the shortest that does something first; else any class that builds on another. */
function workedPlace(material: Material, points: readonly Contract[]): Worked | undefined {
  const length = ({ child }: Worked): number => child.symbol.lastLine - child.symbol.firstLine
  const implementing = points
    .flatMap(({ placed, asked, implementations }) =>
      implementations.flatMap((child) => {
        const body = bodyOf(child, asked)
        return body === null ? [] : [{ child: body, parent: placed }]
      }),
    )
    .filter(({ child: { file, symbol } }) => file.shows(symbol.firstLine, symbol.lastLine))
    .sort((a, b) => length(a) - length(b))
  return implementing[0] ?? children(material)[0]
}

const INVITES =
  /\b(?:subclass(?:es)? (?:must|can|should|may)|overrid\w+|customi[sz]\w*|register\w*|plug-?ins?|hooks?|implementations?|implement(?:s|ed)?|can be (?:changed|replaced|extended)|instead of (?:the|a) default)\b/i

/** Whether a method holds nothing but the mark that it is open: no other statement, and no body in brackets. */
function isEmpty(file: ReadFile, { kind, name, firstLine, lastLine }: OutlineSymbol): boolean {
  if (kind !== 'method' && kind !== 'function') return false
  const lines = file.masked.slice(firstLine - 1, lastLine).filter(({ code, startsInside }) => !startsInside && code.trim() !== '')
  const text = lines.map(({ code }) => code).join('\n')
  const after = text.slice(text.search(new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\s*[(<]`)))
  const statements = after
    .split('\n')
    .slice(1)
    .filter((line) => !/^\s*(?:["'}]|pass\b|\.\.\.|@)/.test(line) && !/^\s*\)|[,(]\s*$/.test(line))
  if (/\babstract\b/.test(text)) return !text.includes('{')
  return statements.length <= 1
}

function openTold({ file, line }: Hit): string {
  const owner = symbolAt(file, line)
  if (owner === null) return `An implementation is expected at ${cite(file, line)}`
  const { symbol } = owner
  return `${code(fullName(owner))} has no body of its own (${cite(file, line)}): ${docOf(symbol, 140) || 'whoever builds on it gives it one.'}`
}

/** What of an implementation shows how: the class, where it holds a member that is asked for, else that member. */
function bodyOf(child: Placed, asked: readonly OutlineSymbol[]): Placed | null {
  const names = new Set(asked.map(({ name }) => name))
  const { firstLine, lastLine, name: type } = child.symbol
  const members = child.file.outline.symbols.filter(({ parent, name }) => parent === type && names.has(name))
  if (members.some((member) => member.firstLine >= firstLine && member.lastLine <= lastLine)) return child
  const [member] = members
  return member === undefined || member.lastLine - member.firstLine < 2 ? null : { file: child.file, symbol: member }
}

/** Classes that build on another class read here; those of errors last. */
function children(material: Material): readonly Worked[] {
  const classes = typesIn(material)
  const isBody = ({ symbol }: Placed): boolean => !/\b(?:interface|trait|protocol)\b/.test(symbol.signature)
  const errors = new Set(errorTypes(material).map(({ symbol }) => symbol))
  return classes
    .filter(isBody)
    .flatMap((child) => {
      const parent = classes.find((other) => other !== child && buildsOn(child.symbol, other.symbol.name))
      return parent === undefined ? [] : [{ child, parent }]
    })
    .sort((a, b) => Number(errors.has(a.child.symbol)) - Number(errors.has(b.child.symbol)))
}

function workedExample({ file, symbol }: Placed): string | null {
  const last = Math.min(symbol.lastLine, symbol.firstLine + 17)
  if (!file.shows(symbol.firstLine, last)) return null
  const lines = file.lines.slice(symbol.firstLine - 1, last)
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  const block = codeFence(file.outline.language, withoutIndent(lines))
  return block === null || lines.length < 2
    ? null
    : joinParts([
        block,
        lines.length < symbol.lastLine - symbol.firstLine + 1 &&
          `(The first ${counted(lines.length, 'line')} of it; the rest is in the file.)`,
      ])
}

function nothingOpen(material: Material): string {
  const places = offeredIn(material)
    .filter(({ symbol }) => symbol.kind !== 'constant' && !/^#\s*define\b/.test(symbol.signature))
    .slice(0, 6)
  return joinParts([
    places.length > 0 && 'A change is made where the behaviour lives:',
    places.length > 0 && bullets(places.map((placed) => describe(placed, 160))),
  ])
}
