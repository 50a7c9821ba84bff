import type { Step } from './call-chain.ts'
import { cite, citeSymbol, code, docOf } from './markdown-text.ts'

/** A chain of calls, one sentence or two for each step, with the line of each call. */
export function chainTold(chain: readonly Step[]): readonly string[] {
  return chain.map(({ called, caller, line }) => {
    const { symbol } = called
    const name = code(symbol.parent === null ? symbol.name : `${symbol.parent}.${symbol.name}`)
    const doc = docOf(symbol, 170)
    const what = doc === '' ? '' : ` ${doc}`
    if (caller === null) return `The call comes in at ${name} (${citeSymbol(called)}).${what}`
    return `${code(caller.symbol.name)} calls ${name} at ${cite(caller.file, line)}; it stands at ${citeSymbol(called)}.${what}`
  })
}
