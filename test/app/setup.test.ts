// Registering an app by its manifest, as a person's browser goes through it.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveSetup } from '../../src/app/serve-setup.ts'
import { readSettings } from '../../src/app/settings.ts'
import { readSetupSettings } from '../../src/app/setup-settings.ts'
import { addApp, newWorld } from '../doubles/github/new-world.ts'

async function startSetup(args: readonly string[] = []) {
  const world = newWorld({}, () => new Date())
  const { privateKey } = addApp(world, 'nehemvix')
  world.git.remove()
  const asked: string[] = []
  const github = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(201, { 'content-type': 'application/json' })
    const app = {
      id: 4242,
      name: 'our-nehemvix',
      html_url: 'https://github.com/apps/our-nehemvix',
      pem: privateKey,
      webhook_secret: 'made by GitHub',
    }
    response.end(JSON.stringify(app))
  })
  await new Promise<void>((done) => github.listen(0, '127.0.0.1', done))
  const apiUrl = `http://127.0.0.1:${(github.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), 'nehemvix-setup-'))
  const said: string[] = []
  const settings = readSetupSettings(['--url', 'https://guide.example.org/', ...args], {
    PORT: '0',
    GITHUB_API_URL: apiUrl,
    GITHUB_SERVER_URL: 'https://github.com',
  })
  const setup = await serveSetup({ ...settings, folder }, (text) => said.push(text))
  onTestFinished(async () => {
    await setup.stop()
    github.close()
    rmSync(folder, { recursive: true })
  })
  return { setup, said, asked, folder, file: join(folder, 'nehemvix-app.env') }
}

const stateIn = (page: string): string => /state=([0-9a-f]{48})/.exec(page)?.[1] ?? ''

test('the form sends app.yml with this server’s addresses, and the code becomes settings that the server takes', async () => {
  const { setup, said, asked, file } = await startSetup(['--organization', 'octo-org'])
  const page = await (await fetch(`${setup.url}/setup`)).text()
  expect(page).toContain('action="https://github.com/organizations/octo-org/settings/apps/new?state=')
  const manifest = JSON.parse(
    (/name="manifest" value="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  )
  expect(manifest).toMatchObject({
    hook_attributes: { url: 'https://guide.example.org/api/github/webhooks', active: true },
    redirect_url: `${setup.url}/setup/callback`,
    default_events: ['issue_comment', 'workflow_run', 'check_run'],
  })
  const done = await fetch(`${setup.url}/setup/callback?code=abc123&state=${stateIn(page)}`)
  const shown = await done.text()
  expect(shown).toContain('https://github.com/apps/our-nehemvix/installations/new')
  expect(asked).toEqual(['POST /app-manifests/abc123/conversions'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const written = Object.fromEntries(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replace(/^"|"$/g, '')]),
  )
  expect(readSettings(written)).toMatchObject({
    appId: 4242,
    webhookSecret: 'made by GitHub',
    apiUrl: expect.stringContaining('http://127.0.0.1'),
  })
  expect([...said, shown].join('')).not.toMatch(/made by GitHub|PRIVATE KEY|MII/)
})

test('settings that are there already are not overwritten, and no code is spent for them', async () => {
  const { setup, asked } = await startSetup()
  const state = stateIn(await (await fetch(`${setup.url}/setup`)).text())
  expect((await fetch(`${setup.url}/setup/callback?code=one&state=${state}`)).status).toBe(200)
  expect((await fetch(`${setup.url}/setup/callback?code=two&state=${state}`)).status).toBe(409)
  expect(asked).toHaveLength(1)
})

test('whoever does not come from this page, or by another name, gets nothing', async () => {
  const { setup, asked } = await startSetup()
  expect((await fetch(`${setup.url}/setup/callback?code=abc&state=${'0'.repeat(48)}`)).status).toBe(400)
  expect((await fetch(`${setup.url}/setup/callback?code=abc`)).status).toBe(400)
  expect((await fetch(`${setup.url}/setup`, { method: 'POST' })).status).toBe(403)
  const { request } = await import('node:http')
  const status = await new Promise((done) =>
    request(`${setup.url.replace('localhost', '127.0.0.1')}/setup`, { headers: { host: 'evil.example' } }, (answer) =>
      done(answer.statusCode),
    ).end(),
  )
  expect(status).toBe(403)
  expect(asked).toEqual([])
})

test('the setup says what it needs', () => {
  expect(() => readSetupSettings([], {})).toThrow('needs the address')
  expect(() => readSetupSettings(['--url', 'guide.example'], {})).toThrow('no http(s) address')
  expect(() => readSetupSettings(['--nonsense'], {})).toThrow()
})
