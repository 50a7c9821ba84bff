import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askYes } from '../../src/cli/ask-yes.ts'

/** Types into a terminal that is none. */
async function answer(act: (input: PassThrough) => void): Promise<boolean> {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  output.resume()
  const answered = askYes('Approve?', { input, output })
  act(input)
  return await answered
}

test.each(['y\r', 'yes\r', ' Y \r'])('%j is a yes', async (typed) => {
  expect(await answer((input) => input.write(typed))).toBe(true)
})

test.each(['\r', 'n\r', 'yeah\r', '\u0003', '\u0004', 'y\u0003'])('%j is a no', async (typed) => {
  expect(await answer((input) => input.write(typed))).toBe(false)
})

test('the end of the input, and a signal, are a no', async () => {
  expect(await answer((input) => input.end())).toBe(false)
  const before = process.listenerCount('SIGTERM')
  expect(await answer(() => process.emit('SIGTERM'))).toBe(false)
  expect(process.listenerCount('SIGTERM')).toBe(before)
})
