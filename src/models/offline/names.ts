import type { Material, Placed } from './material.ts'
import { buildsOn, parentsOf } from './parents.ts'
import { surfaceOf, typesOf } from './surface.ts'

const ERROR = /(?:Error|Exception|Failure|Refusal|Throwable)$/

/** Classes that the sources declare as errors: named so, or built on an error, over any number of steps. Each name once. */
export function errorTypes(material: Material): readonly Placed[] {
  const classes = typesIn(material)
  const names = new Set(
    classes
      .filter(({ symbol }) => ERROR.test(symbol.name) || parentsOf(symbol).some((parent) => ERROR.test(parent)))
      .map(({ symbol }) => symbol.name),
  )
  for (let before = -1; before !== names.size; ) {
    before = names.size
    for (const { symbol } of classes) if ([...names].some((name) => buildsOn(symbol, name))) names.add(symbol.name)
  }
  const told = new Set<string>()
  return classes.filter(
    ({ symbol }) =>
      !/\btrait\b/.test(symbol.signature) && names.has(symbol.name) && !told.has(symbol.name) && told.add(symbol.name),
  )
}

/** All classes and types that the sources declare. */
export function typesIn({ sources }: Material): readonly Placed[] {
  return sources.flatMap((file) => typesOf(file).map((symbol) => ({ file, symbol })))
}

/** What the sources offer by name, in the order of the evidence. */
export function offeredIn({ sources }: Material): readonly Placed[] {
  return sources.flatMap((file) =>
    surfaceOf(file)
      .filter(({ name }) => !/^__/.test(name))
      .map((symbol) => ({ file, symbol })),
  )
}

/** Public classes, types and functions at the top of files, those that the evidence speaks of most first; errors last. */
export function mainNames(material: Material): readonly Placed[] {
  const mentions = new Map<string, number>()
  for (const file of material.files) {
    for (const name of new Set(file.lines.join('\n').match(/[A-Za-z_]\w+/g))) mentions.set(name, (mentions.get(name) ?? 0) + 1)
  }
  const errors = new Set(errorTypes(material).map(({ symbol }) => symbol))
  const weight = ({ symbol }: Placed): number =>
    (mentions.get(symbol.name) ?? 0) +
    (symbol.kind === 'class' ? 1 : 0) +
    (symbol.docstring === null ? 0 : 2) -
    (errors.has(symbol) ? 4 : 0)
  return offeredIn(material)
    .filter(({ symbol }) => symbol.kind !== 'constant')
    .map((placed, order) => ({ placed, order }))
    .sort((a, b) => weight(b.placed) - weight(a.placed) || a.order - b.order)
    .map(({ placed }) => placed)
}
