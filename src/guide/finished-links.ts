// Links as they stand in a finished guide: permalinks to a commit, or relative to the guide's folder.
import { AUDIENCES } from '../vocabulary.ts'
import { decode, type ResolveLink } from './link-target.ts'
import { parsePermalink } from './permalink.ts'

/** The names of a guide's files. */
export const GUIDE_NAMES: readonly string[] = ['README.md', ...AUDIENCES.map((audience) => `${audience}.md`)]

const IS_ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|[#?]|$)/i

/** `guidePath` from the repository's root; null where the guide lies outside. Links between its files are no references. */
export function finishedLinks(guidePath: string | null): ResolveLink {
  return (url) => {
    const permalink = parsePermalink(url)
    if (permalink !== null) return permalink.target
    if (guidePath === null || IS_ELSEWHERE.test(url) || guideNameIn(url) !== null) return null
    return url.startsWith('/') ? decode(url.slice(1)) : normalise(`${guidePath}/${decode(url)}`)
  }
}

/** The name of the guide's file that a link leads to; null for every other link. */
export function guideNameIn(url: string): string | null {
  if (IS_ELSEWHERE.test(url)) return null
  const path = normalise(decode(url.replace(/[#?].*$/, '')))
  return GUIDE_NAMES.includes(path) ? path : null
}

/** As `posix.join` does: steps out of the top are kept, so that they are seen. */
function normalise(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return `${parts.join('/')}${path.endsWith('/') && parts.length > 0 ? '/' : ''}`
}
