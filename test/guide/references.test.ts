import { expect, test } from 'vitest'
import { findReferences, referenceKey } from '../../src/guide/references.ts'

const keys = (markdown: string) => findReferences(markdown).map(referenceKey)

test('code font and links are looked at, prose is not', () => {
  expect(keys('See src/prose.ts and Signer, but `src/a.ts:10-24` and [parse](src/b.ts#L3).')).toEqual([
    'lines src/a.ts:10-24',
    'lines src/b.ts:3',
  ])
})

test('each reference counts once', () => {
  expect(keys('`src/a.ts`, `src/a.ts`, [`src/a.ts`](src/a.ts), `./src/a.ts`')).toEqual(['path src/a.ts'])
})

test('links: relative, from the root, climbing, by definition, percent-encoded', () => {
  const markdown =
    '[a](/src/a.ts) [b](../../src/b.ts#parse) [c][name] [d](docs/my%20file.md#install) [e](src/)\n\n[name]: src/c.ts\n'
  expect(keys(markdown)).toEqual([
    'path src/a.ts',
    'path-symbol src/b.ts#parse',
    'path src/c.ts',
    'path docs/my file.md',
    'path ./src',
  ])
})

test('links that lead elsewhere are no references', () => {
  expect(
    keys('[a](https://example.org/src/a.ts) [b](#part) [c](mailto:a@b.c) [d](javascript:x) <https://x.org> ![i](src/i.png)'),
  ).toEqual([])
})

test('shell blocks hold commands; comments, walking and output are left out', () => {
  const markdown =
    '```sh\n# set up\ncd project\nnpm ci   # once\nnpm test\n```\n\n```console\n$ make docs\nbuilding...\n$ tox -e \\\n    py312\n```\n'
  expect(keys(markdown)).toEqual(['command npm ci', 'command npm test', 'command make docs', 'command tox -e py312'])
})

test('blocks of other languages and diagrams are not looked at', () => {
  expect(keys('```python\nimport src\n```\n\n```mermaid\ngraph TD; A-->B\n```\n\n    npm test\n')).toEqual([])
})
