/** One key of a TOML or INI text. Arrays and multi-line values are joined; `items` are their strings with lines. */
export interface Entry {
  readonly section: string
  readonly key: string
  readonly value: string
  readonly line: number
  readonly items: readonly { readonly text: string; readonly line: number }[]
}

const MOST_LINES = 4000

/** Reads TOML by its lines, tolerant of all it does not know. Sections come as entries with an empty key. */
export function readTomlLines(lines: readonly string[]): readonly Entry[] {
  const entries: Entry[] = []
  let section = ''
  for (let at = 0; at < Math.min(lines.length, MOST_LINES); at++) {
    const line = lines[at] ?? ''
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/.exec(line)
    if (header !== null) {
      section = (header[1] ?? '').replace(/["']/g, '')
      entries.push({ section, key: '', value: '', line: at + 1, items: [] })
      continue
    }
    const pair = /^\s*("[^"]+"|'[^']+'|[\w.-]+)\s*=\s*(.*)$/.exec(line)
    if (pair === null) continue
    const end = endOfValue(lines, at, pair[2] ?? '')
    const raw = [pair[2] ?? '', ...lines.slice(at + 1, end + 1)].join('\n')
    const items = lines
      .slice(at, end + 1)
      .flatMap((text, index) =>
        stringsOf(index === 0 ? (pair[2] ?? '') : text).map((item) => ({ text: item, line: at + index + 1 })),
      )
    const key = (pair[1] ?? '').replace(/["']/g, '')
    const single = /^\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/.exec(raw)
    entries.push({
      section,
      key,
      value: single !== null ? (single[1] ?? single[2] ?? '') : raw.replace(/\s+#.*$/gm, '').trim(),
      line: at + 1,
      items,
    })
    at = end
  }
  return entries
}

/** The line on which brackets opened by a value close again; triple-quoted texts too. */
function endOfValue(lines: readonly string[], from: number, first: string): number {
  const triple = /^\s*("""|''')/.exec(first)?.[1]
  if (triple !== undefined) {
    if (first.indexOf(triple, first.indexOf(triple) + 3) >= 0) return from
    for (let at = from + 1; at < lines.length && at < from + 200; at++) if (lines[at]?.includes(triple)) return at
    return from
  }
  let depth = bracketsIn(first)
  let at = from
  while (depth > 0 && at + 1 < lines.length && at < from + 500) depth += bracketsIn(lines[++at] ?? '')
  return at
}

function bracketsIn(line: string): number {
  let depth = 0
  for (const character of line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*$/g, '')) {
    if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
  }
  return depth
}

function stringsOf(line: string): readonly string[] {
  return [...line.replace(/(^|\s)#[^"']*$/, '').matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
}
