// What is looked for in lines where no grammar reads a file: commands of Make, and what most programming languages write alike.
import type { Marks } from './marks.ts'
import type { SymbolKind } from './shape.ts'

export interface LineRules {
  readonly marks: Marks
  readonly symbols: readonly SymbolRule[]
  /** Matched on a whole line, trimmed; the group is the module. */
  readonly imports: readonly RegExp[]
  /** Lines between a doc comment and what it documents: decorators, attributes. */
  readonly between: RegExp | null
  /** Line comments that document. */
  readonly documentation: RegExp
  readonly isPublic: (declaration: string, name: string) => boolean
}

export interface SymbolRule {
  readonly kind: SymbolKind
  /** Matched on a line from its first non-blank character; the group `name` is the symbol. */
  readonly pattern: RegExp
  readonly where: 'top' | 'any'
}

const MODIFIERS = '(?:(?:public|open|final|abstract|override|static|local|pub|export|default|internal|async|sealed)\\s+)*'

export function lineRulesOf(language: string, marks: Marks): LineRules {
  return { ...(language === 'Make' ? MAKE : ANY), marks }
}

const ANY: Omit<LineRules, 'marks'> = {
  symbols: [
    {
      kind: 'class',
      where: 'any',
      pattern: new RegExp(
        `^${MODIFIERS}(?:class|struct|defmodule|module|actor|message|service|package(?=\\s+[A-Z]))\\s+(?<name>[\\w.:]+)`,
      ),
    },
    { kind: 'class', where: 'any', pattern: /^@(?:interface|implementation|protocol)\s+(?<name>\w+)/ },
    {
      kind: 'type',
      where: 'any',
      pattern: new RegExp(`^${MODIFIERS}(?:indirect\\s+)?(?:protocol|interface|trait|enum|extension|type|data)\\s+(?<name>\\w+)`),
    },
    {
      kind: 'type',
      where: 'top',
      pattern: /^create\s+(?:or\s+replace\s+)?(?:table|view|type)\s+(?:if\s+not\s+exists\s+)?["`]?(?<name>[\w.]+)/i,
    },
    {
      kind: 'function',
      where: 'any',
      pattern: new RegExp(`^${MODIFIERS}(?:func|function|fn|def|defp|fun|sub|proc|rpc)\\s+(?<name>[\\w.:?!]+)`),
    },
  ],
  imports: [
    /^import\s+(?:public\s+)?['"]?([\w./:-]+)/,
    /^(?:use|require|alias)\s+['"]?([\w./:-]+)/,
    /^#\s*(?:include|import)\s*[<"]([^>"]+)/,
  ],
  between: /^@\w+/,
  documentation: /^(?:\/\/|--|#|;|%)/,
  isPublic: (declaration, name) => !/\b(?:private|fileprivate|defp|local)\b/.test(declaration) && !name.startsWith('_'),
}

const MAKE: Omit<LineRules, 'marks'> = {
  symbols: [{ kind: 'target', where: 'top', pattern: /^(?<name>[A-Za-z][\w./-]*)\s*(?:[\w=" ]*)::?(?!=)/ }],
  imports: [/^-?include\s+(\S+)/],
  between: null,
  documentation: /^#/,
  isPublic: () => true,
}
