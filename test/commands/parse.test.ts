import { describe, expect, test } from 'vitest'
import type { Command, Parsed } from '../../src/commands/command.ts'
import { parseComment } from '../../src/commands/parse.ts'

const IGNORE: Parsed = { kind: 'ignore' }
const is = (command: Command): Parsed => ({ kind: 'command', command })
const approve = (estimate: string | null = null, capUsd: number | null = null) => is({ verb: 'approve', estimate, capUsd })
const switchTo = (model: string, hasConsent = false) => is({ verb: 'switch', model, hasConsent })
const run = is({ verb: 'run' })

const READ: readonly (readonly [name: string, body: string, parsed: Parsed])[] = [
  // The line.
  ['as it is', '/nehemvix run', run],
  ['an empty body', '', IGNORE],
  ['nothing but white space', ' \r\n\t\n\u00a0', IGNORE],
  ['empty lines before', '\n\n  \n/nehemvix run', run],
  ['CRLF', '/nehemvix run\r\nplease\r\n', run],
  ['CRLF before', '\r\n\r\n/nehemvix run\r\n', run],
  ['a lone CR', '/nehemvix run\rplease', run],
  ['spaces behind', '/nehemvix run   ', run],
  ['a tab between', '/nehemvix\trun', run],
  ['many spaces between', '/nehemvix     run', run],
  ['three spaces before', '   /nehemvix run', run],
  ['four spaces before: code', '    /nehemvix run', IGNORE],
  ['a tab before: code', '\t/nehemvix run', IGNORE],
  ['two spaces and a tab before: code', '  \t/nehemvix run', IGNORE],
  ['no-break spaces', '\u00a0/nehemvix\u00a0run\u00a0', run],
  ['other spaces', '/nehemvix\u2009run\u3000', run],
  ['a zero-width space inside', '/nehem\u200bvix r\u200bun', run],
  ['a byte order mark', '\ufeff/nehemvix run', run],
  ['a line of zero-width characters before', '\u200b\u200d\n/nehemvix run', run],
  ['a soft hyphen', '/nehem\u00advix run', run],
  ['right-to-left marks', '\u200f/nehemvix run\u200f', run],
  ['an Arabic letter mark', '\u061c/nehemvix \u061crun', run],
  ['isolates around', '\u2068/nehemvix run\u2069', run],
  ['an override before', '\u202e/nehemvix run', run],
  ['one pair of backticks', '`/nehemvix run`', run],
  ['a pair of backticks and spaces', '  ` /nehemvix run `  ', run],
  ['two pairs of backticks', '``/nehemvix run``', IGNORE],
  ['a backtick that is not closed', '`/nehemvix run', IGNORE],
  ['a fence on one line', '```/nehemvix run```', IGNORE],
  ['a fence', '```\n/nehemvix run\n```', IGNORE],
  ['a tilde fence', '~~~\n/nehemvix run\n~~~', IGNORE],
  ['a quote', '> /nehemvix run', IGNORE],
  ['a quote without a space', '>/nehemvix run', IGNORE],
  ['a quote of our comment', '> ```text\n> /nehemvix approve e0123456789\n> ```\n\nlooks fine', IGNORE],
  ['a list item', '- /nehemvix run', IGNORE],
  ['a starred list item', '* /nehemvix run', IGNORE],
  ['a numbered list item', '1. /nehemvix run', IGNORE],
  ['a heading', '# /nehemvix run', IGNORE],
  ['a table', '| /nehemvix run |', IGNORE],
  ['in the middle of a sentence', 'please /nehemvix run', IGNORE],
  ['not on the first line', 'Hello\n/nehemvix run', IGNORE],
  ['an HTML comment behind', '/nehemvix run <!-- sent from my phone -->', run],
  ['two HTML comments behind', '/nehemvix run <!-- one --><!-- two -->', run],
  ['an HTML comment that ends further down', '/nehemvix run <!-- one\ntwo -->', run],
  ['an HTML comment before', '<!-- hello --> /nehemvix run', IGNORE],
  ['inside of an HTML comment', '<!--\n/nehemvix run\n-->', IGNORE],
  ['backticks and an HTML comment', '`/nehemvix run` <!-- x -->', run],
  ['another name', '/nehemvixx', IGNORE],
  ['another name with a dash', '/nehemvix-test run', IGNORE],
  ['a colon', '/nehemvix: run', IGNORE],
  ['a space too many', '/ nehemvix run', IGNORE],
  ['two slashes', '//nehemvix run', IGNORE],
  ['no slash', 'nehemvix run', IGNORE],
  ['a path', '/nehemvix/run', IGNORE],
  // The verbs.
  ['alone', '/nehemvix', is({ verb: 'help' })],
  ['alone with spaces', '/nehemvix   ', is({ verb: 'help' })],
  ['help', '/nehemvix help', is({ verb: 'help' })],
  ['--help', '/nehemvix --help', is({ verb: 'help' })],
  ['status', '/nehemvix status', is({ verb: 'status' })],
  ['resume', '/nehemvix resume', is({ verb: 'resume' })],
  ['rerun', '/nehemvix rerun', is({ verb: 'rerun' })],
  ['cancel', '/nehemvix cancel', is({ verb: 'cancel' })],
  ['any case', '/Nehemvix APPROVE', approve()],
  ['title case', '/NEHEMVIX Resume', is({ verb: 'resume' })],
  ['run --pay-again', '/nehemvix run --pay-again', is({ verb: 'run', paysAgain: true })],
  // Approve.
  ['an estimate', '/nehemvix approve e0123456789', approve('e0123456789')],
  ['a cap', '/nehemvix approve --cap 1.50', approve(null, 1.5)],
  ['a cap behind =', '/nehemvix approve --cap=2', approve(null, 2)],
  ['a cap with a dollar sign', '/nehemvix approve --cap $1.50', approve(null, 1.5)],
  ['a cap that begins with a point', '/nehemvix approve --cap .5', approve(null, 0.5)],
  ['an estimate and a cap', '/nehemvix approve e0123456789 --cap 0.000001', approve('e0123456789', 0.000001)],
  ['a cap and an estimate', '/nehemvix approve --cap 3 e0123456789', approve('e0123456789', 3)],
  // Switch.
  ['a model', '/nehemvix switch gpt-6-luna', switchTo('gpt-6-luna')],
  ['a model as it is typed', '/nehemvix SWITCH Org/Model-XL', switchTo('Org/Model-XL')],
  ['a model with consent', '/nehemvix switch gpt-6-luna --consent', switchTo('gpt-6-luna', true)],
  ['consent before the model', '/nehemvix switch --consent gpt-6-luna', switchTo('gpt-6-luna', true)],
  ['every sign a model may have', '/nehemvix switch a/b:c@d_e.f-1', switchTo('a/b:c@d_e.f-1')],
  ['100 characters', `/nehemvix switch ${'m'.repeat(100)}`, switchTo('m'.repeat(100))],
]

test.each(READ)('%s', (_name, body, parsed) => {
  expect(parseComment(body)).toEqual(parsed)
})

const REPLIED: readonly (readonly [body: string, says: string])[] = [
  ['/nehemvix aprove', 'Did you mean `/nehemvix approve`?'],
  ['/nehemvix stauts', 'Did you mean `/nehemvix status`?'],
  ['/nehemvix re-run', 'Did you mean `/nehemvix rerun`?'],
  ['/nehemvix ru', 'Did you mean `/nehemvix run`?'],
  ['/nehemvix estimate', 'Did you mean `/nehemvix run`?'],
  ['/nehemvix stop', 'Did you mean `/nehemvix cancel`?'],
  ['/nehemvix deploy', 'There is no command `deploy`. There are `help`'],
  ['/nehemvix constructor', 'There is no command `constructor`. There are `help`'],
  ['/nehemvix run please', 'does not know the argument `please`'],
  ['/nehemvix run --fast', 'does not know the option `--fast`: it takes only `--pay-again`'],
  ['/nehemvix status --verbose', 'does not know the option `--verbose`: it takes none'],
  ['/nehemvix resume --model gpt-6-luna', '`/nehemvix switch MODEL`'],
  ['/nehemvix run --cap 5', '`/nehemvix approve --cap USD`'],
  ['/nehemvix approve --cap', 'has no amount'],
  ['/nehemvix approve --cap=', 'has no amount'],
  ['/nehemvix approve --cap 1,50', 'write a point for cents'],
  ['/nehemvix approve --cap 1,000', 'nothing for thousands'],
  ['/nehemvix approve --cap -1', "`-1` can't be read"],
  ['/nehemvix approve --cap 1e3', "`1e3` can't be read"],
  ['/nehemvix approve --cap 0x10', "`0x10` can't be read"],
  ['/nehemvix approve --cap NaN', "`NaN` can't be read"],
  ['/nehemvix approve --cap €5', "`€5` can't be read"],
  ['/nehemvix approve --cap 1.1234567', 'at most six decimals'],
  ['/nehemvix approve --cap 10000000', 'up to 999999'],
  ['/nehemvix approve --cap 0', 'nothing could be sent'],
  ['/nehemvix approve --cap 1 --cap 2', 'given twice'],
  ['/nehemvix approve —cap 5', 'Did you mean `--cap`?'],
  ['/nehemvix approve --yes', 'There is no option `--yes`. There is `--cap USD`'],
  ['/nehemvix approve e012345678', "is no estimate's id"],
  ['/nehemvix approve E0123456789', "is no estimate's id"],
  ['/nehemvix approve 5', 'A cap is written `--cap USD`'],
  ['/nehemvix approve e0123456789 eabcdefabcd', 'Two estimates'],
  ['/nehemvix switch', 'Which model?'],
  ['/nehemvix switch --consent', 'Which model?'],
  ['/nehemvix switch a b', '`b` is one word too many'],
  ['/nehemvix switch gpt-6-luna --consent=openai', 'takes no value'],
  ['/nehemvix switch gpt-6-luna --cap 5', 'There is no option `--cap`'],
  ['/nehemvix switch $(id)', "can't be a model's name"],
  ['/nehemvix switch a;b', "can't be a model's name"],
  ['/nehemvix switch ../x', "can't be a model's name"],
  ['/nehemvix switch гpt-6', "can't be a model's name"],
  [`/nehemvix switch ${'m'.repeat(101)}`, "can't be a model's name"],
  ['/nehemvix run <!-- a --> now', 'does not know the argument `<! --`'],
  ['/nehemvix approve \u202ee0123456789 --cap 5', 'change the order in which it is shown'],
  ['/nehemvix\u2069 run', 'change the order in which it is shown'],
]

test.each(REPLIED)('%s is answered', (body, says) => {
  const parsed = parseComment(body)
  expect(parsed.kind).toBe('reply')
  expect(parsed.kind === 'reply' && parsed.message).toContain(says)
})

test('the table has more than 60 bodies', () => {
  expect(READ.length + REPLIED.length).toBeGreaterThan(100)
})

describe('names of models', () => {
  const known = ['gpt-6-luna', 'local/qwen3', 'claude-haiku-4-5']
  const meant = (model: string) => {
    const parsed = parseComment(`/nehemvix switch ${model}`, known)
    return parsed.kind === 'reply' ? (/Did you mean `([^`]+)`/.exec(parsed.message)?.[1] ?? 'another answer') : parsed.kind
  }

  test.each([
    ['gpt-6-luna', 'command'],
    ['gpt-6-lnua', 'gpt-6-luna'],
    ['GPT-6-Luna', 'gpt-6-luna'],
    ['cluade-haiku-4-5', 'claude-haiku-4-5'],
    ['lcoal/qwen3', 'local/qwen3'],
    // Another version is another model, never a mistake of typing.
    ['gpt-7-luna', 'command'],
    ['claude-haiku-4-6', 'command'],
    // Written with its provider a name is taken as it is.
    ['openai/gpt-6-lnua', 'command'],
    ['local/qwen33', 'command'],
    ['mistral-large', 'command'],
  ])('%s', (model, expected) => {
    expect(meant(model)).toBe(expected)
  })

  test('the known ones are told to whoever names none', () => {
    expect(parseComment('/nehemvix switch', known)).toMatchObject({
      message: expect.stringContaining('Known here: `gpt-6-luna`, `local/qwen3`, `claude-haiku-4-5`.'),
    })
  })
})

describe('two commands in one comment', () => {
  const note = 'Only the first line of a comment is read: the other command in it was not carried out.'

  test('the first counts, and the answer says so', () => {
    expect(parseComment('/nehemvix cancel\n\n/nehemvix run')).toEqual({ kind: 'command', command: { verb: 'cancel' }, note })
    expect(parseComment('/nehemvix cancel\r\n`/nehemvix run`')).toMatchObject({ note })
  })

  test('also where the first is no good', () => {
    expect(parseComment('/nehemvix aprove\n/nehemvix run')).toMatchObject({ message: expect.stringContaining(note) })
  })

  test('a quote, a fence or a sentence is no second command', () => {
    for (const rest of ['> /nehemvix run', '```\n/nehemvix run\n```', 'as /nehemvix run does', '    /nehemvix run']) {
      expect(parseComment(`/nehemvix cancel\n\n${rest}`)).toEqual({ kind: 'command', command: { verb: 'cancel' } })
    }
  })
})

describe('what a stranger types comes back as it is, and does nothing', () => {
  test.each(['@org/team', 'fixes#1', '<script>alert(1)</script>', '![x](https://evil.example/x.png)', '```', '`a`b'])(
    '%s',
    (typed) => {
      const parsed = parseComment(`/nehemvix ${typed}`)
      const message = parsed.kind === 'reply' ? parsed.message : ''
      // In code font, on one line: GitHub makes nothing of it there.
      expect(message).toContain(`\`${typed.replaceAll('`', "'")}\``)
      expect(message.replace(/`[^`]*`/g, '')).not.toMatch(/[@#<>]|!\[|evil/)
    },
  )

  test('a long word is cut', () => {
    const parsed = parseComment(`/nehemvix ${'x'.repeat(60_000)}`)
    expect(parsed.kind === 'reply' && parsed.message.length).toBeLessThan(400)
  })
})

describe('64 kB of text', () => {
  const kilobytes = (piece: string) => piece.repeat(Math.ceil(65_536 / piece.length))
  test.each([
    ['text', kilobytes('Lorem ipsum dolor. ')],
    ['empty lines', kilobytes('\r\n')],
    ['empty lines before a command', `${kilobytes('\n')}/nehemvix run`],
    ['spaces in the line', `/nehemvix run${kilobytes(' ')}x`],
    ['no-break spaces in the line', `/nehemvix${kilobytes('\u00a0')}run x`],
    ['zero-width characters', `${kilobytes('\u200b')}/nehemvix run`],
    ['HTML comments that are opened', `/nehemvix run ${kilobytes('<!--')}`],
    ['HTML comments', `/nehemvix run ${kilobytes('<!-- --> ')}`],
    ['backticks', kilobytes('`')],
    ['one word', `/nehemvix switch ${kilobytes('a-')}`],
    ['many words', `/nehemvix approve ${kilobytes('--cap ')}`],
    ['lines that nearly are commands', `/nehemvix run\n${kilobytes(' /nehemvixx\n')}`],
    ['fences', `/nehemvix run\n${kilobytes('```\n/nehemvix run\n```\n')}`],
  ])('%s is read, and does not hold up whoever reads it', (_name, body) => {
    // Sixteen times as long: what takes more than linear time runs into the limit of the test.
    expect(['ignore', 'reply', 'command']).toContain(parseComment(body.repeat(16), ['gpt-6-luna']).kind)
  })
})
