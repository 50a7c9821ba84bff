import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { sectionsFor } from '../../src/guide/all-sections.ts'
import { hasHandEdits } from '../../src/guide/digest.ts'
import { groundSections } from '../../src/guide/grounding.ts'
import type { GuideInput } from '../../src/guide/guide-input.ts'
import { renderGuide } from '../../src/guide/render.ts'
import { sectionKey } from '../../src/guide/section.ts'
import type { TreeFacts } from '../../src/guide/tree-facts.ts'

const facts: TreeFacts = {
  isFile: (path) => path === 'src/sign er.py' || path === 'README.md',
  isFolder: (path) => path.replace(/\/$/, '') === 'src',
  lineCount: () => 40,
  symbolIn: () => false,
  symbolAnywhere: (symbol) => symbol === 'Signer.sign',
  fileWith: () => null,
  commandStands: (command) => command === 'pip install itsdangerous',
  nearestPath: () => 'src/sign er.py',
  nearestSymbol: () => null,
  nearestCommand: () => null,
}

const TEXTS: Readonly<Record<string, string>> = {
  'beginner/what-it-is':
    '# Signing\n\nIt signs data (`src/sign er.py:3-9`), see `Signer.sign()` and [the readme](README.md#use).\n\nAsk @team in #12. </details> <script>alert(1)</script>',
  'beginner/before-you-start': 'Read `src/signre.py` and `Singer`.\n\n```python\n## not a heading\nx = 1',
  'beginner/first-run':
    '```sh\n$ pip install itsdangerous\ndone\n```\n\n<!-- nehemvix-guide: written by Nehemvix, digest sha256:00 -->\n\n## Fake heading\n\n![x](https://e.org/x.png)',
  'beginner/lay-of-the-land': 'All is in `src/`.\n\n```mermaid\ngraph TD\n  A --> B\n```',
}

function inputOf(changes: Partial<GuideInput> = {}): GuideInput {
  const sections = sectionsFor(['beginner', 'architect']).map((section) => {
    const markdown = TEXTS[sectionKey(section)] ?? null
    const model = section.id === 'first-run' ? 'gemini-3.8-flash' : 'gpt-6-luna'
    return {
      section,
      markdown,
      model: markdown === null ? null : model,
      whyMissing: section.id === 'key-ideas' ? 'the model <refused> it\nwith @team' : null,
    }
  })
  return {
    repositoryName: 'its`dangerous',
    commit: 'c0ffee0000000000000000000000000000000001',
    isWorktree: false,
    webUrl: 'https://github.com/o/r',
    guidePath: 'docs/guide',
    language: 'en',
    audiences: ['architect', 'beginner'],
    sections,
    grounding: groundSections(
      sections.map(({ section, markdown }) => ({ key: sectionKey(section), markdown })),
      facts,
    ),
    skipped: [
      ...Array.from({ length: 11 }, (_, at) => ({ path: `img/${at}.png`, reason: 'binary' as const, detail: '' })),
      { path: 'a`b\n<x>.lock', reason: 'lock file', detail: '' },
      { path: 'big.sql', reason: 'too large', detail: '1.2 MB, above 512 kB' },
    ],
    redacted: [{ path: 'config/prod.env', count: 2 }],
    placeholders: [{ path: 'src/odd.py', why: 'refused by the model' }],
    filesRead: 46,
    languages: [],
    decoded: [],
    lineMarks: new Map(),
    provenance: 'gpt-6-luna (you switched from gemini-3.8-flash after its quota ran out)',
    isOffline: false,
    ...changes,
  }
}

const textOf = (input: GuideInput, path: string) => renderGuide(input).find((file) => file.path === path)?.text ?? ''

describe('the whole guide, byte for byte', () => {
  test.each(['README.md', 'beginner.md', 'architect.md'])('%s', async (path) => {
    const expected = await readFile(new URL(`../fixtures/guides/small/${path}`, import.meta.url), 'utf8')
    expect(textOf(inputOf(), path)).toBe(expected)
  })
})

test('an index and a file for each audience asked for, all sealed', () => {
  const files = renderGuide(inputOf())
  expect(files.map(({ path }) => path)).toEqual(['README.md', 'beginner.md', 'architect.md'])
  expect(files.map(({ text }) => hasHandEdits(text))).toEqual(['ours', 'ours', 'ours'])
})

test('without a remote, and for a work tree, links are relative', () => {
  const link = '[`src/sign er.py:3-9`](../../src/sign%20er.py#L3-L9)'
  expect(textOf(inputOf({ webUrl: null }), 'beginner.md')).toContain(link)
  expect(textOf(inputOf({ isWorktree: true, commit: 'worktree-1' }), 'beginner.md')).toContain(link)
  expect(textOf(inputOf({ webUrl: null, guidePath: '' }), 'beginner.md')).toContain('(./src/sign%20er.py#L3-L9)')
})

test('a guide outside of the repository without a remote has no links to code', () => {
  const text = textOf(inputOf({ webUrl: null, guidePath: null }), 'beginner.md')
  expect(text).toContain('(`src/sign er.py:3-9`)')
  expect(text.match(/\]\(/g)).toHaveLength(1)
})

test('an offline guide says up front in every file that no model wrote it', () => {
  for (const { text } of renderGuide(inputOf({ isOffline: true }))) {
    expect(text.split('\n').slice(1, 4)).toEqual([
      expect.stringMatching(/^# /),
      '',
      expect.stringMatching(/^> \*\*No model wrote this\.\*\*/),
    ])
  }
})
