import { hasRivals, type Step } from './call-chain.ts'
import { isCaughtWithin, isRaised } from './caught.ts'
import { cite, citeSymbol, code, docOf } from './markdown-text.ts'
import { fullName } from './surface.ts'

/** A chain of calls, one sentence or two for each step, with the line of each call. */
export function chainTold(chain: readonly Step[]): readonly string[] {
  return chain
    .filter((step) => !isCaughtAtOnce(step))
    .map(({ called, caller, line }) => {
      const { symbol } = called
      const name = code(fullName(called))
      const doc = docOf(symbol, 170)
      const what = doc === '' ? '' : ` ${doc}`
      if (caller === null) return `The call comes in at ${name} (${citeSymbol(called)}).${what}`
      // Of overloads that can't be told apart none is shown.
      const target = hasRivals(called) ? `${name}, one of several by this name.` : `${name} (${citeSymbol(called)}).${what}`
      const from = `${code(caller.symbol.name)}, at ${cite(caller.file, line)},`
      if (isRaised(caller.file.lines[line - 1] ?? '')) {
        return `If all is not well, ${from} gives up with ${target}`
      }
      return `${from} ${symbol.kind === 'class' ? 'makes a' : 'calls'} ${target}`
    })
}

/** Raised for the same function to catch: no end of it. */
function isCaughtAtOnce({ caller, line }: Step): boolean {
  return caller !== null && isRaised(caller.file.lines[line - 1] ?? '') && isCaughtWithin(caller, line)
}
