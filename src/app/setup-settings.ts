import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from '../refusal.ts'
import { addressOf, readPlace, webAddressOf } from './settings.ts'

export interface SetupSettings {
  readonly port: number
  /** Where GitHub will reach the server: the origin of the webhook's address. */
  readonly publicUrl: string
  /** null: the app is to belong to whoever registers it. */
  readonly organization: string | null
  readonly apiUrl: string
  readonly serverUrl: string
  /** Where the settings and the key are written to. */
  readonly folder: string
}

const USAGE = 'npm start -- setup --url https://the-address-of-this-server [--organization NAME]'

/** Throws Refusal. */
export function readSetupSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SetupSettings {
  const { url, organization = null } = parse(args)
  if (!url) throw new Refusal('The setup needs the address at which GitHub will reach this server.', USAGE)
  if (organization !== null && !/^[\w-]{1,100}$/.test(organization))
    throw new Refusal(`No organization is called ${organization}.`, USAGE)
  const apiUrl = addressOf('GITHUB_API_URL', environment.GITHUB_API_URL || 'https://api.github.com')
  return {
    port: readPlace(environment).port,
    publicUrl: addressOf('--url', url, USAGE),
    organization,
    apiUrl,
    serverUrl: addressOf('GITHUB_SERVER_URL', environment.GITHUB_SERVER_URL || webAddressOf(apiUrl)),
    folder: resolve('.'),
  }
}

function parse(args: readonly string[]): { readonly url?: string; readonly organization?: string } {
  try {
    return parseArgs({ args: [...args], options: { url: { type: 'string' }, organization: { type: 'string' } } }).values
  } catch (error) {
    throw new Refusal((error as Error).message, USAGE)
  }
}
