import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../src/app/log.ts'
import { readSettings, webAddressOf } from '../../src/app/settings.ts'
import { Refusal } from '../../src/refusal.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const WHOLE = { WEBHOOK_SECRET: 'long enough to be one', APP_ID: '42', PRIVATE_KEY: privateKey }

test.each([
  ['no secret', { WEBHOOK_SECRET: undefined }, /WEBHOOK_SECRET is not set/],
  ['an empty secret', { WEBHOOK_SECRET: '  ' }, /WEBHOOK_SECRET is not set/],
  ['the word development', { WEBHOOK_SECRET: 'development' }, /everybody tries first/],
  ['a secret that can be guessed', { WEBHOOK_SECRET: 'short' }, /WEBHOOK_SECRET has fewer than 8 characters/],
  ['no app', { APP_ID: undefined }, /APP_ID is not set/],
  ['a client id', { APP_ID: 'Iv1.8a61f9b3a7aba766' }, /APP_ID is no number/],
  ['no key', { PRIVATE_KEY: undefined }, /PRIVATE_KEY is not set/],
  ['half a key', { PRIVATE_KEY: privateKey.slice(0, 300) }, /PRIVATE_KEY is no private key/],
  ['no such file', { PRIVATE_KEY: '/nowhere/key.pem' }, /neither a key in PEM nor a file/],
  ['a port that is none', { PORT: '99999' }, /PORT/],
  ['an address that is none', { GITHUB_API_URL: 'github.example' }, /GITHUB_API_URL/],
] as const)('%s: refused, with what to set', (_, change, says) => {
  const read = () => readSettings({ ...WHOLE, ...change })
  expect(read).toThrow(says)
  expect(read).toThrow(Refusal)
  expect(read).not.toThrow(/MII/)
})

test('a key in lines, with \\n in their place, in quotes, or in a file is the same key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nehemvix-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key.pem')
  writeFileSync(file, privateKey)
  const keys = [privateKey, privateKey.replaceAll('\n', '\\n'), `"${privateKey.replaceAll('\n', '\\n')}"`, file].map(
    (PRIVATE_KEY) => readSettings({ ...WHOLE, PRIVATE_KEY }).privateKey,
  )
  expect(new Set(keys).size).toBe(1)
})

test('listens on this machine alone unless told otherwise', () => {
  expect(readSettings(WHOLE)).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    apiUrl: 'https://api.github.com',
    serverUrl: 'https://github.com',
  })
  expect(readSettings({ ...WHOLE, HOST: '0.0.0.0', PORT: '0' })).toMatchObject({ host: '0.0.0.0', port: 0 })
})

test.each([
  ['https://api.github.com', 'https://github.com'],
  ['https://github.example.org/api/v3', 'https://github.example.org'],
  ['https://api.octo.ghe.com', 'https://octo.ghe.com'],
])('%s has its pages at %s', (api, web) => expect(webAddressOf(api)).toBe(web))

test('the log strikes out keys, tokens and what it was told is secret', () => {
  const lines: string[] = []
  const log = createLog('info', [WHOLE.WEBHOOK_SECRET, privateKey], { write: (line) => void lines.push(line) })
  const token = `ghs_${'aB3.-_'.repeat(80)}`
  log.error(
    {
      err: new Error(`${privateKey} ${token}`),
      header: `bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjQyLCJleHAiOjF9.c2lnbmF0dXJlLW9mLWl0`,
    },
    WHOLE.WEBHOOK_SECRET,
  )
  expect(lines.join('')).not.toMatch(/MII|aB3|eyJ|long enough to be one/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', msg: '[secret]' })
})
