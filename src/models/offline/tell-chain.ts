import type { Step } from './call-chain.ts'
import { cite, citeSymbol, code, docOf } from './markdown-text.ts'
import { fullName } from './surface.ts'

/** A chain of calls, one sentence or two for each step, with the line of each call. */
export function chainTold(chain: readonly Step[]): readonly string[] {
  return chain.map(({ called, caller, line }) => {
    const { symbol } = called
    const name = code(fullName(called))
    const doc = docOf(symbol, 170)
    const what = doc === '' ? '' : ` ${doc}`
    if (caller === null) return `The call comes in at ${name} (${citeSymbol(called)}).${what}`
    const from = `${code(caller.symbol.name)}, at ${cite(caller.file, line)},`
    if (isErrorName(symbol.name) || /^\s*(?:raise|throw)\b/.test(caller.file.lines[line - 1] ?? '')) {
      return `If all is not well, ${from} gives up with ${name} (${citeSymbol(called)}).${what}`
    }
    return `${from} ${symbol.kind === 'class' ? 'makes a' : 'calls'} ${name} (${citeSymbol(called)}).${what}`
  })
}

const isErrorName = (name: string): boolean => /(?:Error|Exception|Failure)$/.test(name)
