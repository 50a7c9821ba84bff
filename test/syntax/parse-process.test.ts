// The process that parses, looked at from outside, where the system shows processes.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { outlineOf } from '../../src/syntax/outline-of.ts'
import { restParseProcess } from '../../src/syntax/parse-process.ts'

const TEXT = 'export class Box {\n  open(): void {}\n}\n'

/** The processes that this one parses with. */
function parsers(): number[] {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes('parse-child')).map((line) => Number.parseInt(line, 10))
}

describe.skipIf(process.platform !== 'linux')('the process that parses', () => {
  it('is one, and knows nothing of the environment', async () => {
    process.env.SOME_API_KEY = 'a-key-that-must-not-travel'
    await Promise.all([outlineOf('a.ts', TEXT), outlineOf('b.ts', TEXT), outlineOf('a.py', 'X = 1\n')])
    const [pid, ...others] = parsers()
    expect(others).toEqual([])
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('a-key-that-must-not-travel')
  })

  it('may be ended by anybody at any time: the outline is the same', async () => {
    const expected = await outlineOf('a.ts', TEXT)
    for (const pid of parsers()) process.kill(pid, 'SIGKILL')
    expect(await outlineOf('a.ts', TEXT)).toEqual(expected)
    const long = TEXT.repeat(8_000)
    const whole = await outlineOf('a.ts', long)
    const asked = outlineOf('a.ts', long)
    await new Promise((resolve) => setTimeout(resolve, 10))
    for (const pid of parsers()) process.kill(pid, 'SIGKILL')
    expect(await asked).toEqual(whole)
  })

  it('ends when it is told to rest, unless it is at work, and starts again when it is asked', async () => {
    const expected = await outlineOf('a.ts', TEXT)
    const asked = outlineOf('b.ts', TEXT)
    restParseProcess()
    expect(await asked).toEqual(expected)
    restParseProcess()
    await expect.poll(parsers).toEqual([])
    expect(await outlineOf('c.ts', TEXT)).toEqual(expected)
  })

  it('outlives Ctrl-C, which reaches the whole group', async () => {
    await outlineOf('a.ts', TEXT)
    const before = parsers()
    for (const pid of before) process.kill(pid, 'SIGINT')
    await outlineOf('a.ts', TEXT)
    expect(parsers()).toEqual(before)
  })
})
