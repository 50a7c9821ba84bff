import { fieldsOf, refusals, refusalTold } from '../fields.ts'
import { bullets, cite, citeSymbol, code, describe, docOf, joinParts, listed } from '../markdown-text.ts'
import type { Material, Placed } from '../material.ts'
import { errorTypes, typesIn } from '../names.ts'
import { surfaceOf } from '../surface.ts'

/** A name for what another module or the language gives: no value of this one. */
const BORROWED = /\brequire\(|\.prototype\b|^#\s*define\s+\w+\s*$|__attribute__/

/** Which types and stores carry the work, and what always holds? */
export function writeDataAndState(material: Material): string {
  const errors = new Set(errorTypes(material).map(({ symbol }) => symbol))
  const types = typesIn(material)
    .filter(({ file, symbol }) => symbol.parent === null || surfaceOf(file).includes(symbol))
    .sort((a, b) => Number(errors.has(a.symbol)) - Number(errors.has(b.symbol)))
  const withFields = types
    .map((placed) => ({ placed, fields: fieldsOf(placed) }))
    .filter(({ fields }) => fields.length > 0)
    .sort(
      (a, b) => Number(errors.has(a.placed.symbol)) - Number(errors.has(b.placed.symbol)) || b.fields.length - a.fields.length,
    )
    .slice(0, 6)
  const rules = refusals(material.sources, 6)
  const constants = material.sources
    .flatMap((file) =>
      file.outline.symbols
        .filter(({ kind, parent, signature }) => kind === 'constant' && parent === null && !BORROWED.test(signature))
        .map((symbol) => ({ file, symbol }))
        .filter(isFixed),
    )
    .slice(0, 6)
  return joinParts([
    withFields.length > 0
      ? `### Types that carry the work\n\n${bullets(withFields.map(({ placed, fields }) => typeTold(placed, fields)))}`
      : types.length > 0
        ? `### Types that carry the work\n\n${bullets(types.slice(0, 6).map((placed) => describe(placed, 180)))}`
        : null,
    rules.length > 0 ? `### What the code makes sure of\n\n${bullets(rules.map(refusalTold))}` : null,
    constants.length > 0
      ? `### Fixed values of modules\n\n${bullets(constants.map((placed) => `${code(placed.symbol.name)} (${citeSymbol(placed)})${docOf(placed.symbol, 140) === '' ? '' : `: ${docOf(placed.symbol, 140)}`}`))}`
      : null,
  ])
}

/** Declared so that it can't be set again, or named like what nobody sets. */
function isFixed({ file, symbol }: Placed): boolean {
  if (file.path.endsWith('.py')) return /^_?[A-Z][A-Z0-9_]*$/.test(symbol.name)
  if (/\.[cm]?[jt]sx?$/.test(file.path)) return !/\b(?:let|var)\s/.test(symbol.signature)
  if (!file.path.endsWith('.go')) return true
  // Within `var (` and `const (` a line does not say which of them it belongs to.
  const head = file.lines.slice(0, symbol.firstLine).findLast((line) => /^(?:const|var|func|type)\b/.test(line))
  return head?.startsWith('const') === true
}

function typeTold(placed: Placed, fields: readonly { name: string; line: number }[]): string {
  const last = fields.slice(0, 8).at(-1)?.line ?? placed.symbol.lastLine
  const doc = docOf(placed.symbol, 150)
  return `${code(placed.symbol.name)} (${citeSymbol(placed)}) holds ${listed(
    fields.map(({ name }) => code(name)),
    8,
  )} (${cite(placed.file, fields[0]?.line ?? last, last)}).${doc === '' ? '' : ` ${doc}`}`
}
