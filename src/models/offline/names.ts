import { type Material, type Placed, publicSymbols, type ReadFile } from './material.ts'

const ROOT_ERROR = /(?:\(|extends\s+|:\s*|,\s*)[\w.]*(?:Error|Exception|Throwable)\b/

/** Classes that the sources declare as errors: named so, or built on an error, over any number of steps. */
export function errorTypes(material: Material): readonly Placed[] {
  const classes = material.sources.flatMap((file) =>
    file.outline.symbols.filter(({ kind }) => kind === 'class' || kind === 'type').map((symbol) => ({ file, symbol })),
  )
  const names = new Set(
    classes
      .filter(({ symbol }) => /(?:Error|Exception|Failure|Refusal)$/.test(symbol.name) || ROOT_ERROR.test(symbol.signature))
      .map(({ symbol }) => symbol.name),
  )
  for (let before = -1; before !== names.size; ) {
    before = names.size
    for (const { symbol } of classes) if ([...names].some((name) => buildsOn(symbol.signature, name))) names.add(symbol.name)
  }
  return classes.filter(({ symbol }) => names.has(symbol.name))
}

/** Whether a declaration names another class as what it builds on. */
export function buildsOn(signature: string, name: string): boolean {
  return new RegExp(`(?:\\(|extends |implements |: |for |, )${name.replace(/\W/g, '\\$&')}\\b`).test(signature)
}

/** A function hung on an object that is no class, as `app.use = function` is: it stands for itself. */
function isFree(file: ReadFile, owner: string): boolean {
  return (
    /Script$/.test(file.outline.language) &&
    !file.outline.symbols.some(({ name, kind }) => name === owner && (kind === 'class' || kind === 'type'))
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
  return publicSymbols(material)
    .filter(({ file, symbol }) => symbol.kind !== 'constant' && (symbol.parent === null || isFree(file, symbol.parent)))
    .map((placed, order) => ({ placed, order }))
    .sort((a, b) => weight(b.placed) - weight(a.placed) || a.order - b.order)
    .map(({ placed }) => placed)
}
