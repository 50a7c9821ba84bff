// A tolerant reader: JSON with a fence, prose or a thinking block around it, encoded twice, or with a comma too many. Linear in the
// length of the answer: a lying server must not be able to stop the process with one.

/** The JSON value of an answer, or undefined where there is none. Cut-off JSON is none. */
export function findJson(text: string): unknown {
  const plain = withoutThinking(text).trim()
  for (const candidate of candidatesIn(plain)) {
    const value = parse(candidate)
    if (typeof value === 'object' && value !== null) return value
    if (typeof value === 'string') {
      const inner = parse(value)
      if (typeof inner === 'object' && inner !== null) return inner
    }
  }
  return undefined
}

/** The text without its `<think>…</think>` blocks. One that is not closed stays: what follows may be the answer. */
export function withoutThinking(text: string): string {
  const kept: string[] = []
  let at = 0
  for (const { start, end } of blocks(text, /<think(?:ing)?>/gi, /<\/think(?:ing)?>/gi)) {
    kept.push(text.slice(at, start))
    at = end
  }
  return kept.join('') + text.slice(at)
}

/** Where blocks of an opening and the next closing mark stand. The search for a closing mark never begins before the last one. */
function* blocks(text: string, opening: RegExp, closing: RegExp): Generator<{ start: number; end: number }> {
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    closing.lastIndex = opening.lastIndex
    const close = closing.exec(text)
    if (!close) return
    yield { start: open.index, end: closing.lastIndex }
    opening.lastIndex = closing.lastIndex
  }
}

function candidatesIn(plain: string): string[] {
  const fences = plain.split('```').filter((_, index) => index % 2 === 1)
  const fenced = fences.slice(0, MOST_FENCES).map((fence) => fence.replace(/^(?:json)?[ \t]*\n/i, ''))
  return [plain, ...fenced, plain.slice(plain.indexOf('{'), plain.lastIndexOf('}') + 1)]
}

/** An answer has one or two; each is parsed. */
const MOST_FENCES = 8

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
  let kept = ''
  let from = 0
  let comma = -1
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (isString) {
      if (character === '\\') at++
      else if (character === '"') isString = false
      continue
    }
    if ((character === ']' || character === '}') && comma >= 0) {
      kept += text.slice(from, comma)
      from = comma + 1
    }
    if (character === ',') comma = at
    else if (!/\s/.test(character)) comma = -1
    isString = character === '"'
  }
  return kept + text.slice(from)
}
