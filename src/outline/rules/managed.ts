import type { LanguageRules, Syntax } from './rules.ts'

const SYNTAX: Syntax = { lines: ['//'], blocks: [['/*', '*/']], multiline: [['"""', '"""']], quotes: ['"'], characters: true }
const MODIFIERS =
  '(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|readonly|virtual|override|async|default|synchronized|native|open|data|inline|suspend|operator|inner|companion|const|lateinit|tailrec|infix|external|unsafe|extern|new|strictfp|required|value|annotation|expect|actual)\\s+)*'
const NOT =
  '(?!(?:return|new|else|throw|case|if|for|while|switch|catch|using|await|yield|assert|do|try|lock|package|import|super|this)\\b)'

export const JAVA: LanguageRules = {
  blocks: 'braces',
  terminated: true,
  syntax: SYNTAX,
  symbols: [
    { kind: 'class', where: 'any', pattern: new RegExp(`^${MODIFIERS}(?:class|record)\\s+(?<name>\\w+)`) },
    { kind: 'type', where: 'any', pattern: new RegExp(`^${MODIFIERS}(?:interface|enum|@interface)\\s+(?<name>\\w+)`) },
    {
      kind: 'method',
      where: 'member',
      pattern: new RegExp(`^${MODIFIERS}(?:<[^>]{1,80}>\\s+)?${NOT}(?:[\\w<>,.?[\\]&]+\\s+){1,6}(?<name>\\w+)\\s*\\(`),
    },
    { kind: 'method', where: 'member', pattern: /^(?:public|protected)\s+(?<name>\w+)\s*\(/ },
    {
      kind: 'constant',
      where: 'member',
      pattern: /^(?:public\s+|private\s+|protected\s+)?static\s+final\s+[\w<>,.[\]]+\s+(?<name>[A-Z_0-9]+)\s*=/,
    },
  ],
  imports: [/^import\s+(?:static\s+)?([\w.]+)/],
  between: /^@\w+/,
  documentation: /^\/\//,
  isPublic: (declaration) => /\bpublic\b/.test(declaration) || /^\s*(?:@?interface|enum)\b/.test(declaration),
}

export const CSHARP: LanguageRules = {
  blocks: 'braces',
  terminated: true,
  syntax: SYNTAX,
  symbols: [
    { kind: 'class', where: 'any', pattern: new RegExp(`^${MODIFIERS}(?:class|record(?:\\s+struct)?|struct)\\s+(?<name>\\w+)`) },
    { kind: 'type', where: 'any', pattern: new RegExp(`^${MODIFIERS}(?:interface|enum|delegate)\\s+(?<name>\\w+)`) },
    {
      kind: 'method',
      where: 'member',
      pattern: new RegExp(`^${MODIFIERS}${NOT}(?:[\\w<>,.?[\\]]+\\s+){1,6}(?<name>\\w+)\\s*(?:<[^>]*>)?\\(`),
    },
    { kind: 'method', where: 'member', pattern: /^(?:public|protected|internal)\s+(?<name>\w+)\s*\(/ },
    {
      kind: 'constant',
      where: 'member',
      pattern: new RegExp(`^${MODIFIERS}(?:[\\w<>,.?[\\]]+\\s+)(?<name>[A-Z]\\w*)\\s*(?:\\{\\s*get|=)`),
    },
  ],
  imports: [/^(?:global\s+)?using\s+(?:static\s+)?([\w.]+);/],
  between: /^\[[A-Z]/,
  documentation: /^\/\//,
  isPublic: (declaration) => /\bpublic\b/.test(declaration),
}

export const KOTLIN: LanguageRules = {
  blocks: 'braces',
  syntax: SYNTAX,
  symbols: [
    { kind: 'class', where: 'any', pattern: new RegExp(`^${MODIFIERS}(?:case\\s+)?(?:class|object)\\s+(?<name>\\w+)`) },
    {
      kind: 'type',
      where: 'any',
      pattern: new RegExp(`^${MODIFIERS}(?:interface|enum\\s+class|typealias|trait)\\s+(?<name>\\w+)`),
    },
    {
      kind: 'function',
      where: 'any',
      pattern: new RegExp(`^${MODIFIERS}(?:fun|def)\\s+(?:<[^>]{1,80}>\\s*)?(?:[\\w<>?]+\\.)?(?<name>\\w+)`),
    },
    { kind: 'constant', where: 'top', pattern: new RegExp(`^${MODIFIERS}(?:val|var)\\s+(?<name>\\w+)`) },
  ],
  imports: [/^import\s+([\w.]+)/],
  between: /^@\w+/,
  documentation: /^\/\//,
  isPublic: (declaration) => !/\b(?:private|internal|protected)\b/.test(declaration),
}

export const PHP: LanguageRules = {
  blocks: 'braces',
  terminated: true,
  syntax: { lines: ['//', '#'], blocks: [['/*', '*/']], multiline: [], quotes: ['"', "'"], heredocs: true },
  symbols: [
    { kind: 'class', where: 'top', pattern: /^(?:(?:final|abstract|readonly)\s+)*class\s+(?<name>\w+)/ },
    { kind: 'type', where: 'top', pattern: /^(?:interface|trait|enum)\s+(?<name>\w+)/ },
    {
      kind: 'method',
      where: 'member',
      pattern: /^(?:(?:public|private|protected|static|final|abstract)\s+)*function\s+&?(?<name>\w+)/,
    },
    { kind: 'function', where: 'top', pattern: /^function\s+&?(?<name>\w+)/ },
    {
      kind: 'constant',
      where: 'any',
      pattern: /^(?:(?:public|private|protected)\s+)?const\s+(?:\w+\s+)?(?<name>[A-Z_0-9]+)\s*=/,
    },
  ],
  imports: [/^use\s+(?:function\s+)?([\w\\]+)/, /^(?:require|include)(?:_once)?\b[^'"]{0,60}['"]([^'"]+)['"]/],
  between: /^#\[/,
  documentation: /^(?:\/\/|#)/,
  isPublic: (declaration) => !/\b(?:private|protected)\b/.test(declaration),
}
