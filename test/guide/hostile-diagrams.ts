// Every kind of diagram that `offline` draws, with a name in it that means something to Mermaid.
import type { Step } from '../../src/models/offline/call-chain.ts'
import { folderDiagram, folderImportDiagram, importDiagram, sequenceDiagram } from '../../src/models/offline/diagrams.ts'
import type { Material, Placed, ReadFile } from '../../src/models/offline/material.ts'
import { diagramsOf } from './diagrams-of.ts'

/** By kind, Mermaid's source. */
export function diagramsWith(name: string): Record<string, string> {
  const files = [`${name}/${name}.ts`, `a/${name}/x.ts`, 'c/z.ts'].map(
    (path) => ({ path, kind: 'source', lines: [] as readonly string[] }) as ReadFile,
  )
  const importsOf = (file: ReadFile) => files.slice(files.indexOf(file) + 1)
  const material = { sources: files, importsOf } as Pick<Material, 'sources' | 'importsOf'> as Material
  const placed = (file: ReadFile | undefined, parent: string | null) => ({ file, symbol: { name, parent } }) as Placed
  const [first, second] = [placed(files[0], name), placed(files[1], null)]
  const chain: Step[] = [
    { called: first, caller: null, line: 1 },
    { called: second, caller: first, line: 2 },
  ]
  const drawn = {
    files: importDiagram(material),
    folders: folderImportDiagram(material),
    tree: folderDiagram([`${name}/${name}/x.ts`, `b/${name}/y.ts`], name),
    sequence: sequenceDiagram(chain),
  }
  return Object.fromEntries(Object.entries(drawn).map(([kind, fence]) => [kind, diagramsOf(fence ?? '')[0] ?? '']))
}
