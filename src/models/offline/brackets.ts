/** Where the bracket is closed that stands before `from`; the end of the line where it is not closed there. */
export function endOfBracket(code: string, from: number): number {
  let depth = 1
  for (let at = from; at < code.length; at++) {
    if ('([{'.includes(code[at] ?? '')) depth++
    else if (')]}'.includes(code[at] ?? '') && --depth === 0) return at
  }
  return code.length
}
