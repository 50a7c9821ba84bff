// One JSON object a line on stdout. Whatever is logged, by us or by a library, no secret leaves in it.
import { type DestinationStream, type Logger, pino } from 'pino'
import { redactTokens } from '../github/failure.ts'

const PEM = /-----BEGIN[^-]*-----.*?(-----END[^-]*-----|$)/g
const JWT = /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** `secrets`: struck out wherever they stand, as they are and as JSON writes them. */
export function createLog(level: LogLevel, secrets: readonly string[], to?: DestinationStream): Logger {
  const known = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]).filter((secret) => secret.length > 3)
  const strike = (line: string): string => {
    let struck = redactTokens(line.replace(PEM, '[private key]').replace(JWT, '[token]'))
    for (const secret of known) struck = struck.replaceAll(secret, '[secret]')
    return struck
  }
  return pino(
    {
      level,
      base: { name: 'nehemvix' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: strike },
    },
    to ?? pino.destination(1),
  )
}
