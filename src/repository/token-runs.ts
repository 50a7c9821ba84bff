import { TOKEN_RUN } from './secret-patterns.ts'

const IN_TOKEN = Uint8Array.from({ length: 128 }, (_, code) => Number(TOKEN_RUN.characters.test(String.fromCharCode(code))))

/** All that may be a token, one on a line: a small part of most texts. By hand: a pattern would look at each short word many times. */
export function tokenRuns(text: string): string {
  const runs: string[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    // Past the end stands NaN, which is in no table.
    if (IN_TOKEN[text.charCodeAt(at)] === 1) continue
    if (at - start >= TOKEN_RUN.length) runs.push(text.slice(start, at))
    start = at + 1
  }
  return runs.join('\n')
}
