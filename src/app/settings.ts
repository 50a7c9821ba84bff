// What the server is told by its environment, checked once at the door.
import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Refusal } from '../refusal.ts'
import type { LogLevel } from './log.ts'

export interface Settings {
  readonly webhookSecret: string
  readonly appId: number
  /** PEM. */
  readonly privateKey: string
  readonly port: number
  readonly host: string
  readonly apiUrl: string
  readonly serverUrl: string
  readonly logLevel: LogLevel
}

type Environment = Readonly<Record<string, string | undefined>>

/** Where the setup writes what it was told. */
export const SETTINGS_FILE = 'nehemvix-app.env'
const SETUP = existsSync(SETTINGS_FILE)
  ? `Start it with the settings that lie here: node --env-file=${SETTINGS_FILE} dist/lib/app.mjs`
  : 'To register an app and get all of it: npm start -- setup --url https://the-address-of-this-server'
const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** Throws Refusal, which says what to set. No value of a secret stands in it. */
export function readSettings(environment: Environment): Settings {
  const webhookSecret = unquoted(environment.WEBHOOK_SECRET)
  if (webhookSecret === '') throw new Refusal('WEBHOOK_SECRET is not set: without it anybody could send events.', SETUP)
  if (webhookSecret === 'development') {
    throw new Refusal(
      'WEBHOOK_SECRET is the word everybody tries first. Set the secret that stands in the app’s settings on GitHub.',
      SETUP,
    )
  }
  const appId = environment.APP_ID?.trim() ?? ''
  if (!/^[1-9]\d{0,15}$/.test(appId)) {
    throw new Refusal(
      `APP_ID is ${appId === '' ? 'not set' : 'no number'}: set the App ID that stands in the app’s settings.`,
      SETUP,
    )
  }
  const apiUrl = addressOf('GITHUB_API_URL', environment.GITHUB_API_URL || 'https://api.github.com')
  return {
    webhookSecret,
    appId: Number(appId),
    privateKey: readPrivateKey(environment.PRIVATE_KEY?.trim() ?? ''),
    ...readPlace(environment),
    apiUrl,
    serverUrl: addressOf('GITHUB_SERVER_URL', environment.GITHUB_SERVER_URL || webAddressOf(apiUrl)),
    logLevel: LEVELS.find((level) => level === environment.LOG_LEVEL?.trim().toLowerCase()) ?? 'info',
  }
}

/** Some readers of env files leave quotes in. */
const unquoted = (given = ''): string => given.trim().replace(/^(["'])(.*)\1$/, '$2')

/** Where to listen. */
export function readPlace(environment: Environment): Pick<Settings, 'port' | 'host'> {
  const port = environment.PORT?.trim() || '3000'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Refusal(`PORT is no port: ${port}`, 'PORT=3000')
  return { port: Number(port), host: environment.HOST?.trim() || '127.0.0.1' }
}

/** The key itself, in lines or with `\n` in their place, or the file that it lies in. */
function readPrivateKey(given: string): string {
  if (given === '') throw new Refusal('PRIVATE_KEY is not set: set the app’s private key, or the file that it lies in.', SETUP)
  const text = given.includes('-----BEGIN') ? given.replaceAll('\\n', '\n').replace(/^"|"$/g, '') : readKeyFile(given)
  try {
    return createPrivateKey(text).export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    throw new Refusal('PRIVATE_KEY is no private key: it must be the PEM file that GitHub handed out, from BEGIN to END.', SETUP)
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Refusal('PRIVATE_KEY is neither a key in PEM nor a file that can be read.', 'PRIVATE_KEY=/path/to/private-key.pem')
  }
}

export function addressOf(name: string, given: string): string {
  const url = URL.parse(given.trim())
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Refusal(`${name} is no http(s) address: ${given}`, `${name}=https://…`)
  return given.trim().replace(/\/+$/, '')
}

/** `https://host/api/v3` and `https://api.host` are the two ways in which GitHub's own addresses go. */
export function webAddressOf(apiUrl: string): string {
  const url = new URL(apiUrl)
  return `${url.protocol}//${url.host.replace(/^api\./, '')}`
}
