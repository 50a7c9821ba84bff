// The setup: a page on this machine alone that registers an app by its manifest, and writes down what GitHub answers. Only where it is asked
// for, and never beside the server that takes webhooks.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { messageOf } from '../github/failure.ts'
import { type RegisteredApp, registerApp } from '../github/register-app.ts'
import type { Serving } from './serve.ts'
import { SETTINGS_FILE } from './settings.ts'
import { manifestOf, registerUrl, renderDone, renderFailure, renderStart } from './setup-page.ts'
import type { SetupSettings } from './setup-settings.ts'

/** Beside dist/ and src/ alike. */
const MANIFEST = new URL('../../app.yml', import.meta.url)

interface Reply {
  readonly status: number
  readonly page: string
}

/** `say`: lines for whoever started it; no secret stands in them, nor on the pages. */
export async function serveSetup(settings: SetupSettings, say: (text: string) => void): Promise<Serving> {
  const appYml = readFileSync(MANIFEST, 'utf8')
  // Only the browser that was sent off from here may come back.
  const state = randomBytes(24).toString('hex')
  let origin = ''
  const server = createServer(async (request, response) => {
    const reply = await answer(request, { settings, appYml, state, origin, say })
    response.writeHead(reply.status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    response.end(reply.page)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, '127.0.0.1', resolve)
  })
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  say(`Open ${origin}/setup in a browser on this machine.`)
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: origin, stop }
}

interface Setup {
  readonly settings: SetupSettings
  readonly appYml: string
  readonly state: string
  readonly origin: string
  readonly say: (text: string) => void
}

async function answer(request: IncomingMessage, setup: Setup): Promise<Reply> {
  const { settings, appYml, state, origin } = setup
  // Somebody else's name that leads to this machine is no way in.
  const isLocal = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? '')
  const url = URL.parse(request.url ?? '', origin)
  if (!isLocal || request.method !== 'GET' || url === null) return failed(403, 'This page is for this machine only.')
  if (url.pathname === '/' || url.pathname === '/setup') {
    const manifest = manifestOf(appYml, settings, `${origin}/setup/callback`)
    return { status: 200, page: renderStart(registerUrl(settings, state), manifest) }
  }
  if (url.pathname !== '/setup/callback') return failed(404, 'There is nothing here.')
  const code = url.searchParams.get('code') ?? ''
  const isOurs = isSame(url.searchParams.get('state') ?? '', state)
  if (!isOurs || !/^[\w-]{1,200}$/.test(code)) return failed(400, 'GitHub did not lead here from this page.')
  return await register(code, setup)
}

async function register(code: string, { settings, say }: Setup): Promise<Reply> {
  const path = join(settings.folder, SETTINGS_FILE)
  // Made before the code is spent: what GitHub answers is told once.
  const file = await open(path, 'wx', 0o600).catch((error: Error) => error)
  if (file instanceof Error) return failed(409, `${path} can't be made, or is there already: ${file.message}`)
  try {
    const app = await registerApp(settings.apiUrl, code)
    await writeSettings(file, app, settings)
    say(`${app.name} is registered. Its settings are in ${path}.`)
    return { status: 200, page: renderDone({ name: app.name, installUrl: `${app.url}/installations/new`, file: path }) }
  } catch (error) {
    await rm(path, { force: true })
    return failed(502, `The app could not be registered: ${messageOf(error)}`)
  } finally {
    await file.close()
  }
}

async function writeSettings(file: FileHandle, app: RegisteredApp, { apiUrl }: SetupSettings): Promise<void> {
  const lines = [
    `APP_ID=${app.id}`,
    `WEBHOOK_SECRET=${plain(app.webhookSecret)}`,
    `PRIVATE_KEY=${plain(app.privateKey.trim().replaceAll('\n', '\\n'))}`,
    ...(apiUrl === 'https://api.github.com' ? [] : [`GITHUB_API_URL=${apiUrl}`]),
  ]
  await file.writeFile(`${lines.join('\n')}\n`)
}

/** Without quotes, which `docker run --env-file` takes for part of the value; with them only where Node would read a comment. */
const plain = (value: string): string => (/[#"'`]/.test(value) ? `"${value}"` : value)

const failed = (status: number, message: string): Reply => ({ status, page: renderFailure(message) })

function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)]
  return left.length === right.length && timingSafeEqual(left, right)
}
