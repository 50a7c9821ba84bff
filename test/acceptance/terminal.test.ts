// The built product on a real terminal, as `script` of util-linux makes one.
import { spawn, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { CLI } from './cli.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

const HAS_TERMINAL = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

/** What is typed each time the terminal shows what it waits for. `\u0003` is Ctrl-C, `\u0004` Ctrl-D. */
type Typed = readonly (readonly [shown: RegExp, type: string])[]

async function onTerminal(
  place: Workplace,
  args: readonly string[],
  { columns = 80, typed = [], env = {} }: { columns?: number; typed?: Typed; env?: Record<string, string> } = {},
): Promise<{ code: number | null; lines: string[] }> {
  const command = `stty cols ${columns} -echo; exec ${[process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ')}`
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: place.repository.root,
    env: { ...place.env, SHELL: '/bin/sh', ...env },
  })
  const left = [...typed]
  let shown = ''
  child.stdout.on('data', (part) => {
    shown += part
    const next = left[0]
    if (next === undefined || !next[0].test(shown)) return
    left.shift()
    child.stdin.write(next[1])
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, lines: shown.replaceAll('\r\n', '\n').split('\n') }
}

const asText = ({ lines }: { lines: readonly string[] }) => lines.join('\n')

test.skipIf(!HAS_TERMINAL)('Ctrl-C and Ctrl-D at the question are a no: nothing is sent, and the job waits', async () => {
  const place = await openWorkplace()
  for (const key of ['\u0003', '\u0004', 'n\r']) {
    const asked = await onTerminal(place, ['run', '--model', 'gpt-6-luna'], { typed: [[/\[y\/N\]/, key]] })
    expect([key, asked.code, asText(asked)]).toEqual([key, 4, expect.stringContaining('Nothing was sent.')])
  }
  expect([await place.calls(), place.rows('SELECT status FROM jobs')]).toEqual([0, [{ status: 'awaiting_approval' }]])
})

test.skipIf(!HAS_TERMINAL)('an estimate fits the terminal, and a dumb one gets no control characters', async () => {
  const place = await openWorkplace()
  const args = ['estimate', '--model', 'gpt-6-luna,gemini-3.8-flash', '--cap', '0.001']
  for (const columns of [50, 80]) {
    const shown = await onTerminal(place, args, { columns, env: { TERM: 'dumb' } })
    expect([shown.code, asText(shown)]).toEqual([0, expect.not.stringContaining('\u001b')])
    expect(shown.lines.filter((line) => line.length > columns)).toEqual([])
    expect(asText(shown)).toMatch(/The cap of\s\$0\.001000\sis\sbelow/)
  }
})

test.skipIf(!HAS_TERMINAL)('explain takes what is typed', async () => {
  const failure = '{"provider": "openai", "status": 429, "body": "slow down"}\n\u0004'
  const explained = await onTerminal(await openWorkplace(), ['explain'], { typed: [[/then press Ctrl-D/, failure]] })
  expect([explained.code, asText(explained)]).toEqual([0, expect.stringContaining('openai, status 429: wait')])
})
