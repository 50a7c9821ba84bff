import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../src/outline/manifests/manifest.ts'
import { readManifest } from '../../src/outline/read-manifest.ts'

const FILES: Readonly<Record<string, readonly string[]>> = {
  'package.json': [
    '{',
    '  "name": "box",',
    '  "version": "1.2.0",',
    '  "license": "MIT",',
    '  "bin": { "box": "dist/cli.js" },',
    '  "engines": { "node": ">=22" },',
    '  "scripts": {',
    '    "test": "vitest run"',
    '  },',
    '  "dependencies": { "zod": "4.0.0" },',
    '  "devDependencies": {',
    '    "vitest": "5.0.0"',
    '  }',
    '}',
  ],
  'pyproject.toml': [
    '[project]',
    'name = "box"',
    'description = "Holds things."',
    'requires-python = ">=3.10"',
    'dependencies = [',
    '    "attrs>=20",  # a comment',
    ']',
    '[project.scripts]',
    'box = "box.cli:main"',
    '[dependency-groups]',
    'dev = ["pytest"]',
    '[tool.mypy]',
    'strict = true',
    '[tool.tox.env.docs]',
    'description = "build docs"',
    'commands = [["sphinx-build", "docs"], ["mypy"]]',
  ],
  'setup.py': [
    'from setuptools import setup',
    'setup(',
    "    name='box',",
    "    python_requires='>=3.8',",
    '    install_requires=[',
    "        'attrs>=20',",
    '    ],',
    ')',
  ],
  'Cargo.toml': [
    '[package]',
    'name = "box"',
    'rust-version = "1.70"',
    '[dependencies]',
    'serde = { version = "1", features = ["derive"] }',
    '[dev-dependencies]',
    'trybuild = "1"',
  ],
  'go.mod': [
    'module example.com/box',
    '',
    'go 1.23',
    '',
    'require (',
    '\tgithub.com/a/b v1.0.0',
    '\tgithub.com/c/d v1.0.0 // indirect',
    ')',
  ],
  'pom.xml': [
    '<project>',
    '  <artifactId>box</artifactId>',
    '  <version>1.0</version>',
    '  <dependency>',
    '    <artifactId>junit</artifactId>',
    '  </dependency>',
    '</project>',
  ],
  'build.gradle.kts': ['version = "1.0"', 'dependencies {', '  implementation("a:b:1")', '  testImplementation("c:d:1")', '}'],
  'box.gemspec': [
    'Gem::Specification.new do |s|',
    "  s.name = 'box'",
    "  s.required_ruby_version = '>= 3.0'",
    "  s.add_development_dependency 'rake', '~> 13'",
    'end',
  ],
  'composer.json': ['{', '  "name": "a/box",', '  "require": {', '    "php": ">=8.1",', '    "a/b": "^1"', '  }', '}'],
  Makefile: ['# Runs the tests.', 'test: build', '\tpytest', '.PHONY: test', 'VAR := x'],
  'tox.ini': ['[tox]', 'envlist = py3', '[testenv:lint]', 'commands =', '    ruff check .'],
  Dockerfile: ['FROM python:3.12-slim', 'RUN pip install .', 'EXPOSE 8000', 'CMD ["box", "serve"]'],
  '.github/workflows/test.yml': [
    'name: Tests',
    'on: [push, pull_request]',
    'jobs:',
    '  unit:',
    '    runs-on: ubuntu-latest',
    '    strategy:',
    '      matrix:',
    '        python: ["3.12", "3.13"]',
    '    steps:',
    '      - uses: actions/checkout@v4',
    '      - name: Test',
    '        run: |',
    '          pip install .',
    '          pytest -q',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as a workflow writes it
    '      - run: tox -e ${{ matrix.python }}',
  ],
}
const read = (path: string): Manifest =>
  readManifest(path, (FILES[path] ?? []).join('\n')) ?? expect.fail(`${path} is no manifest`)

describe('readManifest', () => {
  it('states package.json', () => {
    expect(read('package.json')).toMatchObject({
      name: { text: 'box', line: 2 },
      version: { text: '1.2.0', line: 3 },
      licence: { text: 'MIT', line: 4 },
      entryPoints: [{ what: 'bin', name: 'box', text: 'dist/cli.js', line: 5 }],
      requirements: [{ what: 'Node.js', text: '>=22', line: 6 }],
      commands: [{ name: 'test', text: 'vitest run', line: 8, isVerbatim: true }],
      dependencies: [
        { name: 'zod', isDevelopment: false, line: 10 },
        { name: 'vitest', isDevelopment: true, line: 12 },
      ],
    })
  })

  it('states pyproject.toml, with the words of a tox command put together marked as such', () => {
    expect(read('pyproject.toml')).toMatchObject({
      description: { text: 'Holds things.', line: 3 },
      requirements: [{ what: 'Python', text: '>=3.10', line: 4 }],
      dependencies: [
        { name: 'attrs', requirement: '>=20', line: 6, isDevelopment: false },
        { name: 'pytest', line: 11, isDevelopment: true },
      ],
      entryPoints: [{ what: 'console script', name: 'box', line: 9 }],
      tools: [
        { text: 'mypy', line: 12 },
        { text: 'tox', line: 14 },
      ],
      commands: [{ name: 'tox docs', description: 'build docs', line: 16, isVerbatim: false }],
    })
  })

  it.each([
    [
      'setup.py',
      {
        name: { text: 'box', line: 3 },
        requirements: [{ what: 'Python', text: '>=3.8', line: 4 }],
        dependencies: [{ name: 'attrs', line: 6 }],
      },
    ],
    [
      'Cargo.toml',
      {
        requirements: [{ what: 'Rust', text: '1.70', line: 3 }],
        dependencies: [
          { name: 'serde', requirement: '1', isDevelopment: false },
          { name: 'trybuild', isDevelopment: true, line: 7 },
        ],
      },
    ],
    [
      'go.mod',
      {
        name: { text: 'example.com/box', line: 1 },
        requirements: [{ what: 'Go', text: '1.23', line: 3 }],
        dependencies: [{ name: 'github.com/a/b', line: 6 }],
      },
    ],
    [
      'pom.xml',
      { name: { text: 'box', line: 2 }, version: { text: '1.0', line: 3 }, dependencies: [{ name: 'junit', line: 5 }] },
    ],
    [
      'build.gradle.kts',
      {
        version: { text: '1.0', line: 1 },
        dependencies: [
          { name: 'a:b:1', isDevelopment: false },
          { name: 'c:d:1', isDevelopment: true },
        ],
      },
    ],
    [
      'box.gemspec',
      {
        name: { text: 'box', line: 2 },
        requirements: [{ what: 'Ruby', line: 3 }],
        dependencies: [{ name: 'rake', isDevelopment: true, line: 4 }],
      },
    ],
    ['composer.json', { requirements: [{ what: 'PHP', text: '>=8.1', line: 4 }], dependencies: [{ name: 'a/b', line: 5 }] }],
    ['Makefile', { commands: [{ name: 'test', text: 'make test', line: 2, description: 'Runs the tests.', isVerbatim: false }] }],
    ['tox.ini', { commands: [{ name: 'tox lint', text: 'ruff check .', line: 5 }] }],
    [
      'Dockerfile',
      {
        requirements: [{ what: 'base image', text: 'python:3.12-slim', line: 1 }],
        entryPoints: [
          { what: 'port', line: 3 },
          { what: 'container start', line: 4 },
        ],
      },
    ],
    [
      '.github/workflows/test.yml',
      {
        triggers: [
          { text: 'push', line: 2 },
          { text: 'pull_request', line: 2 },
        ],
        uses: [{ text: 'actions/checkout@v4', line: 10 }],
        commands: [{ name: 'unit', text: 'pip install .', line: 13 }, { text: 'pytest -q', line: 14 }, { line: 15 }],
      },
    ],
  ])('states %s', (path, expected) => {
    expect(read(path)).toMatchObject(expected)
  })

  it.each(Object.keys(FILES))('quotes %s from the lines that it names', (path) => {
    const { commands, requirements, entryPoints, dependencies } = read(path)
    const line = (number: number): string => FILES[path]?.[number - 1] ?? ''
    for (const { text, line: at, isVerbatim } of commands) if (isVerbatim) expect(line(at)).toContain(text)
    for (const { name, line: at } of dependencies) expect(line(at)).toContain(name)
    for (const { text, line: at } of entryPoints) expect(line(at)).toContain(text)
    for (const { text, line: at, what } of requirements)
      if (!what.startsWith('matrix') && what !== 'tox environments') expect(line(at)).toContain(text)
    expect(commands.length + requirements.length + dependencies.length).toBeGreaterThan(0)
  })

  it('reads what is broken as far as it goes, and knows what is none', () => {
    expect(readManifest('package.json', '{"name": "box", "scripts": {')?.name?.text).toBe('box')
    expect(readManifest('package.json', '\u0000[')?.name).toBeNull()
    expect(readManifest('.github/workflows/x.yml', 'jobs: &a\n  b: *a\n')?.commands).toEqual([])
    expect(readManifest('pyproject.toml', '[project\nname = [[[[')?.name).toBeNull()
    expect(readManifest('src/a.ts', 'export {}')).toBeNull()
  })
})

describe('what a dependency is for', () => {
  const dependenciesOf = (path: string, lines: readonly string[]) =>
    readManifest(path, lines.join('\n'))?.dependencies.map(({ name, isDevelopment, group }) => [name, isDevelopment, group])

  it('is told by the groups of a Gemfile, and by a gemspec beside it', () => {
    const groups = [
      "gem 'rails'",
      'group :test, :ci do',
      '  if ENV["CI"]',
      "    gem 'rdoc'",
      '  end',
      "  gem 'minitest'",
      'end',
      "gem 'pg'",
    ]
    expect(dependenciesOf('Gemfile', groups)).toEqual([
      ['rails', false, null],
      ['rdoc', true, 'test'],
      ['minitest', true, 'test'],
      ['pg', false, null],
    ])
    expect(dependenciesOf('Gemfile', ['gemspec', "gem 'rake'"])).toEqual([['rake', true, 'Gemfile']])
  })

  it('is told by the scope in a pom.xml, where what is only managed is none', () => {
    const lines = [
      '<dependencyManagement>',
      '<dependency>',
      '<artifactId>managed</artifactId>',
      '</dependency>',
      '</dependencyManagement>',
      '<dependency>',
      '<artifactId>junit</artifactId>',
      '<scope>test</scope>',
      '</dependency>',
      '<dependency>',
      '<artifactId>guava</artifactId>',
      '</dependency>',
    ]
    expect(dependenciesOf('pom.xml', lines)).toEqual([
      ['junit', true, 'test'],
      ['guava', false, null],
    ])
  })
})

it('quotes no rest of a command that goes on over lines', () => {
  const steps = [
    'on: push',
    'jobs:',
    '  a:',
    '    steps:',
    '      - run: |',
    '          ./configure \\',
    '            --all',
    '          make check',
  ]
  const commands = readManifest('.github/workflows/a.yml', steps.join('\n'))?.commands
  expect(commands?.map(({ text }) => text)).toEqual(['make check'])
})
