const LONGEST_DOCSTRING = 200

/** A string literal that is the first statement from `from` on, as Python has it, dedented. */
export function docstringAt(lines: readonly string[], from: number): string | null {
  let at = from
  while (at < lines.length && at < from + 30 && /^\s*(?:#.*)?$/.test(lines[at] ?? '')) at++
  const line = lines[at] ?? ''
  const start = /^(\s*)[rRuU]?("""|'''|"|')/.exec(line)
  if (start === null) return null
  const quote = start[2] ?? '"""'
  const first = line.slice(start[0].length)
  const sameLine = first.indexOf(quote)
  if (sameLine >= 0) return /^\s*(?:#.*)?$/.test(first.slice(sameLine + quote.length)) ? nonEmpty(first.slice(0, sameLine)) : null
  if (quote.length === 1) return null
  const indent = start[1]?.length ?? 0
  const kept = [first.trim()]
  for (let next = at + 1; next < lines.length && next < at + LONGEST_DOCSTRING; next++) {
    const raw = lines[next] ?? ''
    const end = raw.indexOf(quote)
    const text = end < 0 ? raw : raw.slice(0, end)
    kept.push((text.slice(0, indent).trim() === '' ? text.slice(indent) : text).trimEnd())
    if (end >= 0) break
  }
  return nonEmpty(kept.join('\n'))
}

function nonEmpty(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
