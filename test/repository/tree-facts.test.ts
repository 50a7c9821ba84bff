import { describe, expect, test } from 'vitest'
import type { Source } from '../../src/repository/source.ts'
import { collectTreeFacts, type WantedTreeFacts } from '../../src/repository/tree-facts.ts'

const TEXTS: Readonly<Record<string, string>> = {
  'src/itsdangerous/signer.py': 'class Signer:\n    def sign(self, value):\n        return value\n',
  'src/itsdangerous/timed.py': 'class TimestampSigner(Signer):\n    pass',
  'README.md': 'Install:\n\n    $ pip install   -U\n      itsdangerous\n\nrun `flask  run` then café\n',
  'empty.txt': '',
  'package.json': '{"scripts": {"build": "tsc", "test": "vitest", "lint:all": "x"}}',
  'sub/package.json': 'not json',
  Makefile: 'VERSION := 1\nall docs: build\n\nbuild:\n\tgo build\n.PHONY: all\n',
  justfile: 'default:\n  echo\n@serve port="1":\n  x\nname := "1"\n',
  'tox.ini': '[tox]\nenvlist =\n    py3{12,13}-{a,b}\n    style\n[testenv:docs]\ncommands = x\n',
  'noxfile.py': '@nox.session\ndef tests(session):\n    pass\n',
}

function sourceOf(): Source & { reads: string[] } {
  const reads: string[] = []
  return {
    root: '/nowhere',
    name: 'x',
    commit: '1',
    isWorktree: false,
    webUrl: null,
    files: Object.keys(TEXTS).map((path) => ({ path, contentHash: path, sizeBytes: 1, language: null, encoding: 'utf-8' })),
    skipped: [{ path: 'dist/lib/yarn.lock', reason: 'lock file', detail: '' }],
    notices: [],
    readText: () => expect.fail('they are asked for together'),
    readTexts: async (files) => {
      reads.push(...files.map(({ path }) => path))
      return files.map(({ path }) => ({ text: TEXTS[path] ?? '', redactions: 0 }))
    },
    rest: () => undefined,
    close: () => undefined,
    reads,
  }
}

const collect = (wanted: Partial<WantedTreeFacts>) =>
  collectTreeFacts(sourceOf(), { symbols: [], pathSymbols: [], commands: [], linePaths: [], ...wanted })

test('files and folders, skipped ones too, exist by their exact path', async () => {
  const facts = await collect({})
  expect(['README.md', 'dist/lib/yarn.lock', 'readme.md', 'src', '../README.md', '/README.md'].map(facts.isFile)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(['src', 'src/', 'src/itsdangerous', 'dist/lib', 'README.md', 'sr', '', '.'].map(facts.isFolder)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('lines are counted where they were asked for; the last line end opens no line', async () => {
  const linePaths = ['src/itsdangerous/signer.py', 'src/itsdangerous/timed.py', 'empty.txt', 'dist/lib/yarn.lock']
  const facts = await collect({ linePaths })
  expect(linePaths.map(facts.lineCount)).toEqual([3, 2, 0, null])
  expect(facts.lineCount('README.md')).toBeNull()
})

describe('symbols', () => {
  test('stand as whole identifiers, dotted names with all parts in one file', async () => {
    const symbols = [
      'Signer',
      'Signer.sign',
      'sign',
      'Sign',
      'TimestampSigner.sign',
      'itsdangerous.signer.Signer',
      'café',
      'caf',
      'Signer::sign',
    ]
    const facts = await collect({ symbols })
    expect(symbols.filter(facts.symbolAnywhere)).toEqual([
      'Signer',
      'Signer.sign',
      'sign',
      'itsdangerous.signer.Signer',
      'café',
      'Signer::sign',
    ])
    expect(facts.fileWith('Signer')).toBe('src/itsdangerous/signer.py')
  })

  test('are looked up in the file they were cited with', async () => {
    const pathSymbols = ['src/itsdangerous/signer.py', 'src/itsdangerous/timed.py', 'gone.py'].map((path) => ({
      path,
      symbol: 'sign',
    }))
    const facts = await collect({ pathSymbols })
    expect(pathSymbols.map(({ path, symbol }) => facts.symbolIn(path, symbol))).toEqual([true, false, false])
  })

  test('have a nearest one, case aside', async () => {
    const symbols = ['Singer', 'timestampsigner', 'Nothing_like_it']
    const facts = await collect({ symbols })
    expect(symbols.map(facts.nearestSymbol)).toEqual(['Signer', 'TimestampSigner', null])
  })
})

test('commands stand in a text, whitespace aside, or are really defined', async () => {
  const good = [
    ...[
      'pip install -U itsdangerous',
      'pip install',
      'flask run',
      'npm run build',
      'npm test',
      'npm run lint:all -- --fix',
      'yarn build',
      'pnpm run test',
      'make docs',
      'make',
    ],
    ...[
      'just serve',
      'tox -e docs',
      'tox run -e py313-b',
      'tox -e style',
      'nox -s tests',
      'npm run build && make build',
      'git',
      'python',
      'npx',
    ],
  ]
  const bad = [
    'npm run tset',
    'npm build',
    'make deploy',
    'make VERSION',
    'just name',
    'tox -e py311-a',
    'nox -s lint',
    'npm test && make deploy',
    'cargo',
    'lask run',
  ]
  const facts = await collect({ commands: [...good, ...bad] })
  expect([...good, ...bad].filter(facts.commandStands)).toEqual(good)
  expect(facts.nearestCommand('npm run tset')).toBe('npm run test')
  expect(facts.nearestCommand('make deploy')).toBeNull()
})

test('the nearest path has the same base name, or nearly', async () => {
  const facts = await collect({})
  expect(facts.nearestPath('signer.py')).toBe('src/itsdangerous/signer.py')
  expect(facts.nearestPath('src/itsdangerous/singer.py')).toBe('src/itsdangerous/signer.py')
  expect(facts.nearestPath('docs/Readme.md')).toBe('README.md')
  expect(facts.nearestPath('lib/package.json')).toBe('sub/package.json')
  expect(facts.nearestPath('source/itsdangeros/')).toBe('src/itsdangerous')
  expect(facts.nearestPath('nothing/like_it_at_all.rs')).toBeNull()
})

test('every file is read once', async () => {
  const source = sourceOf()
  await collectTreeFacts(source, { symbols: ['a', 'b'], pathSymbols: [], commands: ['npm test'], linePaths: ['README.md'] })
  expect(source.reads).toEqual(Object.keys(TEXTS))
})
