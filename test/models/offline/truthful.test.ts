import { describe, expect, it } from 'vitest'
import { createOfflineModel } from '../../../src/models/offline/offline.ts'
import { outlineOf } from '../../../src/syntax/outline-of.ts'
import { section } from './section.ts'

describe('what is told is so', () => {
  it('counts only files that look like tests', async () => {
    const paths = [
      'test/a.test.ts',
      'test/doubles/server.ts',
      'test/start.ts',
      'test/fixtures/x.test.ts',
      'py/test_b.py',
      'go/c_test.go',
    ]
    const text = await section(
      'senior/build-test-release',
      { 'package.json': '{"name":"box","scripts":{"test":"vitest"}}' },
      paths,
    )
    expect(text).toContain('Three files of tests lie in')
  })

  it('calls nothing exported that is not', async () => {
    const main = 'const OLDEST = 1\n\nfunction carryOut(): void {\n  return\n}\n'
    const text = await section('senior/entry-points-and-api', {
      'src/main.ts': main,
      'src/index.ts': 'export function open() {}\n',
    })
    expect(text).toMatch(/### Exported names\n\n- `src\/index\.ts`: `open`/)
    expect(text).not.toMatch(/`OLDEST`|`carryOut`/)
  })

  it('quotes a message only where it is the first argument', async () => {
    const code = (argument: string): string =>
      `export function open() {\n  if (!ready) {\n    throw new Refusal(${argument})\n  }\n}\n`
    const id = 'architect/runtime-scenarios'
    expect(await section(id, { 'a.ts': code("'it is not ready', 'run it'") })).toContain('saying “it is not ready”')
    for (const argument of ["`it is missing`, 'nehemvix run'", "why(), 'nehemvix run'", "'a long text ' + 'of two'"])
      expect(await section(id, { 'a.ts': code(argument) })).not.toContain('saying')
    expect(await section(id, { 'a.ts': code("'it is not ready'") })).not.toMatch(/None of the files|catches it/)
  })

  it('takes the function of .catch for no class', async () => {
    const text = await section('senior/errors-and-edges', {
      'a.ts': 'export async function load() {\n  await read().catch(unlessMissing)\n}\n',
    })
    expect(text).toContain('`load` handles the failure')
    expect(text).not.toMatch(/unlessMissing|error type of their own|No retry|No thread/)
  })

  it('counts marks in comments, not in strings and patterns', async () => {
    const lines = [
      "const words = ['TODO', '# noqa']",
      'const marks = /\\b(?:FIXME|eslint-disable)/',
      'run() // TODO: later',
      "say('x') // eslint-disable-line",
    ]
    const text = await section('architect/risks-and-decisions', { 'a.ts': lines.join('\n') })
    expect(text).toContain('**Marked by its authors**: `a.ts:3`\n')
    expect(text).toMatch(/\*\*Checks switched off\*\*: `a\.ts:4`(?:\n|$)/)
  })

  it('takes qualities from prose alone', async () => {
    const text = await section('architect/context-and-goals', {
      'README.md': '# Box\n\nBox keeps things in order, for you.\n',
      'a.ts': '/** Keeps compatible with old versions of the file. */\nexport function read() {}\n',
    })
    expect(text).not.toContain('Compatibility')
  })

  it('takes no script that writes for a check', async () => {
    const scripts = '{"name":"box","scripts":{"format":"biome check --write .","lint":"biome check ."}}'
    expect(await section('beginner/first-change', { 'package.json': scripts })).toContain('npm run lint')
    expect(await section('beginner/first-change', { 'package.json': scripts.replace(/,"lint.*"}}/, '}}') })).not.toContain(
      'Check style',
    )
  })

  it('lists every table of the text shown', async () => {
    const text = await section('architect/data-and-persistence', {
      'schema.ts':
        'export const SCHEMA = `\nCREATE TABLE one (a);\nCREATE TABLE IF NOT EXISTS two (b);\nCREATE TABLE three (c);\n`\n',
    })
    expect(text).toContain('Three tables: `one`, `two` and `three` (`schema.ts:2-4`)')
  })

  it('knows npm ci as what installs, and shows one example once', async () => {
    const readme =
      '# Box\n\nBox keeps things in order.\n\n```sh\nnpm ci && npx box   # starts\n```\n\n```ts\nimport { open } from "box"\nopen()\n```\n'
    expect(await section('beginner/before-you-start', { 'README.md': readme })).toContain('`npm ci` (`README.md:6`)')
    expect(await section('beginner/what-it-is', { 'README.md': readme })).toContain('import { open }')
    expect(await section('beginner/first-run', { 'README.md': readme })).not.toContain('import { open }')
  })

  it('says what is not told only where nothing tells it, and of at most four files', async () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.ts`, 'export const x = 1\n']))
    const id = 'architect/deployment-and-operations'
    expect(await section(id, files)).toContain(
      '(`a.ts`, `b.ts`, `c.ts` and `d.ts` among them) do not say how a running system is deployed',
    )
    expect(await section(id, { ...files, 'README.md': '# Box\n\nDeploy it with the script.\n' })).not.toContain('do not say how')
  })
})

describe('what a newcomer reads', () => {
  const CI =
    'jobs:\n  test:\n    strategy:\n      matrix:\n        python: ["3.13", "3.12"]\n    steps:\n      - run: pip install -e .[dev]\n      - run: COMMAND\n'

  it('takes no line that installs for the tests, whatever its job is called', async () => {
    const text = await section('beginner/first-run', { '.github/workflows/ci.yml': CI.replace('COMMAND', 'python -m pytest') })
    expect(text).toContain('```sh\npython -m pytest\n```')
    expect(text).not.toContain('pip install')
  })

  it('is told what braces of a workflow become', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as a workflow writes it
    const command = "tox run -e ${{ matrix.tox || format('py{0}', matrix.python) }}"
    const text = await section('beginner/first-run', { '.github/workflows/ci.yml': CI.replace('COMMAND', command) })
    expect(text).toContain('for Python 3.13 it becomes “py3.13”')
  })

  it('sees the whole public surface, also of what the excerpt does not show', async () => {
    const content = 'class Box:\n    """Keeps things."""\n\n    def open(self, key: str) -> bytes:\n        """Opens it."""\n'
    const outline = await outlineOf('src/box.py', content)
    const { text } = await createOfflineModel().send({
      system: '',
      user: [''],
      targets: [
        {
          kind: 'section',
          id: 'senior/entry-points-and-api',
          evidence: [{ path: 'src/box.py', text: '    def open(self, key: str) -> bytes:', firstLine: 4, outline }],
        },
      ],
      maxOutputTokens: 100,
      stream: false,
    })
    expect(text).toContain('class Box\n    def open(self, key: str) -> bytes')
  })

  it('follows what the README calls, not what nobody hands out', async () => {
    const text = await section('beginner/follow-one', {
      'README.md': '# Box\n\nKeeps things in order.\n\n```python\nfrom box import Box\nBox().put("a")\n```\n',
      'box/__init__.py': 'from .box import Box as Box\n',
      'box/box.py':
        'class Store:\n    def check(self):\n        self.look()\n        self.see()\n        self.hear()\n\n    def look(self):\n        pass\n\n    def see(self):\n        pass\n\n    def hear(self):\n        pass\n\n\nclass Box:\n    def put(self, thing):\n        self.wrap(thing)\n\n    def wrap(self, thing):\n        return thing\n',
    })
    expect(text).toContain('Follow one call to `put`')
  })

  it('is told where signatures are compared', async () => {
    const text = await section('architect/cross-cutting-concepts', {
      'box.py': 'import hmac\n\n\nclass Signer:\n    def verify(self, a, b):\n        return hmac.compare_digest(a, b)\n',
    })
    expect(text).toContain('compared in constant time by `hmac.compare_digest` in `Signer.verify` (`box.py:6`)')
  })

  it('finds no limit of the whole in a comment, and no blank at the end of a line', async () => {
    const files = {
      'README.md': '# Box\n\nBox keeps things in order. It does not lock them away for you.\n',
      'src/a.ts': '/** This cannot be undone by anybody, ever. */\nexport function drop() {}\n',
      'src/b.ts': 'import { drop } from "./a.ts"\ndrop()\n',
    }
    const purpose = await section('senior/purpose-and-scope', files)
    expect(purpose).toContain('It does not lock them away')
    expect(purpose).not.toContain('- This cannot be undone')
    for (const id of ['senior/architecture', 'architect/runtime-scenarios', 'architect/constraints', 'architect/building-blocks'])
      expect(await section(id, files), id).not.toMatch(/[ \t]$|^ \S/m)
  })

  it('reads folders in whole sentences, whatever cut their summary off', async () => {
    const summary =
      'Holds 2 files: a.ts and b.ts. a.ts: Opens the box. b.ts: Declares the function shut. It leans on failure.ts, f'
    const { text } = await createOfflineModel().send({
      system: '',
      user: [''],
      targets: [
        { kind: 'section', id: 'beginner/lay-of-the-land', evidence: [{ path: 'src/a.ts', text: 'open()\n', firstLine: 1 }] },
      ],
      shared: {
        repositoryName: 'box',
        overview: '',
        folders: [{ path: 'src', kind: 'folder', summary }],
        paths: ['src/a.ts', 'src/b.ts'],
      },
      maxOutputTokens: 100,
      stream: false,
    })
    expect(text).toContain('a.ts: Opens the box. b.ts: Declares the function shut.\n')
    expect(text).not.toContain('failure.ts')
  })
})

describe('summaries of folders', () => {
  it('name a folder within a folder by its path', async () => {
    const member = { path: 'test/fixtures/provider-errors', kind: 'folder' as const, summary: 'Answers of servers.' }
    const file = { path: 'test/check.ts', kind: 'file' as const, summary: 'Checks all.' }
    const { text } = await createOfflineModel().send({
      system: '',
      user: [''],
      targets: [{ kind: 'folder', path: 'test', members: [member, file] }],
      maxOutputTokens: 100,
      stream: false,
    })
    expect(text).toContain('fixtures/provider-errors')
  })
})

describe('what an excerpt cuts off', () => {
  it('is said of a group of dependencies that may go on', async () => {
    const write = async (text: string) => {
      const { text: told } = await createOfflineModel().send({
        system: '',
        user: ['not read'],
        targets: [
          {
            kind: 'section',
            id: 'senior/configuration-and-dependencies',
            evidence: [{ path: 'composer.json', text, firstLine: 1 }],
          },
        ],
        maxOutputTokens: 1000,
        stream: false,
      })
      return told
    }
    const head = '{\n"name": "a/box",\n"require-dev": {\n"ext-curl": "*"'
    expect(await write(`${head},`)).toContain('**require-dev**: ext-curl, as far as the file was shown (`composer.json:4`)')
    expect(await write(`${head}\n}\n}\n`)).toContain('**require-dev**: ext-curl (`composer.json:4`)')
  })
})
