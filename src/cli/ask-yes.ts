// A question on the terminal. Whatever is no clear yes is a no: Ctrl-C, the end of the input, a signal.
import { createInterface } from 'node:readline/promises'
import { onSignals } from './signals.ts'

export async function askYes(
  question: string,
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream } = {
    input: process.stdin,
    output: process.stderr,
  },
): Promise<boolean> {
  const ended = new AbortController()
  const prompt = createInterface({ input, output })
  // Where Ctrl-C or Ctrl-D ends the input, no version of Node says so by the promise of the answer alone.
  prompt.once('close', () => ended.abort())
  const offSignals = onSignals(() => ended.abort())
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} [y/N] `, { signal: ended.signal })).trim())
  } catch {
    output.write('\n')
    return false
  } finally {
    offSignals()
    prompt.close()
  }
}
