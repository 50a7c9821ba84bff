import { findLines, symbolAt } from './find-in-code.ts'
import { cite, citeSymbol, code, describe, docOf, listed } from './markdown-text.ts'
import type { Material, Placed } from './material.ts'
import { errorTypes } from './names.ts'
import { parentsOf } from './parents.ts'
import { fullName } from './surface.ts'

/** Each type of error, what it builds on, and where it is raised; then the error values that Go declares. */
export function errorsTold(material: Material, most: number): readonly string[] {
  const types = errorTypes(material)
    .slice(0, most)
    .map((placed) => `${describe(placed, 160)}${parentTold(placed)}${raisedTold(material, placed)}`)
  const values = material.sources.flatMap((file) =>
    file.outline.symbols
      .filter(
        ({ kind, name, signature }) => kind === 'constant' && (/^Err[A-Z]\w+$/.test(name) || /errors\.New\(/.test(signature)),
      )
      .map((symbol) => ({ file, symbol })),
  )
  return [...types, ...values.slice(0, Math.max(0, most - types.length)).map((placed) => valueTold(placed, material))]
}

function parentTold(placed: Placed): string {
  const [parent] = parentsOf(placed.symbol)
  return parent === undefined ? '' : ` It builds on ${code(parent)}.`
}

function valueTold(placed: Placed, material: Material): string {
  const doc = docOf(placed.symbol, 140)
  return `${code(placed.symbol.name)} (${citeSymbol(placed)}), a value to compare with.${doc === '' ? '' : ` ${doc}`}${raisedTold(material, placed)}`
}

/** In which functions, with the first lines. */
function raisedTold(material: Material, { symbol }: Placed): string {
  const name = symbol.name.replace(/\W/g, '\\$&')
  const raises = new RegExp(
    `\\b(?:raise|throw)\\s+(?:new\\s+)?(?:[\\w.]+(?:\\.|::|\\\\))?${name}\\b|\\breturn\\s+(?:nil,\\s*)*&?(?:\\w+\\.)?${name}\\b|\\bErr\\(\\s*(?:\\w+::)*${name}\\b`,
  )
  const hits = findLines(material.sources, raises, { most: 40 })
  const byOwner = new Map<string, string>()
  for (const { file, line } of hits) {
    const owner = symbolAt(file, line)
    const name = owner === null || owner.symbol === symbol ? cite(file, line) : code(fullName(owner))
    if (!byOwner.has(name)) byOwner.set(name, owner === null || owner.symbol === symbol ? name : `${name} at ${cite(file, line)}`)
  }
  const places = [...byOwner.values()]
  return places.length === 0 ? '' : ` It is raised in ${listed(places, 2)}.`
}
