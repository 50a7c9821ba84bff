// The entry as it is started: it refuses in words, and stops in an orderly way.
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { EVENTS } from '../../src/app/index.ts'
import { APP_PERMISSIONS } from './hosted.ts'

const ENTRY = new URL('../../src/app/server.ts', import.meta.url).pathname
const PRIVATE_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const WHOLE = {
  WEBHOOK_SECRET: 'long enough to be one',
  APP_ID: '42',
  PRIVATE_KEY,
  PORT: '0',
  GITHUB_API_URL: 'http://127.0.0.1:9',
}

function start(env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [ENTRY, ...args], { env: { PATH: process.env.PATH, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((done) => child.on('close', done))
  return { child, ended, output: () => output }
}

test.each([
  [{}, [], /WEBHOOK_SECRET, APP_ID and PRIVATE_KEY are not set.*\nNext: npm start -- setup/],
  [{ ...WHOLE, WEBHOOK_SECRET: 'development' }, [], /everybody tries first.*\nNext: .*openssl rand/],
  [{ ...WHOLE, WEBHOOK_SECRET: 'short' }, [], /^WEBHOOK_SECRET has fewer than 8 characters.*\nNext: /],
  [{ WEBHOOK_SECRET: 'long enough to be one' }, [], /APP_ID and PRIVATE_KEY are not set/],
  [{ ...WHOLE, PORT: 'eighty' }, [], /PORT is no number from 0 to 65535: eighty.*\nNext: PORT=3000 npm start/],
  [{ ...WHOLE, HOST: '192.0.2.1' }, [], /HOST is no address of this machine: 192\.0\.2\.1.*\nNext: HOST=127\.0\.0\.1 npm start/],
  [WHOLE, ['setpu'], /does not know setpu.*\nNext: npm start -- --help/],
  [{}, ['setup'], /needs the address.*\nNext: npm start -- setup --url https/],
  [{}, ['setup', '--url', 'example.org'], /--url is no http\(s\) address: example\.org\nNext: npm start -- setup --url https/],
])('refuses to start, and says what to set', async (env, args, says) => {
  const { ended, output } = start(env, args)
  expect(await ended).toBe(2)
  expect(output()).toMatch(says)
  expect(output()).not.toMatch(/ at .*\.ts:\d+/)
})

test.each(['SIGTERM', 'SIGINT'] as const)('starts, says where, and ends at %s', async (signal) => {
  const { child, ended, output } = start(WHOLE)
  await expect.poll(output, { timeout: 20_000 }).toContain('Listening on')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0]
  expect(await (await fetch(`${url}/ping`)).text()).toBe('PONG')
  child.kill(signal)
  expect(await ended).toBe(0)
})

test('10,000 requests of garbage: turned away, memory flat, a few lines of log', async () => {
  // A young heap that is small: what is kept shows, and not what has yet to be collected.
  const { child, output } = start({ ...WHOLE, NODE_OPTIONS: '--max-semi-space-size=1 --max-old-space-size=96' })
  await expect.poll(output, { timeout: 20_000 }).toContain('Listening on')
  const url = `${/http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0]}/api/github/webhooks`
  const body = `{"garbage": "${'x'.repeat(20_000)}`
  const send = async (n: number): Promise<number> => {
    const signature = n % 3 === 0 ? {} : { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'issue_comment',
      'x-github-delivery': `${n}`,
      ...signature,
    }
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.text()
    return answer.status
  }
  const flood = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += 50) {
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, n) => send(sent + n)))
      expect(new Set(statuses)).toEqual(new Set([401]))
    }
  }
  await flood(3_000)
  const before = residentBytes(child.pid)
  await flood(7_000)
  // What is sent in between is 140 MB.
  expect(residentBytes(child.pid) - before).toBeLessThan(50_000_000)
  expect(output().split('\n').length).toBeLessThan(20)
})

/** As Linux tells it. */
function residentBytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

test('two on one port: the second says so', async () => {
  const first = start(WHOLE)
  await expect.poll(first.output, { timeout: 20_000 }).toContain('Listening on')
  const port = /127\.0\.0\.1:(\d+)/.exec(first.output())?.[1] ?? ''
  const second = start({ ...WHOLE, PORT: port })
  expect(await second.ended).toBe(2)
  expect(second.output()).toMatch(
    new RegExp(`^Port ${port} of 127.0.0.1 is taken.*\\nNext: PORT=${Number(port) + 1} npm start, `),
  )
  const setup = start({ PORT: port }, ['setup', '--url', 'https://example.org'])
  expect(await setup.ended).toBe(2)
  expect(setup.output()).toContain(`PORT=${Number(port) + 1} npm start -- setup --url https://example.org, `)
})

test.each([[['--help']], [['help']], [['setup', '--help']]])(
  '%j shows how it is used, whatever the environment lacks',
  async (args) => {
    const { ended, output } = start({}, args)
    expect([await ended, output()]).toEqual([0, expect.stringMatching(/^Usage:\n {2}npm start .*setup --url.*WEBHOOK_SECRET/s)])
  },
)

test('app.yml asks for the events that the code hears, and for no more than it needs', () => {
  const manifest = parse(readFileSync(new URL('../../app.yml', import.meta.url), 'utf8'))
  expect(manifest.default_events).toEqual([...EVENTS])
  expect(manifest.default_permissions).toEqual(APP_PERMISSIONS)
})

test('the code hears those events and no others', () => {
  const code = readFileSync(new URL('../../src/app/index.ts', import.meta.url), 'utf8')
  expect([...code.matchAll(/app\.on\('(\w+)/g)].map((match) => match[1])).toEqual([...EVENTS])
})
