import type { GuideInput } from './guide-input.ts'
import { decode, type ResolveLink, resolveFromRoot } from './link-target.ts'
import type { Reference } from './reference.ts'

type Place = Pick<GuideInput, 'webUrl' | 'commit' | 'isWorktree' | 'guidePath'>

export interface Links {
  /** Where a reference that holds leads from a guide file; null for what has no place, or where no address can be given. */
  hrefOf(reference: Reference): string | null
  readonly resolveLink: ResolveLink
}

/** GitHub shows these as pages, where lines have no address unless the text is asked for. */
const IS_RENDERED = /\.(?:md|mdx|markdown|rst|adoc|org|csv|tsv|svg|ipynb)$/i

/** What a text may link to. */
export interface LinkContext extends Links {
  /** Whether a reference was looked up and found. */
  isGrounded(reference: Reference): boolean
}

/** Permalinks to the commit where the remote is known; relative paths from the guide's folder otherwise. Never a path of the machine. */
export function makeLinks(place: Place, folders: readonly string[]): Links {
  const areFolders = new Set(folders.map((path) => path.replace(/\/+$/, '')))
  const remote = place.webUrl !== null && !place.isWorktree ? place.webUrl.replace(/\/+$/, '') : null
  const up = place.guidePath === null ? null : pathUp(place.guidePath)
  const hrefTo = (path: string, lines: string): string | null => {
    const clean = path.replace(/\/+$/, '')
    const isFolder = path.endsWith('/') || areFolders.has(clean)
    const asText = lines !== '' && IS_RENDERED.test(clean) ? '?plain=1' : ''
    if (remote !== null) return `${remote}/${isFolder ? 'tree' : 'blob'}/${place.commit}/${encodePath(clean)}${asText}${lines}`
    return up === null ? null : `${up}${encodePath(clean)}${isFolder ? '/' : ''}${lines}`
  }
  return {
    hrefOf: (reference) => {
      if (reference.kind === 'path' || reference.kind === 'path-symbol') return hrefTo(reference.path, '')
      if (reference.kind !== 'lines') return null
      const { from, to } = reference
      return hrefTo(reference.path, from === to ? `#L${from}` : `#L${from}-L${to}`)
    },
    resolveLink: (url) => {
      const starts = remote === null ? [] : [`${remote}/blob/${place.commit}/`, `${remote}/tree/${place.commit}/`]
      const permalink = starts.find((start) => url.startsWith(start))
      return permalink === undefined ? resolveFromRoot(url) : decode(url.slice(permalink.length)) || null
    },
  }
}

export function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`))
    .join('/')
}

function pathUp(guidePath: string): string {
  const depth = guidePath.split('/').filter((part) => part !== '' && part !== '.').length
  return depth === 0 ? './' : '../'.repeat(depth)
}
