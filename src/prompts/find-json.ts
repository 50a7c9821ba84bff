// A tolerant reader: JSON with a fence, prose or a thinking block around it, encoded twice, or with a comma too many.

/** The JSON value of an answer, or undefined where there is none. Cut-off JSON is none. */
export function findJson(text: string): unknown {
  const plain = text.replace(/<think(ing)?>[\s\S]*?<\/think(ing)?>/gi, '').trim()
  const fenced = [...plain.matchAll(/```(?:json)?\s*\n([\s\S]*?)```/gi)].map((match) => match[1] ?? '')
  const braced = plain.slice(plain.indexOf('{'), plain.lastIndexOf('}') + 1)
  for (const candidate of [plain, ...fenced, braced]) {
    const value = parse(candidate)
    if (typeof value === 'object' && value !== null) return value
    if (typeof value === 'string') {
      const inner = parse(value)
      if (typeof inner === 'object' && inner !== null) return inner
    }
  }
  return undefined
}

function parse(text: string): unknown {
  for (const attempt of [text, withoutTrailingCommas(text)]) {
    try {
      return JSON.parse(attempt)
    } catch {
      // The next attempt, or none.
    }
  }
  return undefined
}

/** Drops commas before `]` and `}`, outside of strings. */
function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])/g, (match) => (match === ',' ? '' : match))
}
