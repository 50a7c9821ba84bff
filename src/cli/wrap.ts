// Text as wide as a terminal is: lines break between words. What is to be typed is never broken, so that it can be copied.

/** Narrower than this nothing is readable, and a terminal that says so is mistaken. */
const LEAST_COLUMNS = 20

/** A paragraph in lines of at most `columns` characters, each indented as the first one is; a longer word stands alone. */
export function wrapText(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(LEAST_COLUMNS, columns)))
}

function wrapLine(line: string, columns: number): string[] {
  if (line.length <= columns) return [line]
  const indent = /^ */.exec(line)?.[0] ?? ''
  const lines: string[] = []
  let current = ''
  for (const word of line.trim().split(' ')) {
    const longer = current === '' ? `${indent}${word}` : `${current} ${word}`
    if (current === '' || longer.length <= columns) {
      current = longer
    } else {
      lines.push(current)
      current = `${indent}${word}`
    }
  }
  return [...lines, current]
}

/** How wide what is written there may be: a file, or another program, takes lines of any length. */
export function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return stream.isTTY === true ? stream.columns || 80 : Number.POSITIVE_INFINITY
}
