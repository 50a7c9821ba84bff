// What a reader of a finished guide sees on GitHub: diagrams that are drawn, and links that lead somewhere.
import { beforeAll, describe, expect, it } from 'vitest'
import { diagramsOf } from './diagrams-of.ts'
import { anchorsIn, deadLinks, linksIn, rawLineLinks } from './github-links.ts'
import { diagramsWith } from './hostile-diagrams.ts'
import { HOSTILE_NAMES } from './hostile-names.ts'
import { type OfflineGuide, REPOSITORIES, writeOfflineGuide } from './offline-guides.ts'
import { openMermaid, type ParseDiagram } from './parse-diagrams.ts'

const NAMES = Object.keys(REPOSITORIES)
/** Every other repository has no remote, so that both kinds of links come up. */
const REMOTE = 'https://github.com/acme/box.git'
const remoteOf = (name: string): string | null => (NAMES.indexOf(name) % 2 === 0 ? REMOTE : null)

const guides = new Map<string, OfflineGuide>()
let parse: ParseDiagram

beforeAll(async () => {
  parse = await openMermaid()
  const written = Object.entries(REPOSITORIES).map(async ([name, files]) =>
    guides.set(name, await writeOfflineGuide(files(), remoteOf(name))),
  )
  await Promise.all(written)
}, 180_000)

const guideOf = (name: string): OfflineGuide => guides.get(name) ?? expect.fail(`${name} has no guide`)

describe.each(NAMES)('the guide to %s', (name) => {
  it('has diagrams that Mermaid takes', async () => {
    for (const [page, text] of Object.entries(guideOf(name).pages))
      for (const source of diagramsOf(text)) expect(await parse(source), `${page}\n${source}`).toBeNull()
  })

  it('has links that all lead to what is there', () => {
    const guide = guideOf(name)
    expect(linksIn(guide).length).toBeGreaterThan(20)
    expect(deadLinks(guide, remoteOf(name) === null ? null : 'https://github.com/acme/box')).toEqual([])
  })

  it('links by permalink where the remote is known, and relatively elsewhere', () => {
    const leaving = linksIn(guideOf(name)).filter(({ url }) => !/^[a-z]+\.md$|^README\.md$/.test(url))
    const { commit } = guideOf(name)
    const start =
      remoteOf(name) === null ? /^\.\.\/\.\.\// : new RegExp(`^https://github\\.com/acme/box/(?:blob|tree|commit)/${commit}`)
    expect(leaving.filter(({ url }) => !start.test(url))).toEqual([])
  })
})

// GitHub shows a Markdown file rendered, where a line has no anchor: `README.md?plain=1#L3` shows its lines.
it('links to lines of documents ask GitHub for the lines', () => {
  const links = [...guides].filter(([name]) => remoteOf(name) !== null).flatMap(([, guide]) => rawLineLinks(guide))
  expect(links.filter(({ url }) => !url.includes('?plain=1#'))).toEqual([])
})

it('finds what is dead', () => {
  const lines = 'a\nb\n'
  const tracked = new Map([
    ['src/a b.py', lines],
    ['docs/x.md', '# Same\n\n## Same\n'],
  ])
  const dead = (url: string, webUrl: string | null = 'https://github.com/acme/box') =>
    deadLinks(
      { pages: { 'README.md': `[x](<${url}>)`, 'senior.md': '# One\n' }, guidePath: 'docs/guide', commit: 'c0', tracked },
      webUrl,
    )[0]?.why ?? null
  expect(
    ['senior.md', 'senior.md#one', '../../src/a%20b.py#L1-L2', '../x.md#same-1', '../../src/', '../../'].map((url) => dead(url)),
  ).toEqual(Array(6).fill(null))
  expect(
    ['blob/c0/src/a%20b.py#L2', 'tree/c0/src', 'commit/c0'].map((path) => dead(`https://github.com/acme/box/${path}`)),
  ).toEqual([null, null, null])
  expect(dead('architect.md')).toBe('is not there')
  expect(dead('senior.md#two')).toBe('has no such heading')
  expect(dead('../x.md#same-2')).toBe('has no such heading')
  expect(dead('../../src/a%20b.py#L1-L3')).toBe('has 2 lines')
  expect(dead('../../src/a%20b.py#L2-L1')).toBe('has 2 lines')
  expect(dead('../../src/A%20b.py')).toBe('is not there')
  expect(dead('../../../x.py')).toBe('leads out of the repository')
  expect(dead('https://github.com/acme/box/blob/c1/src/a%20b.py')).toBe('is of another commit')
  expect(dead('https://github.com/acme/box/blob/c0/src')).toBe('is no tracked file')
  expect(dead('https://github.com/acme/box/tree/c0/src/a%20b.py')).toBe('takes a file for a folder')
  expect(dead('https://example.com/')).toBe('leads to another site')
  expect(dead('https://example.com/', null)).toBe('leads out of the repository')
})

it('gives anchors as GitHub does', () => {
  expect(anchorsIn('# What it is\n\n## `a_b.ts`: C++ & 日本\n\n## What it is\n')).toEqual([
    'what-it-is',
    'a_bts-c--日本',
    'what-it-is-1',
  ])
})

it('there are diagrams of both kinds to look at', () => {
  const all = [...guides.values()].flatMap(({ pages }) => Object.values(pages).flatMap(diagramsOf))
  for (const kind of ['flowchart', 'sequenceDiagram']) expect(all.filter((one) => one.startsWith(kind)).length).toBeGreaterThan(3)
})

it('Mermaid’s parser tells a broken diagram from a valid one', async () => {
  expect(await parse('flowchart LR\n  a["x"y"]')).toMatch(/parse error/i)
  expect(await parse('sequenceDiagram\n  a->>b: x\n  end')).toMatch(/parse error/i)
})

describe.each(HOSTILE_NAMES)('a module, folder and symbol called %s', (name) => {
  it('is taken in every kind of diagram', async () => {
    const diagrams = diagramsWith(name)
    expect(Object.keys(diagrams)).toEqual(['files', 'folders', 'tree', 'sequence'])
    for (const [kind, source] of Object.entries(diagrams)) {
      expect(source, kind).not.toBe('')
      expect(await parse(source), source).toBeNull()
    }
  })
})
