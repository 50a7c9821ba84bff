import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sectionsFor } from '../../src/guide/all-sections.ts'
import { type FileFacts, factsOf, rankEvidence } from '../../src/guide/rank-evidence.ts'
import { sectionKey } from '../../src/guide/section.ts'
import { isFixture } from '../../src/outline/file-kind.ts'
import { outlineByLines } from '../../src/outline/outline-by-lines.ts'
import { outlineOf } from '../../src/syntax/outline-of.ts'
import { AUDIENCES } from '../../src/vocabulary.ts'

const KEYS = sectionsFor(AUDIENCES).map(sectionKey)

/** A library of 40 files: every kind, and sources that differ in what they speak of. */
function library(): Map<string, string> {
  const files = new Map([
    ['README.md', '# Box\n\nBox holds things for you, safely.\n'],
    ['pyproject.toml', '[project]\nname = "box"\n'],
    ['Makefile', 'test:\n\tpytest\n'],
    ['LICENSE', 'MIT License\n'],
    ['CHANGELOG.md', '# 1.0\n\n- First.\n'],
    ['CONTRIBUTING.md', 'Please add tests.\n'],
    ['Dockerfile', 'FROM python:3.12\n'],
    ['.editorconfig', '[*]\nindent_style = space\n'],
    ['.github/workflows/test.yml', 'on: push\njobs: {}\n'],
    ['.github/workflows/release.yml', 'on: push\njobs: {}\n'],
    ['docs/index.md', '# Docs\n\nSome words on the subject.\n'],
    ['docs/install.md', '# Install\n\nSome words on the subject.\n'],
    ['docs/architecture.md', '# Architecture\n\nSome words on the subject.\n'],
    ['examples/use.py', 'import box\n'],
    ['src/box/__init__.py', 'from .base import Base\nfrom .store import Store\n'],
    ['src/box/base.py', `class Base:\n${'    def run(self):\n        raise NotImplementedError\n'.repeat(4)}`],
    ['src/box/errors.py', 'class BoxError(Exception):\n    pass\n\nclass Lost(BoxError):\n    pass\n'],
    ['src/box/store.py', `import sqlite3\nfrom .base import Base\n${'def save(x):\n    open(x)\n'.repeat(6)}`],
    ['src/box/config.py', `import os\nfrom .base import Base\n${'A = os.environ.get("A")\n'.repeat(5)}`],
    ['src/box/log.py', `import logging\n${'logging.info("x")\n'.repeat(10)}`],
    ['src/box/net.py', `import requests\nfrom .errors import BoxError\n${'requests.get("https://x")\n'.repeat(5)}`],
    [
      'src/box/cli.py',
      'import argparse\nfrom .base import Base\ndef main():\n    argparse.ArgumentParser()\n\nif __name__ == "__main__":\n    main()\n',
    ],
  ])
  for (let n = 0; n < 12; n++)
    files.set(
      `src/box/part${n}.py`,
      `from .base import Base\n\ndef part${n}(x):\n    return x + ${n}\n\n\ndef other${n}(x):\n    return x\n`,
    )
  for (const name of ['store', 'errors', 'config', 'net', 'cli', 'base'])
    files.set(`tests/test_${name}.py`, `def test_${name}():\n    assert ${name}\n`)
  return files
}

const factsFor = (files: ReadonlyMap<string, string>): Promise<FileFacts[]> =>
  Promise.all([...files].map(async ([path, text]) => factsOf(path, text, await outlineOf(path, text))))
const plainFacts = (path: string, text: string): FileFacts => factsOf(path, text, outlineByLines(path, text))

describe('rankEvidence', () => {
  it('gives each section 4 to 8 files of a library of 40, by what the files are and speak of', async () => {
    const files = library()
    expect(files.size).toBe(40)
    const lists = rankEvidence(await factsFor(files), KEYS)
    expect([...lists.keys()]).toEqual(KEYS)
    for (const [key, paths] of lists) {
      expect(paths.length, key).toBeGreaterThanOrEqual(4)
      expect(paths.length, key).toBeLessThanOrEqual(8)
      expect(new Set(paths).size, key).toBe(paths.length)
      for (const path of paths) expect(files.has(path)).toBe(true)
    }
    expect(new Set([...lists.values()].map((paths) => paths.join())).size).toBeGreaterThan(20)
    expect(lists.get('beginner/what-it-is')?.slice(0, 2)).toEqual(['README.md', 'pyproject.toml'])
    expect(lists.get('beginner/first-change')).toEqual(
      expect.arrayContaining(['CONTRIBUTING.md', 'Makefile', '.github/workflows/test.yml']),
    )
    expect(lists.get('senior/architecture')?.slice(0, 2)).toEqual(['docs/architecture.md', 'src/box/base.py'])
    expect(lists.get('senior/errors-and-edges')?.[0]).toBe('src/box/errors.py')
    expect(lists.get('senior/errors-and-edges')).toContain('tests/test_errors.py')
    expect(lists.get('senior/configuration-and-dependencies')).toContain('src/box/config.py')
    expect(lists.get('architect/data-and-persistence')?.[0]).toBe('src/box/store.py')
    expect(lists.get('architect/interfaces-and-integrations')).toEqual(
      expect.arrayContaining(['src/box/__init__.py', 'src/box/net.py']),
    )
    expect(lists.get('architect/deployment-and-operations')).toEqual(
      expect.arrayContaining(['Dockerfile', '.github/workflows/release.yml', 'src/box/log.py']),
    )
    expect(lists.get('architect/deployment-and-operations')).not.toContain('.github/workflows/test.yml')
  })

  it('pairs the place to change with its test', async () => {
    const paths = rankEvidence(await factsFor(library()), ['beginner/first-change']).get('beginner/first-change') ?? []
    const source = paths.find((path) => path.startsWith('src/'))?.replace(/^.*\/|\.py$/g, '')
    expect(paths).toContain(`tests/test_${source}.py`)
  })

  it('does not depend on the order of the files', async () => {
    const facts = await factsFor(library())
    expect([...rankEvidence([...facts].reverse(), KEYS)]).toEqual([...rankEvidence(facts, KEYS)])
  })

  it('keeps the lists when a file is edited a little', async () => {
    const before = library()
    const lists = rankEvidence(await factsFor(before), KEYS)
    for (const path of before.keys()) {
      const after = new Map(before).set(path, `${before.get(path)}# one more remark\n`)
      expect([...rankEvidence(await factsFor(after), KEYS)], path).toEqual([...lists])
    }
  })

  it.each([
    [['a.py']],
    [['notes.bin', 'x', 'y.svg']],
    [['README.md', 'main.go', 'go.mod']],
    [['tests/fixtures/a.json', 'tests/fixtures/b.json']],
  ])('finds evidence in %j', (paths) => {
    const lists = rankEvidence(
      paths.map((path) => plainFacts(path, 'text\n')),
      KEYS,
    )
    for (const [key, list] of lists) expect(list.length, key).toBeGreaterThanOrEqual(1)
  })

  it('is empty without files, and takes sections that it does not know', () => {
    expect(rankEvidence([], ['beginner/what-it-is']).get('beginner/what-it-is')).toEqual([])
    expect(rankEvidence([plainFacts('a.py', 'x = 1\n')], ['x/y']).get('x/y')).toEqual(['a.py'])
  })

  it('holds its bounds on any tree', () => {
    const path = fc.stringMatching(/^[a-z]{1,3}(?:\/[a-z_]{1,6}){0,3}\.(?:py|ts|md|json|go|toml)$/)
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 30 }), (paths) => {
        const lists = rankEvidence(
          paths.map((name) => plainFacts(name, name)),
          KEYS,
        )
        for (const list of lists.values()) {
          expect(list.length).toBeGreaterThanOrEqual(1)
          expect(list.length).toBeLessThanOrEqual(8)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('ranks a large tree', () => {
    const facts = Array.from({ length: 20_000 }, (_, n) =>
      plainFacts(
        `src/m${n % 300}/file${n}.ts`,
        n % 3 === 0 ? "import './file1.ts'\nexport const a = 1\n" : 'export function f() { throw new Error() }\n',
      ),
    )
    const lists = rankEvidence(facts, KEYS)
    expect(lists.get('senior/architecture')?.length).toBeGreaterThan(3)
  }, 60_000)
})

describe('factsOf', () => {
  it('needs no outline of what tests take as their input', () => {
    for (const path of ['packages/a/test/fixtures/x/input.js', 'pkg/testdata/a.go', '__snapshots__/a.ts', 'spec/Fixtures/b.rb'])
      expect(isFixture(path), path).toBe(true)
    for (const path of ['src/fixture.ts', 'test/fixtures.py', 'src/snapshot-store/a.ts'])
      expect(isFixture(path), path).toBe(false)
    const facts = factsOf('test/fixtures/input.js', 'throw new Error()\nexport function f() {}\n', null)
    expect(facts).toEqual({
      path: 'test/fixtures/input.js',
      kind: 'test',
      isCode: true,
      isEmpty: false,
      publicSymbols: 0,
      imports: [],
      signals: [],
    })
    // Told without signals, it is behind every test that has some.
    const own = { ...facts, path: 'test/a_test.js', signals: [3, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0] }
    const [best] = rankEvidence([facts, own], ['senior/testing']).get('senior/testing') ?? []
    expect(best).toBe('test/a_test.js')
  })

  it('is small, whatever the file', () => {
    const facts = plainFacts(
      'src/a.ts',
      Array.from({ length: 20_000 }, (_, n) => `import x${n} from './m${n}.ts'\nthrow new Error()`).join('\n'),
    )
    expect(JSON.stringify(facts).length).toBeLessThan(1500)
    expect(facts).toMatchObject({ kind: 'source', isCode: true, isEmpty: false })
  })
})
