// A comment's text -> a command, an answer, or nothing for us. Pure: whether the author may is permission.ts, whether it fits is standing.ts.
import { codeSpan } from './code-span.ts'
import { type Command, type Parsed, VERBS, type Verb } from './command.ts'
import { findCommandLine, TURNING } from './command-line.ts'
import { nearWord } from './near-word.ts'
import { parseApprove } from './parse-approve.ts'
import { parseSwitch } from './parse-switch.ts'

const FIRST_ONLY = 'Only the first line of a comment is read: the other command in it was not carried out.'

/** What people type for a verb of ours. */
const MEANT: Readonly<Record<string, Verb>> = {
  start: 'run',
  estimate: 'run',
  stop: 'cancel',
  abort: 'cancel',
  continue: 'resume',
  accept: 'approve',
}

/**
 * `knownModels`: names that the repository or Nehemvix knows, for "did you mean"; others are taken as typed.
 * The verb is read in any case, arguments as typed. Costs time linear in the length of the body.
 */
export function parseComment(body: string, knownModels: readonly string[] = []): Parsed {
  const line = findCommandLine(body)
  if (line === null) return { kind: 'ignore' }
  const read = readWords(line.words, knownModels)
  if (!line.hasSecond || read.kind === 'ignore') return read
  return read.kind === 'reply' ? { ...read, message: `${read.message}\n\n${FIRST_ONLY}` } : { ...read, note: FIRST_ONLY }
}

function readWords(words: readonly string[], knownModels: readonly string[]): Parsed {
  const [typed = 'help', ...rest] = words
  if (words.some((word) => TURNING.test(word))) {
    return reply(
      'The command holds characters that change the order in which it is shown, so what you see may not be what it says. Nothing was done: please type it anew.',
    )
  }
  const name = typed.toLowerCase()
  const verb = name === '--help' || name === '-h' ? 'help' : VERBS.find((one) => one === name)
  switch (verb) {
    case undefined:
      return unknownVerb(typed, name)
    case 'approve':
      return parseApprove(rest)
    case 'switch':
      return parseSwitch(rest, knownModels)
    case 'run':
      return rest.length === 1 && rest[0] === '--pay-again'
        ? { kind: 'command', command: { verb, paysAgain: true } }
        : alone({ verb }, rest)
    default:
      return alone({ verb }, rest)
  }
}

/** A verb that takes no arguments: one that was typed is told, since whoever typed it expects something of it. */
function alone(command: Command, rest: readonly string[]): Parsed {
  const [first] = rest
  if (first === undefined) return { kind: 'command', command }
  const usage = `\`/nehemvix ${command.verb}\``
  if (/^-+model/.test(first)) {
    return reply(`${usage} takes no options. To go on with another model, type \`/nehemvix switch MODEL\`. Nothing was done.`)
  }
  if (/^-+(cap|approve-under|yes)/.test(first)) {
    return reply(`${usage} takes no such option. A cap is set with \`/nehemvix approve --cap USD\`. Nothing was done.`)
  }
  const what = /^[-–—]/.test(first) ? 'option' : 'argument'
  const only = command.verb === 'run' ? 'only `--pay-again`, where saved state is lost' : 'none'
  return reply(`${usage} does not know the ${what} ${codeSpan(first, 60)}: it takes ${only}. Nothing was done.`)
}

function unknownVerb(typed: string, name: string): Parsed {
  const meant = (Object.hasOwn(MEANT, name) ? MEANT[name] : undefined) ?? nearWord(name.replace(/[^a-z]/g, ''), VERBS)
  const proposal = meant ? ` Did you mean \`/nehemvix ${meant}\`?` : ''
  const known = VERBS.map((one) => `\`${one}\``).join(', ')
  return reply(`There is no command ${codeSpan(typed, 60)}.${proposal} There are ${known}. Nothing was done.`)
}

const reply = (message: string): Parsed => ({ kind: 'reply', message })
