// Where the links of a guide lead by GitHub's rules, and those that lead nowhere.

import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import type { Heading, Nodes } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { OfflineGuide } from './offline-guides.ts'

const parser = unified().use(remarkParse).use(remarkGfm)

export interface PageLink {
  readonly page: string
  readonly url: string
}

export function linksIn({ pages }: Pick<OfflineGuide, 'pages'>): PageLink[] {
  return Object.entries(pages).flatMap(([page, text]) => urlsIn(text).map((url) => ({ page, url })))
}

function urlsIn(markdown: string): string[] {
  return nodesOf(markdown).flatMap((node) =>
    node.type === 'link' || node.type === 'image' || node.type === 'definition' ? [node.url] : [],
  )
}

/** The anchors that GitHub gives to headings: repeated ones get `-1`, `-2` and so on. */
export function anchorsIn(markdown: string): string[] {
  const slugger = new GithubSlugger()
  return nodesOf(markdown)
    .filter((node): node is Heading => node.type === 'heading')
    .map((heading) => slugger.slug(textOf(heading)))
}

/** Those to lines of files that GitHub shows rendered. */
export function rawLineLinks(guide: Pick<OfflineGuide, 'pages'>): PageLink[] {
  return linksIn(guide).filter(({ url }) => /\.(?:md|markdown|rst|adoc|org)(?:\?[^#]*)?#L\d/i.test(url))
}

function nodesOf(markdown: string): Nodes[] {
  const all: Nodes[] = []
  const visit = (node: Nodes): void => {
    all.push(node)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(parser.parse(markdown))
  return all
}

/** `webUrl`: where the repository stands on GitHub; null where that is unknown. Each dead link with why. */
export function deadLinks(guide: OfflineGuide, webUrl: string | null): (PageLink & { readonly why: string })[] {
  return linksIn(guide).flatMap((link) => {
    const why = whyDead(link, guide, webUrl)
    return why === null ? [] : [{ ...link, why }]
  })
}

function whyDead({ page, url }: PageLink, guide: OfflineGuide, webUrl: string | null): string | null {
  const [address = '', fragment = null] = splitAt(url, '#')
  const [path = ''] = splitAt(address, '?')
  if (/^[a-z][a-z0-9+.-]*:/i.test(path))
    return webUrl === null ? 'leads out of the repository' : whyDeadRemotely(path, fragment, guide, webUrl)
  const target = path === '' ? `${guide.guidePath}/${page}` : posix.normalize(`${guide.guidePath}/${decodeURIComponent(path)}`)
  return whyNotThere(target, fragment, guide)
}

function whyDeadRemotely(path: string, fragment: string | null, guide: OfflineGuide, webUrl: string): string | null {
  if (!path.startsWith(`${webUrl}/`)) return 'leads to another site'
  const [kind, commit, ...rest] = path.slice(webUrl.length + 1).split('/')
  if (commit !== guide.commit) return 'is of another commit'
  const target = rest.map(decodeURIComponent).join('/')
  if (kind === 'commit') return target === '' ? null : 'is no page of a commit'
  if (kind === 'tree') return guide.tracked.has(target) ? 'takes a file for a folder' : whyNotThere(target, fragment, guide)
  if (kind === 'blob') return guide.tracked.has(target) ? whyNotThere(target, fragment, guide) : 'is no tracked file'
  return 'is no kind of page'
}

function whyNotThere(target: string, fragment: string | null, guide: OfflineGuide): string | null {
  if (target.startsWith('..')) return 'leads out of the repository'
  const inGuide = target.startsWith(`${guide.guidePath}/`) ? guide.pages[target.slice(guide.guidePath.length + 1)] : undefined
  const text = inGuide ?? guide.tracked.get(target)
  if (text === undefined) {
    const folder = /^(?:\.?\/?)$/.test(target) ? '' : `${target.replace(/\/$/, '')}/`
    if (![...guide.tracked.keys()].some((one) => one.startsWith(folder))) return 'is not there'
    return fragment === null ? null : 'names a line of a folder'
  }
  if (fragment === null) return null
  const [, from, to] = /^L(\d+)(?:-L(\d+))?$/.exec(fragment) ?? []
  if (from === undefined) return anchorsIn(text).includes(fragment) ? null : 'has no such heading'
  const lines = text.replace(/\n$/, '').split('\n').length
  const isWithin = Number(from) >= 1 && Number(from) <= Number(to ?? from) && Number(to ?? from) <= lines
  return isWithin ? null : `has ${lines} lines`
}

function splitAt(text: string, sign: string): [string, string | null] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}
