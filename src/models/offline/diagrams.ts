import type { Step } from './call-chain.ts'
import { isRaised } from './caught.ts'
import { aboutFile, code, fence, listed } from './markdown-text.ts'
import type { Material, ReadFile } from './material.ts'

const MOST_NODES = 12
const MOST_EDGES = 30

/** Which file imports which, as arrows. null where nothing read imports anything else read. */
export function importDiagram(material: Material): string | null {
  const edges = importEdges(material)
  if (edges.length === 0) return null
  const nodes = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].slice(0, MOST_NODES)
  const id = (file: ReadFile): string => `n${nodes.indexOf(file)}`
  const shown = edges.filter(({ from, to }) => nodes.includes(from) && nodes.includes(to)).slice(0, MOST_EDGES)
  return fence('mermaid', [
    'flowchart LR',
    ...nodes.map((file) => `  ${id(file)}["${label(shortName(file, nodes))}"]`),
    ...shown.map(({ from, to }) => `  ${id(from)} --> ${id(to)}`),
  ])
}

export function importEdges(material: Material): readonly { from: ReadFile; to: ReadFile }[] {
  return material.sources.flatMap((from) =>
    material
      .importsOf(from)
      .filter((to) => to.kind === 'source')
      .map((to) => ({ from, to })),
  )
}

/** The files that others lean on, with those that do; the one that most do first. */
export function mostUsed(material: Material): readonly { file: ReadFile; users: readonly ReadFile[] }[] {
  return [...Map.groupBy(importEdges(material), ({ to }) => to)]
    .map(([file, edges]) => ({ file, users: edges.map(({ from }) => from) }))
    .sort((a, b) => b.users.length - a.users.length || (a.file.path < b.file.path ? -1 : 1))
}

/** `a.ts` is used by `b.ts` and `c.ts`: named, since another section may have read other files. null where fewer than two use it. */
export function mostUsedTold(material: Material): string | null {
  const [most] = mostUsed(material)
  if (most === undefined || most.users.length < 2) return null
  const names = most.users.map(({ path }) => code(path))
  const about = aboutFile(most.file, 140)
  return `Of the files read here, ${listed(names, 12)} use ${code(most.file.path)}.${about === '' ? '' : ` ${about}`}`
}

/** Which folder's files import which folder's. null where the files read lie in fewer than three folders that know each other. */
export function folderImportDiagram(material: Material): string | null {
  const folderOf = (file: ReadFile): string => file.path.slice(0, Math.max(0, file.path.lastIndexOf('/'))) || '.'
  const pairs = new Map<string, readonly [string, string]>()
  for (const { from, to } of importEdges(material))
    if (folderOf(from) !== folderOf(to)) pairs.set(`${folderOf(from)}\0${folderOf(to)}`, [folderOf(from), folderOf(to)])
  const folders = [...new Set([...pairs.values()].flat())].slice(0, MOST_NODES)
  if (folders.length < 3) return null
  const arrows = [...pairs.values()].filter(([from, to]) => folders.includes(from) && folders.includes(to))
  return fence('mermaid', [
    'flowchart TD',
    ...folders.map((folder, index) => `  n${index}["${label(folder)}"]`),
    ...arrows.slice(0, MOST_EDGES).map(([from, to]) => `  n${folders.indexOf(from)} --> n${folders.indexOf(to)}`),
  ])
}

/** The repository's folders, two levels deep, as a tree. null where all lies in one folder. */
export function folderDiagram(paths: readonly string[], name: string): string | null {
  const tops = Map.groupBy(
    paths.filter((path) => path.includes('/') && !path.startsWith('.')),
    (path) => path.split('/')[0] ?? '',
  )
  const lines: string[] = []
  for (const [top, inside] of [...tops].slice(0, 8)) {
    const topId = `f${lines.length}`
    lines.push(`  root --> ${topId}["${label(top)}"]`)
    const below = new Set(inside.map((path) => path.split('/').slice(1, -1)[0]).filter((part) => part !== undefined))
    for (const folder of [...below].slice(0, 4)) lines.push(`  ${topId} --> f${lines.length}["${label(folder)}"]`)
  }
  return lines.length < 2 ? null : fence('mermaid', ['flowchart TD', `  root["${label(name)}"]`, ...lines])
}

/** A chain of calls as a sequence of messages between classes, or between files where there are none. */
export function sequenceDiagram(whole: readonly Step[]): string | null {
  // An error that is raised is sent to nobody.
  const chain = whole.filter(({ caller, line }) => caller === null || !isRaised(caller.file.lines[line - 1] ?? ''))
  const actor = ({ called }: { called: Step['called'] }): string =>
    called.symbol.parent ?? called.file.path.slice(called.file.path.lastIndexOf('/') + 1)
  const actors = [...new Set(chain.map(actor))]
  const first = chain[0]
  if (first === undefined || chain.length < 2) return null
  const participants = [
    '  participant caller as Caller',
    ...actors.map((name, index) => `  participant p${index} as ${label(name)}`),
  ]
  const messages = chain.map((step) => {
    const from = step.caller === null ? 'caller' : `p${actors.indexOf(actor({ called: step.caller }))}`
    return `  ${from}->>p${actors.indexOf(actor(step))}: ${label(step.called.symbol.name)}`
  })
  return fence('mermaid', ['sequenceDiagram', ...participants, ...messages])
}

/** The text itself, whatever it holds: a sign that could mean something to Mermaid is written as its number, `#35;`. */
function label(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  const short = [...line].slice(0, 50).join('')
  return short.replace(/[^\p{L}\p{M}\p{N}_./ -]/gu, (sign) => `#${sign.codePointAt(0)};`) || 'unnamed'
}

function shortName(file: ReadFile, among: readonly ReadFile[]): string {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  return among.some((other) => other !== file && other.path.endsWith(`/${name}`))
    ? file.path.split('/').slice(-2).join('/')
    : name
}
