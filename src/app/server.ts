// The entry of dist/lib/app.mjs, started by `npm start`: the server, or with `setup` the page that registers an app.
import { Refusal } from '../refusal.ts'
import { readListenFailure } from './listen-failure.ts'
import { createLog } from './log.ts'
import { serve } from './serve.ts'
import { serveSetup } from './serve-setup.ts'
import { readSettings, SETTINGS_FILE } from './settings.ts'
import { readSetupSettings } from './setup-settings.ts'

/** What is started is stopped by the first signal; a second one ends the process at once. */
function stopOnSignal(stop: () => Promise<void>, log: (message: string) => void): void {
  let isStopping = false
  const end = (signal: string): void => {
    if (isStopping) process.exit(1)
    isStopping = true
    log(`${signal}: stopping`)
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal))
}

const USAGE = `Usage:
  npm start                   the server; settings come from the environment
  npm start -- setup --url https://the-address-of-this-server [--organization NAME]
                              registers a GitHub App, and writes its settings to ${SETTINGS_FILE}

Environment of the server:
  WEBHOOK_SECRET, APP_ID      as they stand in the app's settings on GitHub
  PRIVATE_KEY                 the app's key in PEM, or the file that it lies in
  PORT, HOST                  where it listens (3000, 127.0.0.1)
  GITHUB_API_URL              for GitHub Enterprise (https://api.github.com)
  LOG_LEVEL                   trace, debug, info, warn, error or fatal (info)

With settings from a file: node --env-file=${SETTINGS_FILE} dist/lib/app.mjs
`

async function main(args: readonly string[]): Promise<void> {
  const [mode, ...rest] = args
  if (mode === 'help' || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE)
    return
  }
  if (mode === 'setup') {
    const say = (text: string) => void process.stdout.write(`${text}\n`)
    const setup = await serveSetup(readSetupSettings(rest, process.env), say)
    stopOnSignal(setup.stop, say)
    return
  }
  if (mode !== undefined) {
    throw new Refusal(
      `npm start does not know ${mode}: it takes nothing, which starts the server, or setup, which registers an app.`,
      'npm start -- --help',
    )
  }
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel, [settings.webhookSecret, settings.privateKey])
  const serving = await serve(settings, log)
  log.info({ url: serving.url, api: settings.apiUrl }, `Listening on ${serving.url}`)
  if (settings.webhookSecret.length < 16) log.warn('WEBHOOK_SECRET is short: a long random one keeps guesses away')
  stopOnSignal(serving.stop, (message) => log.info(message))
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const typed = ['npm start', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ')
  const told = error instanceof Refusal ? error : readListenFailure(error, typed)
  if (told === null) {
    process.stderr.write(`A fault in Nehemvix: ${(error as Error).stack}\n`)
    process.exit(1)
  }
  process.stderr.write(`${told.message}\n${told.next === null ? '' : `Next: ${told.next}\n`}`)
  process.exit(2)
}
