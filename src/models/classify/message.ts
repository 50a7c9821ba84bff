// The provider's own words for people: one line, short, no key in it.

const MAX_LENGTH = 300

/** Things that look like a key: known prefixes, values after key words, and long tokens of mixed letters and digits. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, '$1 [key]'],
  [/(api[-_ ]?key|key|token|secret|password)(["']?\s*[:=]\s*["']?)(?!\[)[\w.~+/*-]{8,}/gi, '$1$2[key]'],
  [/\b(?:sk|pk|rk|gsk|xai|fw|hf|nvapi|pplx|csk|tgp|glpat|gh[pousr]|github_pat|ya29|r8|key|or)[-_.][\w*.-]{6,}/gi, '[key]'],
  [/\bAIza[\w*-]{6,}/g, '[key]'],
  [/\b(?:AKIA|ASIA)[A-Z0-9*]{8,}/g, '[key]'],
  [/\beyJ[\w-]{8,}(?:\.[\w-]+){0,2}/g, '[key]'],
  [/[\w-]{0,20}\*{3,}[\w*-]{0,60}/g, '[key]'],
  [/(?<![\w/.-])(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Za-z])[A-Za-z0-9_-]{32,}/g, '[key]'],
]

/** Strikes out everything that looks like a key. */
export function strikeOutKeys(text: string): string {
  return SECRETS.reduce((struck, [pattern, replacement]) => struck.replace(pattern, replacement), text)
}

/** One line of at most 300 characters. */
export function toMessage(text: string): string {
  // Control characters and the marks that turn writing around have no place on a terminal.
  const line = strikeOutKeys(text.slice(0, 4000))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Up to this length a sentence such as `Provider returned error` says too little to stand alone. */
const SHORT_SENTENCE = 40

/** What a failure's sentences come to: the first, and the next one where the first is but a title. */
export function pickWords(texts: readonly string[]): string {
  const [first = '', ...others] = new Set(texts.map((text) => text.trim()))
  const second = first.length > SHORT_SENTENCE ? undefined : others.find((other) => !first.includes(other))
  return second === undefined ? first : `${first} — ${second}`
}
