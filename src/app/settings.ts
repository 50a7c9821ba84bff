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
  ? `node --env-file=${SETTINGS_FILE} dist/lib/app.mjs, with the settings that lie here`
  : 'npm start -- setup --url https://the-address-of-this-server, which registers an app and writes all of it down'
/** Shorter ones can be guessed from one delivery that somebody has seen. */
const LEAST_SECRET = 8
const NEW_KEY =
  'PRIVATE_KEY=/path/to/private-key.pem npm start; a new one: the app’s settings on GitHub, Private keys, Generate a private key'
const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** Throws Refusal, which says what to set. No value of a secret stands in it. */
export function readSettings(environment: Environment): Settings {
  refuseMissing(environment)
  const webhookSecret = unquoted(environment.WEBHOOK_SECRET)
  if (webhookSecret === 'development' || webhookSecret.length < LEAST_SECRET) {
    const fault =
      webhookSecret === 'development' ? 'is the word everybody tries first' : `has fewer than ${LEAST_SECRET} characters`
    throw new Refusal(
      `WEBHOOK_SECRET ${fault}: whoever guesses it can send events in GitHub’s name. The server was not started.`,
      'set a long random one in the app’s settings on GitHub and here; openssl rand -hex 32 makes one',
    )
  }
  const appId = environment.APP_ID?.trim() ?? ''
  if (!/^[1-9]\d{0,15}$/.test(appId)) {
    throw new Refusal(
      'APP_ID is no number: it is not the client id, but the App ID that stands above it in the app’s settings on GitHub.',
      'APP_ID=123456 npm start, with that number',
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

/** All that is missing at once. */
function refuseMissing(environment: Environment): void {
  const missing = ['WEBHOOK_SECRET', 'APP_ID', 'PRIVATE_KEY'].filter((name) => unquoted(environment[name]) === '')
  if (missing.length === 0) return
  const names = missing.join(', ').replace(/, (?=\w+$)/, ' and ')
  throw new Refusal(
    `${names} ${missing.length === 1 ? 'is' : 'are'} not set: without all three the server can’t tell GitHub’s events from anybody’s, nor answer them.`,
    SETUP,
  )
}

/** Some readers of env files leave quotes in. */
const unquoted = (given = ''): string => given.trim().replace(/^(["'])(.*)\1$/, '$2')

/** Where to listen. */
export function readPlace(environment: Environment): Pick<Settings, 'port' | 'host'> {
  const port = environment.PORT?.trim() || '3000'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Refusal(`PORT is no number from 0 to 65535: ${port}. Nothing was started.`, 'PORT=3000 npm start')
  return { port: Number(port), host: environment.HOST?.trim() || '127.0.0.1' }
}

/** The key itself, in lines or with `\n` in their place, or the file that it lies in. */
function readPrivateKey(given: string): string {
  const text = given.includes('-----BEGIN') ? given.replaceAll('\\n', '\n').replace(/^"|"$/g, '') : readKeyFile(given)
  try {
    return createPrivateKey(text).export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    throw new Refusal(
      'PRIVATE_KEY is no private key: it must be the PEM file that GitHub handed out, whole, from BEGIN to END.',
      NEW_KEY,
    )
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // What stands there may be half a key: it is not said again.
    throw new Refusal(
      `PRIVATE_KEY is neither a key in PEM nor a file that can be read (${(error as NodeJS.ErrnoException).code}).`,
      NEW_KEY,
    )
  }
}

export function addressOf(name: string, given: string, next = `${name}=https://… npm start`): string {
  const url = URL.parse(given.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Refusal(`${name} is no http(s) address: ${given}`, next)
  return given.trim().replace(/\/+$/, '')
}

/** `https://host/api/v3` and `https://api.host` are the two ways in which GitHub's own addresses go. */
export function webAddressOf(apiUrl: string): string {
  const url = new URL(apiUrl)
  return `${url.protocol}//${url.host.replace(/^api\./, '')}`
}
