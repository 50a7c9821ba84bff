// The entry of dist/lib/app.mjs, started by `npm start`: the server, or with `setup` the page that registers an app.
import { Refusal } from '../refusal.ts'
import { createLog } from './log.ts'
import { serve } from './serve.ts'
import { serveSetup } from './serve-setup.ts'
import { readSettings } from './settings.ts'
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

async function main([mode, ...rest]: readonly string[]): Promise<void> {
  if (mode === 'setup') {
    const say = (text: string) => void process.stdout.write(`${text}\n`)
    const setup = await serveSetup(readSetupSettings(rest, process.env), say)
    stopOnSignal(setup.stop, say)
    return
  }
  if (mode !== undefined) throw new Refusal(`There is no ${mode}: npm start takes nothing, or setup.`, 'npm start')
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
  const isOurs = error instanceof Refusal
  const isBusy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  const text = isOurs || isBusy ? (error as Error).message : String((error as Error).stack)
  process.stderr.write(`${text}\n${isOurs && error.next !== null ? `${error.next}\n` : ''}`)
  process.exit(isOurs ? 2 : 1)
}
