import type { LanguageRules } from './rules.ts'

const EXPORT = '(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?'
const NOT_A_CALL =
  '(?!(?:if|for|while|switch|catch|return|function|super|await|throw|new|typeof|else|do|with|case|of|in|assert|expect)\\b)'

/** JavaScript and TypeScript, with JSX. */
export const SCRIPT: LanguageRules = {
  blocks: 'braces',
  syntax: {
    lines: ['//'],
    blocks: [['/*', '*/']],
    multiline: [],
    quotes: ['"', "'"],
    templates: true,
    regularExpressions: true,
  },
  symbols: [
    { kind: 'class', where: 'top', pattern: new RegExp(`^${EXPORT}(?:abstract\\s+)?class\\s+(?<name>[\\w$]+)`) },
    { kind: 'function', where: 'top', pattern: new RegExp(`^${EXPORT}(?:async\\s+)?function\\s*\\*?\\s*(?<name>[\\w$]+)`) },
    {
      kind: 'type',
      where: 'top',
      pattern: new RegExp(`^${EXPORT}(?:interface|type|const\\s+enum|enum)\\s+(?<name>[\\w$]+)(?=\\s*[<={]|\\s+extends|\\s*$)`),
    },
    {
      kind: 'function',
      where: 'top',
      pattern: new RegExp(
        `^${EXPORT}(?:const|let|var)\\s+(?<name>[\\w$]+)\\s*=\\s*(?:async\\s*)?(?:function\\b|\\($|\\([^()]*\\)\\s*(?::[^=]{1,80})?=>|[\\w$]+\\s*=>)`,
      ),
    },
    { kind: 'constant', where: 'top', pattern: new RegExp(`^${EXPORT}(?:const|let|var)\\s+(?<name>[\\w$]+)(?!.*\\brequire\\()`) },
    {
      kind: 'function',
      where: 'top',
      pattern: /^(?:module\.)?exports\.(?<name>[\w$]+)\s*=\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*=>)/,
    },
    { kind: 'constant', where: 'top', pattern: /^(?:module\.)?exports\.(?<name>[\w$]+)\s*=/ },
    {
      kind: 'method',
      where: 'top',
      pattern: /^(?<owner>[\w$]+)(?:\.prototype)?\.(?<name>[\w$]+)\s*=\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*=>)/,
    },
    {
      kind: 'method',
      where: 'member',
      pattern: new RegExp(
        `^(?:(?:public|private|protected|static|readonly|async|override|get|set|abstract)\\s+)*\\*?${NOT_A_CALL}(?<name>#?[\\w$]+)\\s*\\??(?:<[^>]*>)?\\(`,
      ),
    },
  ],
  imports: [
    /^(?:import|export)\b[^'"]{0,300}from\s*(?:'([^']+)'|"([^"]+)")/,
    /^\}\s*from\s*(?:'([^']+)'|"([^"]+)")/,
    /^import\s*(?:'([^']+)'|"([^"]+)")/,
    /\b(?:require|import)\(\s*(?:'([^']+)'|"([^"]+)")\s*\)/,
  ],
  between: /^@[\w.]+/,
  documentation: /^\/\//,
  isPublic: (declaration, name) =>
    /^(?:export\b|(?:module\.)?exports\b)/.test(declaration) ||
    (/^[\w$]+(?:\.prototype)?\.[A-Za-z$]/.test(declaration) && !/^module\b/.test(declaration)) ||
    (/^[ \t]/.test(declaration) && !/^\s*(?:private|protected)\b/.test(declaration) && !/^[#_]/.test(name)),
  exportsByList: true,
}
