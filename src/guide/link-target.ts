// Where a link of model-written Markdown leads, read as a place in the repository.
import { parsePlace, type Reference } from './reference.ts'

/** Takes a link's address to `path` or `path#fragment` from the repository's root; null where it leads elsewhere. */
export type ResolveLink = (url: string) => string | null

const IS_ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:(?!\d)|\/\/|[#?]|$)/i
const IS_PROSE = /\.(?:md|mdx|markdown|rst|adoc|txt|html?)$/i

/** A model does not know where its text will lie, so what leads up from there (`../../src/a.ts`, `/src/a.ts`) is read from the root. */
export const resolveFromRoot: ResolveLink = (url) => {
  if (IS_ELSEWHERE.test(url)) return null
  return decode(url).replace(/^(?:\.{0,2}\/+)+/, '') || null
}

/** Lines have this form in a document too. */
const IS_LINES = /^L\d+(?:-L\d+)?$/

/** The reference a resolved link makes. Any other fragment in a document is a heading there and is not checked. */
export function parseLinkTarget(target: string): Reference | null {
  const [path = '', fragment = ''] = splitFragment(target)
  const clean = path.replace(/\?.*$/, '').replace(/\/+$/, '')
  if (clean === '') return null
  const isHeading = IS_PROSE.test(clean) && !IS_LINES.test(fragment)
  const place = fragment === '' || isHeading ? parsePlace(clean) : parsePlace(`${clean}#${fragment}`)
  return place ?? { kind: 'path', path: clean }
}

export function decode(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

function splitFragment(target: string): string[] {
  const at = target.lastIndexOf('#')
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)]
}
