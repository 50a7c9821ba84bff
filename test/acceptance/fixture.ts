// A small repository of the project's own: "parcel", a Python library that keeps labelled records. The hand-written files are what a
// guide leans on (README, manifest, CI, contributing); the modules come from a table, so that a variant can have more of them.
import { makeRepository, type TestRepository } from '../repository/make-repository.ts'

export type Files = Record<string, string>

interface Module {
  readonly folder: string
  readonly name: string
  readonly does: string
  readonly type: string
  readonly verbs: readonly [string, string, string]
}

const MODULES: readonly Module[] = [
  part('src/parcel', 'record', 'holds one labelled record and checks its label', 'Record', ['label', 'pack', 'unpack']),
  part('src/parcel', 'reader', 'reads records from a line-based file', 'RecordReader', ['open_lines', 'read_one', 'skip_blank']),
  part('src/parcel', 'writer', 'writes records and keeps their order', 'RecordWriter', ['append', 'flush', 'close_file']),
  part('src/parcel', 'errors', 'names what can go wrong with a record', 'ParcelError', ['explain', 'locate', 'wrap']),
  part('src/parcel/store', 'file_store', 'keeps records in one file per day', 'FileStore', ['put', 'get', 'rotate']),
  part('src/parcel/store', 'memory_store', 'keeps records in memory, for tests', 'MemoryStore', ['put', 'get', 'clear']),
  part('src/parcel/store', 'lock', 'lets one writer at a time touch a store', 'StoreLock', ['acquire', 'release', 'is_stale']),
  part('src/parcel/command', 'main', 'turns arguments into work on a store', 'CommandLine', ['parse', 'dispatch', 'report']),
  part('src/parcel/command', 'options', 'declares the options of the command', 'Options', ['declare', 'validate', 'merge']),
]

function part(folder: string, name: string, does: string, type: string, verbs: Module['verbs']): Module {
  return { folder, name, does, type, verbs }
}

/** More modules than the small repository has, for cases that need many calls. */
export function moreModules(count: number): Files {
  const names = Array.from({ length: count }, (_, index) => `codec_${String(index + 1).padStart(2, '0')}`)
  return Object.fromEntries(
    names.map((name, index) => [
      `src/parcel/codec/${name}.py`,
      moduleText(
        part('src/parcel/codec', name, `encodes records in format ${index + 1}`, `Codec${index + 1}`, [
          'encode',
          'decode',
          'probe',
        ]),
      ),
    ]),
  )
}

function moduleText({ name, does, type, verbs }: Module): string {
  const title = `${name.replaceAll('_', ' ')} of parcel`
  const methods = verbs.map(
    (verb, index) => `
    def ${verb}(self, value: str, limit: int = ${(index + 1) * 16}) -> str:
        """Does the ${verb.replaceAll('_', ' ')} step of ${type}.

        value: the text of one record, without its line end.
        limit: the most characters that are looked at.
        Raises ValueError when the value is longer than the limit.
        """
        if len(value) > limit:
            raise ValueError(f"${name}: {len(value)} characters, at most {limit}")
        self.steps.append(("${verb}", value))
        return value.strip() or self.default`,
  )
  return `"""The ${title}: ${does}.

It is used by the command and by the tests; nothing here prints or exits.
"""
from __future__ import annotations

DEFAULT_${name.toUpperCase()} = "${name.replaceAll('_', '-')}"


class ${type}:
    """${does[0]?.toUpperCase()}${does.slice(1)}."""

    def __init__(self, default: str = DEFAULT_${name.toUpperCase()}) -> None:
        self.default = default
        self.steps: list[tuple[str, str]] = []
${methods.join('\n')}


def make_${name}() -> ${type}:
    """Makes a ${type} with the default of this module."""
    return ${type}(DEFAULT_${name.toUpperCase()})
`
}

function testText({ folder, name, type, verbs }: Module): string {
  const path = folder.replace('src/', '').replaceAll('/', '.')
  const cases = verbs.map(
    (verb) => `
def test_${verb}_keeps_the_value():
    assert make_${name}().${verb}("a=1") == "a=1"


def test_${verb}_refuses_what_is_too_long():
    with pytest.raises(ValueError):
        ${type}().${verb}("x" * 1000)
`,
  )
  return `"""Tests of ${path}.${name}."""\nimport pytest\n\nfrom ${path}.${name} import ${type}, make_${name}\n\n${cases.join('\n')}`
}

const README = `# parcel

parcel keeps labelled records in plain files, one record a line, so that any tool can read them.

## Install

    pip install parcel

## Use

\`\`\`python
from parcel.store.file_store import make_file_store

store = make_file_store()
store.put("colour=blue")
\`\`\`

On the command line:

\`\`\`sh
python -m parcel put colour=blue
\`\`\`

## How it is built

Records are made in \`src/parcel/record.py\`, read in \`src/parcel/reader.py\` and written in \`src/parcel/writer.py\`.
A store in \`src/parcel/store\` keeps them; \`src/parcel/command/main.py\` is the command. The format stands in \`docs/format.md\`.

## Tests

\`\`\`sh
python -m pytest
\`\`\`
`

const FORMAT = `# The file format

A parcel file is UTF-8 text. Each line is one record, \`label=value\`; a blank line is skipped, and a line that starts with \`#\` is a comment.

- A label is a word of letters, digits and hyphens, at most 16 characters.
- A value is the rest of the line, without its line end, at most 48 characters.
- The newest record of a label wins; older ones stay in the file until it is rotated.

A store holds one file for each day, named \`YYYY-MM-DD.parcel\`. The lock is a file beside it, \`parcel.lock\`, that holds the process id of the writer.
A lock is stale when its process is gone. Readers never take the lock: they read what is on disk, and skip a last line without an end.
`

const PYPROJECT = `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "parcel"
version = "1.4.0"
description = "Keeps labelled records in plain files"
readme = "README.md"
requires-python = ">=3.11"
license = "MIT"
dependencies = ["click>=8.1"]

[project.optional-dependencies]
dev = ["pytest>=8"]

[project.scripts]
parcel = "parcel.command.main:make_main"

[tool.pytest.ini_options]
testpaths = ["tests"]
`

export const WORKFLOW = `name: tests
on: [push, pull_request]
jobs:
  tests:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install -e .[dev]
      - run: python -m pytest
`

const CONTRIBUTING = `# How to change parcel

1. Make a branch, and a test in \`tests/\` that fails.
2. Make it pass in \`src/parcel\`; nothing there prints or exits, but \`src/parcel/command/main.py\`.
3. Run \`python -m pytest\`, and say in \`CHANGELOG.md\` what a user sees of it.

A release is a tag \`vX.Y.Z\`; the workflow builds it.
`

const CHANGELOG = `# Changes

## 1.4.0
- A lock that its process left behind is taken over.

## 1.3.0
- Stores rotate at midnight UTC.
`

const INIT = `"""Keeps labelled records in plain files."""
from parcel.record import Record, make_record

__all__ = ["Record", "make_record"]
`

/** Every file of the small repository: 21 of them in six folders, some 24 kB; one is empty. */
export function fixtureFiles(): Files {
  const tested = MODULES.filter((module) => ['record', 'reader', 'file_store', 'lock'].includes(module.name))
  return {
    'README.md': README,
    'CONTRIBUTING.md': CONTRIBUTING,
    'CHANGELOG.md': CHANGELOG,
    'pyproject.toml': PYPROJECT,
    '.github/workflows/ci.yml': WORKFLOW,
    'docs/format.md': FORMAT,
    'src/parcel/__init__.py': INIT,
    'src/parcel/store/__init__.py': '',
    ...Object.fromEntries(MODULES.map((module) => [`${module.folder}/${module.name}.py`, moduleText(module)])),
    ...Object.fromEntries(tested.map((module) => [`tests/test_${module.name}.py`, testText(module)])),
  }
}

/** Exactly twelve files to ask for, all in the root: one call carries them. */
export function twelveFiles(): Files {
  const all = Object.values(moreModules(11))
  return Object.fromEntries([['README.md', README], ...all.map((text, index) => [`codec_${index + 1}.py`, text])])
}

/** A committed repository with these files. Remove it. */
export function makeFixture(files: Files = fixtureFiles()): TestRepository {
  const repository = makeRepository()
  repository.commit(files)
  return repository
}
