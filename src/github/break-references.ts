// GitHub makes links of plain text: mentions notify people, issue numbers leave traces there, and after "fixes" they close issues. A
// zero-width space keeps the words and makes none.

const BREAK = '&#8203;'
const IS_BROKEN = '(?:&#8203;|&#x200b;|\\u200b)'
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(commat|num|colon|sol|period));/gi
const NAMED: Readonly<Record<string, string>> = { commat: '@', num: '#', colon: ':', sol: '/', period: '.' }

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`@(?!${IS_BROKEN}|\\s|$)`, 'gi'), `@${BREAK}`],
  // Not the sign that belongs to a character reference.
  [new RegExp(`(?<!&(?=#(?:\\d{1,7}|x[0-9a-f]{1,6});))#(?!${IS_BROKEN})(?=[\\d\\\\&])`, 'gi'), `#${BREAK}`],
  [/\b(GH)(?=\\?-\d)/gi, `$1${BREAK}`],
  [/:(?=\/\/|\\\/|\/\\\/)/g, `:${BREAK}`],
  [/\b(www)(?=\\?\.)/gi, `$1${BREAK}`],
  [/\b(mailto|xmpp)(?=:)/gi, `$1${BREAK}`],
]

/** Takes the source of a piece of plain Markdown text. Doing it twice changes nothing more. */
export function breakReferences(source: string): string {
  return PATTERNS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), spellPlainly(source))
}

/** Letters, figures and signs of references that hide in character references are written as themselves. */
function spellPlainly(source: string): string {
  return source.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal)
    const character = name === undefined ? (code < 128 ? String.fromCodePoint(code) : '') : (NAMED[name.toLowerCase()] ?? '')
    if (character === '#' || character === '-') return `\\${character}`
    return /^[A-Za-z0-9@:/.]$/.test(character) ? character : entity
  })
}

/** The address of an issue, a pull request or a discussion: also as the target of a link it leaves a trace there. */
export function isIssueAddress(url: URL): boolean {
  return /^\/(?:[^/]+\/[^/]+|orgs\/[^/]+)\/(?:issues?|pulls?|discussions)\/+\d/i.test(decode(url.pathname))
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * The address as it can stand between `<` and `>` or in `[label](…)` without being read as anything else. null: it leads to an issue, is not
 * for a browser, or is none.
 */
export function safeAddress(address: string): string | null {
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || isIssueAddress(url)) return null
  return url.href
    .replace(/[()[\]<>{}\\@"'`*|^\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(/&(?=#?\w+;)/g, '%26')
}
