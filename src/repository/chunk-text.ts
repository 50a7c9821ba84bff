export interface TextChunk {
  /** From 1. */
  readonly part: number
  readonly of: number
  /** The line of the whole text on which the chunk begins, from 1. */
  readonly firstLine: number
  readonly text: string
}

/** A stretch that is not cut further: a line with its newline, or a piece of a line that is too long. */
interface Piece {
  readonly text: string
  readonly tokens: number
  readonly line: number
}

/** How far back from the limit a blank line is looked for, as a share of the chunk. */
const LOOK_BACK = 0.25

/**
 * Cuts a text into chunks of at most `maxTokens`, at line ends, at a blank line where one is near the limit. A line that
 * is longer is cut by characters (a single character is never cut, whatever it counts). Joined, the chunks are the text.
 */
export function chunkText(text: string, maxTokens: number, countTokens: (text: string) => number): TextChunk[] {
  const pieces = text.split(/(?<=\n)/).flatMap((line, i) => cutLine(line, i + 1, maxTokens, countTokens))
  const chunks: Array<{ firstLine: number; text: string }> = []
  for (let start = 0; start < pieces.length; ) {
    let end = endOfChunk(pieces, start, maxTokens)
    let joined = join(pieces, start, end)
    // Counted apart, pieces may come to less than together.
    while (end - start > 1 && countTokens(joined) > maxTokens) joined = join(pieces, start, --end)
    chunks.push({ firstLine: pieces[start]?.line ?? 1, text: joined })
    start = end
  }
  if (chunks.length === 0) chunks.push({ firstLine: 1, text: '' })
  return chunks.map((chunk, i) => ({ part: i + 1, of: chunks.length, ...chunk }))
}

function endOfChunk(pieces: readonly Piece[], start: number, maxTokens: number): number {
  let tokens = 0
  let end = start
  let afterBlank = start
  while (end < pieces.length) {
    const piece = pieces[end]
    if (!piece || (end > start && tokens + piece.tokens > maxTokens)) break
    tokens += piece.tokens
    end++
    if (piece.text.trim() === '' && tokens >= maxTokens * (1 - LOOK_BACK)) afterBlank = end
  }
  return end < pieces.length && afterBlank > start ? afterBlank : end
}

function join(pieces: readonly Piece[], start: number, end: number): string {
  return pieces
    .slice(start, end)
    .map((piece) => piece.text)
    .join('')
}

function cutLine(line: string, number: number, maxTokens: number, countTokens: (text: string) => number): Piece[] {
  const pieces: Piece[] = []
  let rest = line
  let tokens = countTokens(rest)
  while (tokens > maxTokens) {
    let head = headOf(rest, (rest.length * maxTokens) / tokens)
    let headTokens = countTokens(head)
    while (headTokens > maxTokens) {
      const shorter = headOf(head, head.length * 0.8)
      if (shorter.length === head.length) break
      head = shorter
      headTokens = countTokens(head)
    }
    if (head.length === rest.length) break
    pieces.push({ text: head, tokens: headTokens, line: number })
    rest = rest.slice(head.length)
    // Counting the rest anew for each piece would take quadratic time; only near the end it matters.
    tokens -= headTokens
    if (tokens <= maxTokens * 2) tokens = countTokens(rest)
  }
  if (rest !== '') pieces.push({ text: rest, tokens, line: number })
  return pieces
}

/** About `length` code units from the front: at least one character, never half a surrogate pair. */
function headOf(text: string, length: number): string {
  const wanted = Math.max(1, Math.floor(length))
  if (!/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(wanted - 1, wanted + 1))) return text.slice(0, wanted)
  return text.slice(0, wanted > 1 ? wanted - 1 : 2)
}
