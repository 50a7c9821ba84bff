// The folders that get a summary: those that hold files, and the root. Folders that only lead to others are passed over.
import { hashOf } from './unit-keys.ts'

export interface FolderNode {
  /** `.` for the root. */
  readonly path: string
  /** The Merkle hash of all that it holds: names and contents. */
  readonly hash: string
  readonly files: readonly string[]
  /** The nearest folders below that get a summary. */
  readonly folders: readonly string[]
  /** 0 where no summarised folder lies below. */
  readonly height: number
}

type Files = readonly { readonly path: string; readonly contentHash: string }[]

/** Of each list the tree is made once: 30,000 files take a tenth of a second, and every stage asks for it. */
const made = new WeakMap<Files, readonly FolderNode[]>()

/** Every summarised folder, deepest first, so that what a folder needs stands before it. */
export function folderTree(files: Files): readonly FolderNode[] {
  const known = made.get(files) ?? makeTree(files)
  made.set(files, known)
  return known
}

function makeTree(files: Files): FolderNode[] {
  const members = new Map<string, { path: string; contentHash: string }[]>([['.', []]])
  for (const file of files) {
    const folder = parentOf(file.path)
    const list = members.get(folder)
    if (list) list.push(file)
    else members.set(folder, [file])
  }
  const below = new Map<string, string[]>()
  for (const path of members.keys()) {
    if (path === '.') continue
    const above = nearestAbove(path, members)
    const list = below.get(above)
    if (list) list.push(path)
    else below.set(above, [path])
  }
  const nodes = new Map<string, FolderNode>()
  const deepestFirst = [...members.keys()]
    .map((path) => ({ path, depth: depthOf(path) }))
    .sort((a, b) => b.depth - a.depth || (a.path < b.path ? -1 : 1))
  for (const { path } of deepestFirst) {
    const held = (members.get(path) ?? []).toSorted((a, b) => (a.path < b.path ? -1 : 1))
    const folders = (below.get(path) ?? []).toSorted()
    const children = folders.map((folder) => nodes.get(folder) as FolderNode)
    const content = [
      ...held.map((file) => [nameIn(path, file.path), file.contentHash]),
      ...children.map((c) => [nameIn(path, c.path), c.hash]),
    ]
    nodes.set(path, {
      path,
      hash: hashOf(content.map((entry) => hashOf(entry))),
      files: held.map((file) => file.path),
      folders,
      height: children.reduce((height, child) => Math.max(height, child.height + 1), 0),
    })
  }
  return [...nodes.values()]
}

const nameIn = (folder: string, path: string): string => (folder === '.' ? path : path.slice(folder.length + 1))

const depthOf = (path: string): number => (path === '.' ? -1 : path.split('/').length)

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '.' : path.slice(0, slash)
}

function nearestAbove(path: string, members: ReadonlyMap<string, unknown>): string {
  for (let above = parentOf(path); ; above = parentOf(above)) if (members.has(above)) return above
}
