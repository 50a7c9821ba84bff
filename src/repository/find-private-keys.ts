const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g

/** A line of a key: base64, perhaps indented, quoted, commented or escaped; or a header such as `DEK-Info: …`. */
const KEY_LINE =
  /(?:\\r|\\n|[\s"'`+>*#/|,;.()-]){0,40}(?:[A-Za-z0-9-]{4,20}: [^\n\\]{0,200}|[A-Za-z0-9+/]{16,}={0,2}|=[A-Za-z0-9+/]{4})/y

/** The rest of the last line of a key that breaks off. */
const LAST_LINE = /(?:\\r|\\n|\s)[ \t]{0,40}[A-Za-z0-9+/]{2,}={0,2}(?![^\s"'`\\])/y

/** A key has digits. A marker alone, or two with program text between, as in a parser of such files, is none. */
const KEY_MATERIAL = /(?=[A-Za-z+/]{0,200}\d)[A-Za-z0-9+/]{24,}/

/** Only what may stand in armour: nothing here could be program text. */
const ARMOUR = /^(?:\\r|\\n|[\sA-Za-z0-9+/=:,.*_-])*$/

/**
 * The ranges of private keys in PEM or PGP armour: from BEGIN to END, or to the last line that looks like a key where
 * the end is missing.
 */
export function findPrivateKeys(text: string): Array<{ start: number; end: number }> {
  const begins = [...text.matchAll(BEGIN)].map((match) => ({ start: match.index, after: match.index + match[0].length }))
  if (begins.length === 0) return []
  const ends = [...text.matchAll(END)].map((match) => ({ start: match.index, after: match.index + match[0].length }))
  let e = 0
  return begins.flatMap(({ start, after }, i) => {
    while (e < ends.length && (ends[e]?.start ?? 0) < after) e++
    const end = ends[e]
    const nextBegin = begins[i + 1]?.start ?? text.length
    if (end && end.start < nextBegin && isOneKey(text.slice(after, end.start))) return [{ start, end: end.after }]
    const last = endOfKeyLines(text, after, nextBegin)
    return last > after && KEY_MATERIAL.test(text.slice(after, last)) ? [{ start, end: last }] : []
  })
}

/** The largest key in use has about 13,000 characters. */
function isOneKey(body: string): boolean {
  if (body.length > 40_000) return false
  if (ARMOUR.test(body)) return /[A-Za-z0-9+/]{8,}/.test(body)
  const runs = body.match(/[A-Za-z0-9+/=]{16,}/g) ?? []
  const keyCharacters = runs.reduce((sum, run) => sum + run.length, 0)
  return KEY_MATERIAL.test(body) && keyCharacters * 2 > body.replace(/\s+/g, '').length
}

function endOfKeyLines(text: string, from: number, limit: number): number {
  let last = from
  for (;;) {
    KEY_LINE.lastIndex = last
    const match = KEY_LINE.exec(text)
    if (!match || last + match[0].length > limit) break
    last += match[0].length
  }
  LAST_LINE.lastIndex = last
  const rest = last > from ? LAST_LINE.exec(text) : null
  return rest && last + rest[0].length <= limit ? last + rest[0].length : last
}
