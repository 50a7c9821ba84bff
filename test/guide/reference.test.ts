import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseReference, printReference } from '../../src/guide/reference.ts'

const show = (code: string) => {
  const reference = parseReference(code)
  return reference === null ? null : `${reference.kind} ${printReference(reference)}`
}

describe('parseReference', () => {
  test.each([
    ['src/a.ts', 'path src/a.ts'],
    ['./src/a.ts', 'path src/a.ts'],
    ['src/', 'path src/'],
    ['src/guide', 'path src/guide'],
    ['README.md', 'path README.md'],
    ['Makefile', 'path Makefile'],
    ['.github/workflows/ci.yml', 'path .github/workflows/ci.yml'],
    ['.gitignore', 'path .gitignore'],
    ['src/app/[id]/page.tsx', 'path src/app/[id]/page.tsx'],
    ['docs/my file.md', 'path docs/my file.md'],
    ['src/日本.ts', 'path src/日本.ts'],
    ['../../etc/passwd', 'path ../../etc/passwd'],
    ['/etc/app.conf', 'path /etc/app.conf'],
    ['src/a.ts:10-24', 'lines src/a.ts:10-24'],
    ['src/a.ts:10', 'lines src/a.ts:10'],
    ['src/a.ts:L10-L24', 'lines src/a.ts:10-24'],
    ['src/a.ts:10–24', 'lines src/a.ts:10-24'],
    ['src/a.ts#L10-L24', 'lines src/a.ts:10-24'],
    ['src/a.ts#L10', 'lines src/a.ts:10'],
    ['src/a.ts:10:5', 'lines src/a.ts:10'],
    ['src/a.ts:3, 9-12', 'lines src/a.ts:3-12'],
    ['Makefile:7', 'lines Makefile:7'],
    ['docs/my file.md:1-2', 'lines docs/my file.md:1-2'],
    ['src/a.ts#parse', 'path-symbol src/a.ts#parse'],
    ['src/a.py::Signer', 'path-symbol src/a.py#Signer'],
    ['src/a.py:Signer.sign()', 'path-symbol src/a.py#Signer.sign'],
    ['Signer', 'symbol Signer'],
    ['Signer.sign()', 'symbol Signer.sign'],
    ['Signer("secret", sep=".")', 'symbol Signer'],
    ['loads_unsafe', 'symbol loads_unsafe'],
    ['def loads_unsafe(self, s)', 'symbol loads_unsafe'],
    ['@app.route', 'symbol app.route'],
    ['std::thread', 'symbol std::thread'],
    ['SECRET_KEY', 'symbol SECRET_KEY'],
    ['$SECRET_KEY', 'symbol SECRET_KEY'],
    ['self.signer', 'symbol signer'],
    ['response.json', 'symbol response.json'],
    ['npm test', 'command npm test'],
    ['$ npm run build', 'command npm run build'],
    ['pytest', 'command pytest'],
    ['python -m build', 'command python -m build'],
    ['flask run --debug', 'command flask run --debug'],
  ])('%j is %s', (code, expected) => {
    expect(show(code)).toBe(expected)
  })

  test.each([
    ...[
      'None',
      'true',
      'str',
      'async',
      'null',
      'int',
      'ValueError',
      'GET',
      'Promise.all',
      'x',
      '',
      ' ',
      '.',
      '..',
      '/',
      '->',
      '>=3.8',
      '3.8',
      'v2.1.0',
      '1',
    ],
    ...[
      "'dot'",
      '"a b"',
      'a + b',
      'x = 1',
      'not in',
      'dict[str, Any]',
      'list[int]',
      'Promise<void>',
      '{"a": 1}',
      '[1, 2]',
      'str | None',
      'key: value',
    ],
    ...[
      '--force',
      '-x',
      'text/html',
      'application/json',
      'CI/CD',
      'and/or',
      'HTTP/1.1',
      '@scope/package',
      'actions/checkout@v4',
      'src/**/*.ts',
      '~/.config/x',
    ],
    ...[
      'https://example.org/a.ts',
      'localhost:8080',
      '/api/users',
      'github.com/o/r',
      'javascript:alert(1)',
      'a@b.com',
      'node:fs/promises',
      '.py',
      '.test.ts',
    ],
    ...['Node.js', '3f2a9c1', 'remark-gfm', '<script>', '# heading', 'utf-8', '$HOME/x'],
  ])('%j is no reference', (code) => {
    expect(show(code)).toBeNull()
  })
})

const pieces = fc.constantFrom(
  ...[
    'src/',
    './',
    '../',
    'a.ts',
    'Makefile',
    '#',
    ':',
    '::',
    'L',
    '10',
    '-',
    '24',
    ' ',
    ', ',
    '.',
    '@',
    '$',
    '()',
    '(x)',
    'Signer',
    'self.',
    'new ',
    'npm ',
    'run ',
    '--x',
    '!',
    '"',
    '日本',
  ],
)

test('parse(print(reference)) is the reference, for all that was ever parsed', () => {
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme' }),
    fc.string(),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const reference = parseReference(text)
      if (reference !== null) expect(parseReference(printReference(reference))).toEqual(reference)
    }),
    { numRuns: 20_000 },
  )
})

test('parse(print(reference)) is the reference, for references made from parts', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{3,8}$/)
  const path = fc
    .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.constantFrom('py', 'ts', 'md'))
    .map(([parts, end]) => `${parts.join('/')}.${end}`)
  const symbol = fc
    .array(fc.stringMatching(/^[A-Z][a-z]{2,8}_[a-z]{2,4}$/), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('.'))
  const line = fc.integer({ min: 1, max: 99_999 })
  const references = fc.oneof(
    fc.record({ kind: fc.constant('path' as const), path }),
    fc.record({ kind: fc.constant('lines' as const), path, from: line, to: line }),
    fc.record({ kind: fc.constant('path-symbol' as const), path, symbol }),
    fc.record({ kind: fc.constant('symbol' as const), symbol }),
    fc.record({ kind: fc.constant('command' as const), command: name.map((script) => `npm run ${script} -- --all`) }),
  )
  fc.assert(
    fc.property(references, (reference) => {
      expect(parseReference(printReference(reference))).toEqual(reference)
    }),
    { numRuns: 2_000 },
  )
})

test('what is left of a declaration may be a place', () => {
  expect(parseReference('new Makefile#all_things')).toEqual({ kind: 'path-symbol', path: 'Makefile', symbol: 'all_things' })
})
