import { importDiagram, importEdges, mostUsedTold } from '../diagrams.ts'
import { aboutFile, bullets, code, counted, joinParts, listed } from '../markdown-text.ts'
import type { Material } from '../material.ts'

/** How is it cut, who depends on whom? */
export function writeArchitecture(material: Material): string {
  const edges = importEdges(material)
  const diagram = importDiagram(material)
  const isBuilding = material.sources.filter(({ kind }) => kind === 'source')
  const modules = isBuilding.map((file) => {
    const to = material.importsOf(file)
    const uses =
      to.length === 0
        ? ''
        : `It leans on ${listed(
            to.map(({ path }) => code(path)),
            5,
          )}.`
    const told = [aboutFile(file, 160), uses].filter((part) => part !== '').join(' ')
    return told === '' ? code(file.path) : `${code(file.path)}: ${told}`
  })
  return joinParts([
    modules.length > 0
      ? `${counted(modules.length, 'module').replace(/^\w/, (first) => first.toUpperCase())} carry the structure, as far as it was read for this section:\n\n${bullets(modules)}`
      : 'No source file is among the evidence for this section.',
    diagram !== null
      ? `### Who leans on whom\n\nAn arrow points from a file to one that it imports, or, within one package, names.\n\n${diagram}`
      : null,
    edges.length > 0 && `### What follows from it\n\n${bullets(directions(material, edges))}`,
  ])
}

function directions(material: Material, edges: ReturnType<typeof importEdges>): readonly string[] {
  const told_: string[] = []
  const most = mostUsedTold(material)
  if (most !== null) told_.push(most)
  // Where a package's files see each other without an import, what was not shown of one may use any other.
  const isKnown = material.sources.every(({ path, isWhole }) => isWhole || !/\.(?:go|java|kt|cs)$/.test(path))
  const leaves = [...new Set(edges.map(({ to }) => to))].filter((file) => material.importsOf(file).length === 0)
  if (isKnown && leaves.length > 0)
    told_.push(
      `At the bottom of the files shown here, leaning on none of the others: ${listed(
        leaves.map(({ path }) => code(path)),
        5,
      )}.`,
    )
  const tops = [...new Set(edges.map(({ from }) => from))].filter((file) => !edges.some(({ to }) => to === file))
  if (isKnown && tops.length > 0)
    told_.push(
      `At the top of the files shown here, needed by none of the others: ${listed(
        tops.map(({ path }) => code(path)),
        5,
      )}.`,
    )
  const mutual = edges.filter(
    ({ from, to }) => from.path < to.path && edges.some((other) => other.from === to && other.to === from),
  )
  if (mutual.length > 0)
    told_.push(
      `These lean on each other: ${listed(
        mutual.map(({ from, to }) => `${code(from.path)} with ${code(to.path)}`),
        3,
      )}.`,
    )
  return told_
}
