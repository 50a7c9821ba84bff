// From settings to connections that can be used: address, key, price, limits, consent.
import { createHash } from 'node:crypto'
import { createModel, OFFLINE, resolveModel } from '../models/registry.ts'
import { pricedModels, statedPrice, tablePrice } from '../money/price.ts'
import type { Connection } from '../pipeline/context.ts'
import { Refusal } from '../refusal.ts'
import { nearestName } from '../repository/nearest.ts'
import type { ConnectionSettings } from '../store/jobs.ts'

const UNKNOWN_WINDOW = 32_000
/** Below these no file, or no section, fits into a call. */
const LEAST_WINDOW = 6_000
const LEAST_MAX_OUTPUT = 1_000

/** All that can be known of the connections before anything is spent. Throws Refusal: no key, no price, limits too small. */
export async function openConnections(
  settings: readonly ConnectionSettings[],
  environment: NodeJS.ProcessEnv,
  now: Date,
): Promise<Connection[]> {
  const connections: Connection[] = []
  for (const one of settings)
    connections.push(one.model === OFFLINE ? await offlineConnection() : await connect(one, environment, now))
  const isMixed = connections.some((one) => one.name === OFFLINE) && connections.length > 1
  if (isMixed)
    throw new Refusal(
      'offline stands alone: a job is extracted without a model, or written by models.',
      'leave offline away from --model',
    )
  return connections
}

async function offlineConnection(): Promise<Connection> {
  const { createOfflineModel } = await import('../models/offline/offline.ts')
  return {
    key: OFFLINE,
    name: OFFLINE,
    model: createOfflineModel(),
    price: statedPrice([0, 0]),
    window: 1_000_000,
    maxOutput: 1_000_000,
    tokenMargin: 1,
    dailyRequests: null,
  }
}

async function connect(settings: ConnectionSettings, environment: NodeJS.ProcessEnv, now: Date): Promise<Connection> {
  const address = resolveModel(settings, environment)
  const { provider, id } = address
  const table = tablePrice(provider.name, id, now)
  const price = settings.price ? statedPrice(settings.price) : table
  if (!price) {
    const near = nearestName(id, pricedModels(provider.name))
    throw new Refusal(
      `The price of ${settings.model} is not known, so it can't be said what the job would cost. Nothing was spent.${near ? ` Did you mean ${near}?` : ''}`,
      near
        ? `--model ${near}, or --price IN,OUT (USD per million tokens)`
        : `nehemvix run --model ${settings.model} --price IN,OUT   (USD per million tokens, such as --price 0.10,0.50)`,
    )
  }
  const window = Math.min(settings.window ?? Number.POSITIVE_INFINITY, table?.contextWindow ?? settings.window ?? UNKNOWN_WINDOW)
  const maxOutput = settings.maxOutput ?? address.maxOutput
  if (window < LEAST_WINDOW)
    throw new Refusal(`A window of ${window} tokens is too small: ${LEAST_WINDOW} is the least.`, `--window ${LEAST_WINDOW}`)
  if (maxOutput < LEAST_MAX_OUTPUT) {
    throw new Refusal(
      `An output limit of ${maxOutput} tokens is too small: ${LEAST_MAX_OUTPUT} is the least.`,
      `--max-output ${LEAST_MAX_OUTPUT}`,
    )
  }
  const fingerprint = createHash('sha256')
    .update(address.key ?? '')
    .digest('hex')
    .slice(0, 12)
  return {
    key: [provider.name, provider.host, id, fingerprint].join(' '),
    name: settings.model,
    model: await createModel(address),
    price,
    window,
    maxOutput,
    tokenMargin: address.tokenMargin,
    dailyRequests: settings.dailyRequests ?? null,
  }
}
