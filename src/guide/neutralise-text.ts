// GitHub makes links of plain text: mentions, issue numbers, commit ids, bare addresses. An invisible break keeps the words and makes none.

const BREAK = '&#8203;'
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(commat|num|colon|sol|period));/gi
const NAMED: Readonly<Record<string, string>> = { commat: '@', num: '#', colon: ':', sol: '/', period: '.' }
/** Seven to forty hexadecimal digits, letters and figures among them. */
const COMMIT = /(?<!\w|&#8203;|&#|&#x)(?=[a-f]*\d)(?=\d*[a-f])([0-9a-f])(?=[0-9a-f]{6,39}(?!\w))/g
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/(@|&commat;)(?!&#8203;|\s|$)/gi, `$1${BREAK}`],
  [/(?<!&(?=#(?:\d{1,7}|x[0-9a-f]{1,6});))(#|&num;)(?!&#8203;)(?=[\d\\&])/gi, `$1${BREAK}`],
  [/\b(GH)-(?=\d)/gi, `$1${BREAK}-`],
  [/\b([a-z][a-z0-9+.-]*:)(?=\/\/|\\\/)/gi, `$1${BREAK}`],
  [/\b(www)(?=\\?\.)/gi, `$1${BREAK}`],
  [/\b(mailto|xmpp)(?=:)/gi, `$1${BREAK}`],
  [COMMIT, `$1${BREAK}`],
]

/** Takes the source of a piece of plain Markdown text; what is neutral already stays as it is. */
export function neutraliseText(source: string): string {
  const spelled = source.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    const character = name === undefined ? (code < 128 ? String.fromCodePoint(code) : '') : (NAMED[name.toLowerCase()] ?? '')
    if (/^[A-Za-z0-9:/.]$/.test(character)) return character
    return character === '@' ? '&commat;' : character === '#' ? '&num;' : entity
  })
  return PATTERNS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), spelled)
}
