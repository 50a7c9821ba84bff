import { expect, test } from 'vitest'
import { parseArguments } from '../../src/cli/options.ts'
import { Refusal } from '../../src/refusal.ts'

function parse(argv: readonly string[], columns = 80) {
  let shown = ''
  const invocation = parseArguments(argv, {
    version: '1.2.3',
    columns,
    write: (text) => {
      shown += text
    },
  })
  return { invocation, shown }
}

test.each([
  [['runn'], /unknown command 'runn'/, 'nehemvix run'],
  [['document'], /unknown command 'document'/, 'nehemvix --help'],
  [['help', 'nope'], /There is no command nope/, 'nehemvix --help'],
  [['run', '--modle', 'x'], /--modle.*--model/, 'nehemvix run --help'],
  [['--json'], /A command is missing/, 'nehemvix --help'],
  [['run', ''], /DIR is empty/, 'nehemvix run DIR'],
  [['check', ''], /DIR is empty/, 'nehemvix check DIR'],
  [['approve', ''], /JOB is empty/, 'nehemvix approve JOB'],
])('%j is refused, with what to type', (argv, says, next) => {
  expect(() => parse(argv)).toThrow(Refusal)
  expect(() => parse(argv)).toThrow(expect.objectContaining({ message: expect.stringMatching(says), next }))
})

test.each([60, 80])('help fits into %i columns, but for commands to copy', (columns) => {
  for (const argv of [['--help'], ['run', '--help'], ['help', 'check'], []]) {
    const { shown } = parse(argv, columns)
    const long = shown.split('\n').filter((line) => line.length > columns && !/^ {2}nehemvix /.test(line))
    expect([argv, long]).toEqual([argv, []])
    expect(shown).toContain('Usage: nehemvix')
  }
})
