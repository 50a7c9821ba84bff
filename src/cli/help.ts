// What --help says beside the table of commands and options.
import { wrapText } from './wrap.ts'

/** Longer lines are hard to read, also where there is room for them. */
export const WIDEST_HELP = 100

/** What stands right of the options is wrapped down to so many columns; narrower ones are left to the terminal. */
export const LEAST_HELP_COLUMN = 14

const EXAMPLES: readonly (readonly [command: string, does: string])[] = [
  ['nehemvix run', 'a guide of this repository, without a key and for free'],
  ['nehemvix estimate --model gpt-6-luna', 'what a model would cost; sends nothing'],
  ['nehemvix run --model gpt-6-luna', 'shows the estimate, and waits for your approval'],
  ['nehemvix approve', 'approves it, and writes the guide'],
  ['nehemvix resume --model gemini-3.8-flash --consent gemini', 'goes on with another model'],
  ['nehemvix status', 'where the job stands'],
  ['nehemvix check', 'whether what the guide refers to still stands there'],
]

const GOOD_TO_KNOW = [
  'Keys come from OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY; addresses from OPENAI_BASE_URL, ANTHROPIC_BASE_URL, GEMINI_BASE_URL.',
  'Exit codes: 0 done, 1 failed, 2 wrong use, 3 paused, 4 waits for approval, 5 consent required, 6 another process works, 7 cancelled, 130 interrupted.',
]

/** Each command on a line of its own, so that it can be copied from a narrow terminal as well. */
export function showExamples(columns: number): string {
  return [
    '',
    'Examples:',
    ...EXAMPLES.flatMap(([command, does]) => [`  ${command}`, ...wrapText(`      ${does}`, columns)]),
    '',
    ...GOOD_TO_KNOW.flatMap((line) => wrapText(line, columns)),
  ].join('\n')
}
