// Small repositories as path -> text, for the tests of the extracting model.

export const LIBRARY: Readonly<Record<string, string>> = {
  'README.md': `<p align="center"><img src="logo.svg"></p>

# Box

[![build](https://x/b.svg)](https://x/b)

Box **signs** your values & keeps them <b>safe</b>. Ping @everyone, or see [docs](https://x).
It never stores a key.

## Features

- Signs a value so that nobody can change it unseen
- Gives the value back only if the signature fits

## Usage

Sign a value and get it back.

\`\`\`python
from box import Signer
token = Signer("key").sign("value")
print(token)
# value.sig
\`\`\`

## Install

\`\`\`sh
pip install box
\`\`\`
`,
  'pyproject.toml': `[project]
name = "box"
version = "1.2.0"
description = "Signs values."
license = "MIT"
requires-python = ">=3.10"
dependencies = ["attrs>=20"]

[project.scripts]
box = "box.cli:main"

[dependency-groups]
dev = ["pytest"]

[tool.mypy]
strict = true
`,
  Makefile: '# Runs the tests.\ntest:\n\tpytest -q\n',
  'CHANGELOG.md':
    '# Changes\n\n## 1.2.0\n\n- Use HMAC instead of a plain hash, so that length extension fails.\n- Drop support for Python 3.9.\n',
  'CONTRIBUTING.md': '# Contributing\n\nPlease add a test for each change that you make.\n',
  LICENSE: 'MIT License\n\nPermission is granted, subject to the following conditions.\n',
  'docs/concepts.md':
    '# Concepts\n\n## The Salt\n\nThe salt keeps contexts apart, so that a token of one is not valid in another.\n',
  '.github/workflows/test.yml':
    'name: Tests\non: [push]\njobs:\n  unit:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n',
  '.github/workflows/publish.yml':
    "name: Publish\non:\n  push:\n    tags: ['*']\njobs:\n  out:\n    runs-on: ubuntu-latest\n    steps:\n      - run: python -m build\n      - uses: pypa/gh-action-pypi-publish@v1\n",
  'src/box/__init__.py': 'from .errors import BadSignature\nfrom .signer import Signer\n',
  'src/box/errors.py': `class BoxError(Exception):
    """The base of all errors of Box."""


class BadSignature(BoxError):
    """Raised if a signature does not fit."""
`,
  'src/box/encoding.py': `import base64


def want_bytes(value):
    """Makes bytes of text."""
    return value.encode() if isinstance(value, str) else value


def encode(value):
    """Makes Base64 of bytes."""
    return base64.b64encode(want_bytes(value))
`,
  'src/box/signer.py': `import hmac
import os

from .encoding import encode
from .encoding import want_bytes
from .errors import BadSignature


class Algorithm:
    """Subclasses must implement the digest."""

    def digest(self, key, value):
        """Returns the digest."""
        raise NotImplementedError()


class HmacAlgorithm(Algorithm):
    """Digests with HMAC."""

    def digest(self, key, value):
        return hmac.digest(key, value, "sha256")


class Signer:
    """Signs values & unsigns them. <script>alert(1)</script>

    :param key: The secret key.
    """

    default_algorithm = HmacAlgorithm

    def __init__(self, key):
        self.key = want_bytes(key)
        self.timeout = os.environ.get("BOX_TIMEOUT")

    def sign(self, value):
        """Signs a value."""
        return want_bytes(value) + b"." + self.get_signature(value)

    def get_signature(self, value):
        """Returns the signature of a value."""
        return encode(self.default_algorithm().digest(self.key, want_bytes(value)))

    def unsign(self, token):
        """Gives the value back if the signature fits."""
        value, _, signature = token.rpartition(b".")
        if signature != self.get_signature(value):
            raise BadSignature("Signature does not match")
        return value  # TODO: compare in constant time
`,
  'src/box/cli.py':
    'import argparse\n\nfrom .signer import Signer\n\n\ndef main():\n    """Signs what is given."""\n    parser = argparse.ArgumentParser()\n    parser.add_argument("--key")\n    print(Signer("x").sign("y"))\n\n\nif __name__ == "__main__":\n    main()\n',
  'tests/test_signer.py':
    'from box import Signer\n\n\ndef test_sign():\n    token = Signer("k").sign("v")\n    assert token.startswith(b"v.")\n',
}

export const COMMAND: Readonly<Record<string, string>> = {
  'README.md': '# tool\n\nTool lists what lies in a folder, newest first.\n\n```console\n$ npx tool\n```\n',
  'package.json':
    '{\n  "name": "tool",\n  "bin": "src/cli.ts",\n  "engines": { "node": ">=22" },\n  "scripts": { "test": "vitest run", "start": "node src/cli.ts" },\n  "dependencies": { "zod": "4" }\n}\n',
  'src/cli.ts':
    "import { list } from './list.ts'\n\n/** Starts it. */\nexport function main(argv: string[]): void {\n  if (argv.length === 0) {\n    throw new Error('no folder given')\n  }\n  for (const name of list(argv[0] ?? '.')) console.log(name)\n}\n\nmain(process.argv.slice(2))\n",
  'src/list.ts':
    "import { readdirSync } from 'node:fs'\n\nexport interface ListOptions {\n  readonly depth: number\n  readonly hidden: boolean\n}\n\n/** Names of what lies in a folder. */\nexport function list(folder: string): string[] {\n  return sortNames(readdirSync(folder))\n}\n\n/** Newest first. */\nexport function sortNames(names: string[]): string[] {\n  return names.sort()\n}\n",
  'test/list.test.ts': "import { it } from 'vitest'\n\nit('lists a folder', () => {\n  list('.')\n})\n",
}

export const NOTES: Readonly<Record<string, string>> = { 'notes.txt': 'nothing much\n', 'data.csv': 'a,b\n1,2\n' }
