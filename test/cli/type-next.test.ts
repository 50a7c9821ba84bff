import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { typeNext } from '../../src/cli/type-next.ts'

const plain = { state: null, folder: null }

test.each([
  ['nehemvix approve 73af', plain, 'nehemvix approve 73af'],
  ['nehemvix approve 73af', { ...plain, state: '/tmp/state' }, 'nehemvix approve 73af --state /tmp/state'],
  ['nehemvix run --state /x', { ...plain, state: '/tmp/state' }, 'nehemvix run --state /x'],
  ['nehemvix resume', { ...plain, folder: '../other' }, 'cd ../other && nehemvix resume'],
  ['nehemvix resume', { state: 'state', folder: '../other' }, `cd ../other && nehemvix resume --state ${resolve('state')}`],
  ['nehemvix resume --model a,b', { ...plain, state: 's' }, 'nehemvix resume --model a,b --state s'],
  ['nehemvix resume, when that is mended', { state: 's', folder: 'f' }, 'nehemvix resume, when that is mended'],
  [
    'export OPENAI_API_KEY=…   (or leave --model away)',
    { state: 's', folder: 'f' },
    'export OPENAI_API_KEY=…   (or leave --model away)',
  ],
])('%s, typed with %j: %s', (next, here, typed) => expect(typeNext(next, here)).toBe(typed))

test.skipIf(process.platform === 'win32')('a folder is one word for the shell', () => {
  expect(typeNext('nehemvix resume', { ...plain, state: "a friend's state" })).toBe(
    `nehemvix resume --state 'a friend'\\''s state'`,
  )
})
