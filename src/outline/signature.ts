import type { MaskedLine } from './mask.ts'

const LONGEST = 200

/** The declaration that starts on `index`, joined to one line, without its body. */
export function signatureFrom(lines: readonly string[], masked: readonly MaskedLine[], index: number): string {
  let depth = 0
  let inner = 0
  let text = ''
  for (let at = index; at < lines.length && at < index + 12; at++) {
    const code = masked[at]?.code ?? ''
    const raw = lines[at] ?? ''
    const opens = depth
    const braces = inner
    let cut = raw.length
    for (let column = 0; column < code.length; column++) {
      const character = code[column]
      if (character === '(' || character === '[') depth++
      else if (character === ')' || character === ']') depth--
      else if (character === '{' && depth > 0) inner++
      else if (character === '}' && depth > 0) inner--
      else if ((character === '{' || character === ';') && depth <= 0) {
        cut = column
        break
      }
    }
    // Members of a type literal, one on a line, need a mark between them on one line.
    const mark = at > index && braces > 0 && !/[{,;(|&]\s*$/.test(text) && !/^\s*[})|&]/.test(raw) ? ';' : ''
    text += `${mark}${at > index ? ' ' : ''}${withoutComment(raw, code).slice(0, cut).trim()}`
    if (cut < raw.length || depth <= 0 || (opens <= 0 && text.length > LONGEST * 3)) break
  }
  const joined = withoutArrow(text).replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')').replace(/[:=]$/, '').trim()
  if (joined.length <= LONGEST) return joined
  const comma = joined.lastIndexOf(', ', LONGEST - 4)
  return comma > 20 ? `${joined.slice(0, comma)}, …)` : `${joined.slice(0, LONGEST - 1)}…`
}

/** Cuts at the arrow of an arrow function, not at those within its parameters. */
function withoutArrow(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    else if (depth === 0 && text.startsWith('=>', at)) return text.slice(0, at)
  }
  return text
}

/** Drops a comment at the end of a line: what is blank to the end in the masked line but not in the raw one. */
function withoutComment(raw: string, code: string): string {
  const end = code.trimEnd().length
  return /^\s*(?:\/\/|#|--|\/\*)/.test(raw.slice(end)) ? raw.slice(0, end) : raw
}
