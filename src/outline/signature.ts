import type { MaskedLine } from './mask.ts'

const LONGEST = 200

/** The declaration that starts on `index`, joined to one line, without its body. */
export function signatureFrom(lines: readonly string[], masked: readonly MaskedLine[], index: number): string {
  let depth = 0
  let text = ''
  for (let at = index; at < lines.length && at < index + 12; at++) {
    const code = masked[at]?.code ?? ''
    const raw = lines[at] ?? ''
    const opens = depth
    let cut = raw.length
    for (let column = 0; column < code.length; column++) {
      const character = code[column]
      if (character === '(' || character === '[') depth++
      else if (character === ')' || character === ']') depth--
      else if ((character === '{' || character === ';') && depth <= 0) {
        cut = column
        break
      }
    }
    text += `${at > index ? ' ' : ''}${withoutComment(raw, code).slice(0, cut).trim()}`
    if (cut < raw.length || depth <= 0 || (opens <= 0 && text.length > LONGEST * 3)) break
  }
  const joined = text
    .replace(/\s+/g, ' ')
    .replace(/\( /g, '(')
    .replace(/,? \)/g, ')')
    .replace(/\s=>(?:\s.*)?$/, '')
    .replace(/[:=]$/, '')
    .trim()
  if (joined.length <= LONGEST) return joined
  const comma = joined.lastIndexOf(', ', LONGEST - 4)
  return comma > 20 ? `${joined.slice(0, comma)}, …)` : `${joined.slice(0, LONGEST - 1)}…`
}

/** Drops a comment at the end of a line: what is blank to the end in the masked line but not in the raw one. */
function withoutComment(raw: string, code: string): string {
  const end = code.trimEnd().length
  return /^\s*(?:\/\/|#|--|\/\*)/.test(raw.slice(end)) ? raw.slice(0, end) : raw
}
