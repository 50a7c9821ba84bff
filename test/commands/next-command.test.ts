import { expect, test } from 'vitest'
import { commentFor } from '../../src/commands/next-command.ts'
import { parseComment } from '../../src/commands/parse.ts'

test.each([
  ['nehemvix resume', '/nehemvix resume'],
  ['nehemvix resume j1a2b3c4', '/nehemvix resume'],
  ['nehemvix resume --model gpt-6-luna --consent openai', '/nehemvix switch gpt-6-luna --consent'],
  ['nehemvix resume j1 --model gpt-6-luna,gemini-3.8-flash', '/nehemvix switch gpt-6-luna'],
  ['nehemvix approve', '/nehemvix approve'],
  ['nehemvix approve j1a2b3c4   (the cap is then $0.12)', '/nehemvix approve'],
  ['nehemvix approve --cap 0.1234', '/nehemvix approve --cap 0.1234'],
  ['nehemvix run', '/nehemvix run'],
  ['nehemvix run --pay-again', '/nehemvix run --pay-again'],
  ['nehemvix rerun j1', '/nehemvix rerun'],
  ['nehemvix status', '/nehemvix status'],
  ['/nehemvix cancel', '/nehemvix cancel'],
])('%s -> %s', (next, typed) => {
  expect(commentFor(next)).toBe(typed)
  expect(parseComment(typed).kind).toBe('command')
})

test.each([
  null,
  '',
  'export OPENAI_API_KEY=…',
  'nehemvix run --model gpt-6-luna',
  'nehemvix resume j1 --consent openai',
  'nehemvix check',
])('no comment does: %s', (next) => {
  expect(commentFor(next)).toBeNull()
})
