import { codeSpan } from './code-span.ts'
import type { Parsed } from './command.ts'

/** As `pipeline/estimate.ts` makes them. */
const ESTIMATE_ID = /^e[0-9a-f]{10}$/
/** Up to a million dollars, and no finer than a micro-dollar. */
const DOLLARS = /^\$?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})$/

const USAGE = '`/nehemvix approve [ESTIMATE] [--cap USD]`'

/** What stands after `approve`: an estimate, a cap, both in any order, or nothing. */
export function parseApprove(words: readonly string[]): Parsed {
  let estimate: string | null = null
  let capUsd: number | null = null
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (word === '--cap' || word.startsWith('--cap=')) {
      if (capUsd !== null) return refuse('The cap is given twice.')
      const amount = word === '--cap' ? words[++at] : word.slice('--cap='.length)
      const read = readDollars(amount)
      if (read.kind === 'wrong') return refuse(read.why)
      capUsd = read.usd
    } else if (/^[-–—]/.test(word)) {
      const isCap = /^[-–—]+cap\b/i.test(word)
      return refuse(`There is no option ${codeSpan(word, 60)}.${isCap ? ' Did you mean `--cap`?' : ' There is `--cap USD`.'}`)
    } else if (!ESTIMATE_ID.test(word)) {
      return refuse(notAnEstimate(word))
    } else if (estimate !== null) {
      return refuse('Two estimates are named: one at a time can be approved.')
    } else {
      estimate = word
    }
  }
  return { kind: 'command', command: { verb: 'approve', estimate, capUsd } }
}

function readDollars(
  amount: string | undefined,
): { readonly kind: 'read'; readonly usd: number } | { readonly kind: 'wrong'; readonly why: string } {
  if (amount === undefined || amount === '') return { kind: 'wrong', why: 'The cap has no amount: such as `--cap 1.50`.' }
  if (DOLLARS.test(amount)) {
    const usd = Number(amount.replace('$', ''))
    return usd > 0 ? { kind: 'read', usd } : { kind: 'wrong', why: 'Under a cap of 0 nothing could be sent.' }
  }
  const hint = amount.includes(',')
    ? 'write a point for cents and nothing for thousands'
    : 'write US dollars, up to 999999, with at most six decimals'
  return { kind: 'wrong', why: `The cap ${codeSpan(amount, 40)} can't be read: ${hint}, such as \`--cap 1.50\`.` }
}

function notAnEstimate(word: string): string {
  const isAmount = /^\$?[\d.,]+$/.test(word)
  const hint = isAmount ? ' A cap is written `--cap USD`.' : ''
  return `${codeSpan(word, 60)} is no estimate's id: that is \`e\` and ten more characters, as the estimate's comment shows it.${hint} Without one, the newest is meant.`
}

const refuse = (why: string): Parsed => ({ kind: 'reply', message: `${why} Nothing was approved. The command is ${USAGE}.` })
