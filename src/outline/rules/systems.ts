import type { LanguageRules, Syntax } from './rules.ts'

const C_SYNTAX: Syntax = { lines: ['//'], blocks: [['/*', '*/']], multiline: [], quotes: ['"'], characters: true }

export const GO: LanguageRules = {
  blocks: 'braces',
  syntax: { ...C_SYNTAX, multiline: [['`', '`']] },
  symbols: [
    { kind: 'method', where: 'top', pattern: /^func\s+\(\s*(?:\w+\s+)?\*?(?<owner>\w+)[^)]{0,80}\)\s*(?<name>\w+)/ },
    { kind: 'function', where: 'top', pattern: /^func\s+(?<name>\w+)/ },
    { kind: 'type', where: 'top', pattern: /^type\s+(?<name>\w+)/ },
    { kind: 'constant', where: 'top', pattern: /^(?:const|var)\s+(?<name>\w+)/ },
  ],
  imports: [/^import\s+(?:[\w.]+\s+)?"([^"]+)"/, /^(?:[\w.]+\s+)?"([\w.~/-]+)"$/],
  between: null,
  documentation: /^\/\//,
  isPublic: (_declaration, name) => /^\p{Lu}/u.test(name),
}

const RUST_PUB = '(?:pub(?:\\([^)]*\\))?\\s+)?'
export const RUST: LanguageRules = {
  blocks: 'braces',
  terminated: true,
  syntax: C_SYNTAX,
  symbols: [
    {
      kind: 'function',
      where: 'any',
      pattern: new RegExp(
        `^${RUST_PUB}(?:default\\s+)?(?:const\\s+)?(?:async\\s+)?(?:unsafe\\s+)?(?:extern\\s+"[^"]*"\\s+)?fn\\s+(?<name>\\w+)`,
      ),
    },
    { kind: 'class', where: 'any', pattern: new RegExp(`^${RUST_PUB}(?:struct|union)\\s+(?<name>\\w+)`) },
    { kind: 'type', where: 'any', pattern: new RegExp(`^${RUST_PUB}(?:enum|(?:unsafe\\s+)?trait|type)\\s+(?<name>\\w+)`) },
    {
      kind: 'type',
      where: 'top',
      pattern: /^(?:unsafe\s+)?impl(?:<[^{]{0,80}?>)?\s+(?:[^{]{1,80}\s+for\s+)?&?(?!for\b)(?:\w+::)*(?<name>\w+)/,
      addsMembers: true,
    },
    { kind: 'constant', where: 'top', pattern: new RegExp(`^${RUST_PUB}(?:const|static)\\s+(?:mut\\s+)?(?<name>\\w+)`) },
    { kind: 'function', where: 'any', pattern: /^macro_rules!\s+(?<name>\w+)/ },
  ],
  imports: [/^(?:pub(?:\([^)]*\))?\s+)?use\s+([\w:]+)/, /^(?:pub(?:\([^)]*\))?\s+)?(mod\s+\w+);/],
  between: /^#!?\[/,
  documentation: /^\/\/[/!]?/,
  isPublic: (declaration) => /^\s*pub\b(?!\()/.test(declaration),
}

const C_NOT = '(?!(?:if|for|while|switch|return|else|do|case|sizeof|typedef|using|delete|throw|goto|new)\\b)'
export const C_FAMILY: LanguageRules = {
  blocks: 'braces',
  terminated: true,
  syntax: C_SYNTAX,
  symbols: [
    {
      kind: 'class',
      where: 'any',
      pattern: /^(?:template\s*<[^>]*>\s*)?(?:class|struct)\s+(?:[A-Z_]{3,}\s+)?(?<name>\w+)(?=\s*(?:final\s*)?[:{]|\s*$)/,
    },
    {
      kind: 'type',
      where: 'any',
      pattern: /^(?:typedef\s+)?(?:enum(?:\s+class)?|union|struct)\s+(?<name>\w+)\s*(?::[^{]*)?\{?$/,
    },
    { kind: 'constant', where: 'top', pattern: /^#\s*define\s+(?<name>\w+)/ },
    { kind: 'type', where: 'top', pattern: /^using\s+(?<name>\w+)\s*=/ },
    {
      kind: 'function',
      where: 'any',
      pattern: new RegExp(`^${C_NOT}(?:[\\w:<>,*&~]+[\\s*&]+){1,6}(?:\\w+::)*(?<name>~?\\w+)\\s*\\([^;]*$`),
    },
    {
      kind: 'function',
      where: 'any',
      pattern: new RegExp(`^${C_NOT}(?:[\\w:<>,*&~]+[\\s*&]+){1,6}(?:\\w+::)*(?<name>~?\\w+)\\s*\\([^;{]*\\)[^;{]*\\{.*$`),
    },
  ],
  imports: [/^#\s*include\s*[<"]([^>"]+)[>"]/],
  between: /^(?:template\s*<|__attribute__|\[\[)/,
  documentation: /^\/\//,
  isPublic: (declaration, name) => !/^\s*static\b/.test(declaration) && !name.startsWith('_'),
}
