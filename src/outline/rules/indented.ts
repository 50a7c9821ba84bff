import type { LanguageRules } from './rules.ts'

export const PYTHON: LanguageRules = {
  blocks: 'indents',
  bracesAreBrackets: true,
  syntax: {
    lines: ['#'],
    blocks: [],
    multiline: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
    quotes: ['"', "'"],
  },
  symbols: [
    { kind: 'class', where: 'any', pattern: /^class\s+(?<name>\w+)/ },
    { kind: 'function', where: 'any', pattern: /^(?:async\s+)?def\s+(?<name>\w+)/ },
    { kind: 'constant', where: 'top', pattern: /^(?<name>[A-Z][A-Z0-9_]{2,})\s*(?::[^=]{1,80})?=(?!=)/ },
    {
      kind: 'type',
      where: 'top',
      pattern:
        /^(?:type\s+)?(?<name>[A-Z]\w+)\s*(?::\s*(?:t\.|typing\.)?TypeAlias\s*)?=\s*(?:t\.|typing\.)?(?:Union|Optional|NewType|Callable|Literal|NamedTuple)\b/,
    },
  ],
  imports: [/^from\s+(\.+)\s+import\s+\(?([\w, ]+)/, /^from\s+([\w.]+)\s+import\b/, /^import\s+([\w., ]+)/],
  between: /^@[\w.]+/,
  documentation: /^#/,
  isPublic: (_declaration, name) => !name.startsWith('_'),
}

export const RUBY: LanguageRules = {
  blocks: 'indents',
  syntax: { lines: ['#'], blocks: [], multiline: [], quotes: ['"', "'"], heredocs: true },
  symbols: [
    { kind: 'class', where: 'any', pattern: /^class\s+(?:\w+::)*(?<name>[A-Z]\w*)/ },
    { kind: 'type', where: 'any', pattern: /^module\s+(?:\w+::)*(?<name>[A-Z]\w*)/ },
    { kind: 'function', where: 'any', pattern: /^def\s+(?:self\.)?(?<name>\w+[?!=]?)/ },
    { kind: 'constant', where: 'any', pattern: /^(?<name>[A-Z][A-Z0-9_]{2,})\s*=/ },
  ],
  imports: [/^require(?:_relative)?\s*\(?\s*['"]([^'"]+)['"]/],
  between: /^#\s*rubocop/,
  documentation: /^#/,
  isPublic: (_declaration, name) => !name.startsWith('_'),
}

export const SHELL: LanguageRules = {
  blocks: 'braces',
  syntax: { lines: ['#'], blocks: [], multiline: [], quotes: ['"', "'"], heredocs: true },
  symbols: [
    { kind: 'function', where: 'top', pattern: /^(?:function\s+)?(?<name>[\w:-]+)\s*\(\)/ },
    { kind: 'function', where: 'top', pattern: /^function\s+(?<name>[\w:-]+)/ },
    { kind: 'constant', where: 'top', pattern: /^(?:export\s+|readonly\s+)?(?<name>[A-Z][A-Z0-9_]+)=/ },
  ],
  imports: [/^(?:source|\.)\s+["']?([^"'\s]+)/],
  between: null,
  documentation: /^#/,
  isPublic: (_declaration, name) => !name.startsWith('_'),
}

/** Any other programming language, and tables of SQL: only what most of them write alike. */
export const GENERIC: LanguageRules = {
  blocks: 'indents',
  syntax: { lines: ['//', '--', '#'], blocks: [['/*', '*/']], multiline: [], quotes: ['"'] },
  symbols: [
    {
      kind: 'class',
      where: 'any',
      pattern: /^(?:(?:public|open|final|abstract)\s+)*(?:class|struct|defmodule|module|actor|message|service)\s+(?<name>[\w.]+)/,
    },
    {
      kind: 'type',
      where: 'any',
      pattern: /^(?:(?:public|open|final|indirect)\s+)*(?:protocol|interface|trait|enum|extension|type|data)\s+(?<name>\w+)/,
    },
    {
      kind: 'type',
      where: 'top',
      pattern: /^create\s+(?:or\s+replace\s+)?(?:table|view|type)\s+(?:if\s+not\s+exists\s+)?["`]?(?<name>[\w.]+)/i,
    },
    {
      kind: 'function',
      where: 'any',
      pattern:
        /^(?:(?:public|open|final|override|static|local|pub|export|internal)\s+)*(?:func|function|fn|def|defp|fun|sub|proc|rpc)\s+(?<name>[\w.:?!]+)/,
    },
  ],
  imports: [/^import\s+['"]?([\w./:-]+)/, /^(?:use|require|alias)\s+['"]?([\w./:-]+)/],
  between: /^@\w+/,
  documentation: /^(?:\/\/|--|#)/,
  isPublic: (declaration, name) => !/\b(?:private|fileprivate|defp|local)\b/.test(declaration) && !name.startsWith('_'),
}

export const MAKE: LanguageRules = {
  blocks: 'indents',
  syntax: { lines: ['#'], blocks: [], multiline: [], quotes: [] },
  symbols: [{ kind: 'target', where: 'top', pattern: /^(?<name>[A-Za-z][\w./-]*)\s*(?:[\w=" ]*)::?(?!=)/ }],
  imports: [/^-?include\s+(\S+)/],
  between: null,
  documentation: /^#/,
  isPublic: () => true,
}
