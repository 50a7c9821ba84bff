// Which connection the next call goes to, and why none can take it.

import { OFFLINE } from '../models/registry.ts'
import { findExhaustion, hasConsent } from '../store/connections.ts'
import { requestsSince } from '../store/ledger.ts'
import type { Outage } from './connection-health.ts'
import type { Connection, RunContext } from './context.ts'

export type Choice =
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'none'; readonly connection: Connection; readonly outage: Outage }
  /** There would be another connection, but nobody agreed to it. */
  | { readonly kind: 'consent'; readonly connection: Connection }

/** The first connection that is consented to and not out. Asks no provider. */
export function chooseConnection(context: RunContext): Choice {
  let first: Choice | null = null
  for (const connection of context.connections) {
    if (!mayBeSent(context, connection)) {
      first ??= { kind: 'consent', connection }
      continue
    }
    const outage = outageOf(context, connection)
    if (outage === null) return { kind: 'connection', connection }
    if (first === null || first.kind === 'consent') first = { kind: 'none', connection, outage }
  }
  if (first === null) throw new Error('a job without connections')
  return first
}

/** Whether somebody agreed that this provider, at this host, may see the code. `offline` never leaves the machine. */
export function mayBeSent(context: Pick<RunContext, 'store'>, connection: Connection): boolean {
  return connection.name === OFFLINE || hasConsent(context.store, connection.model.provider)
}

export function outageOf(context: RunContext, connection: Connection): Outage | null {
  const now = context.now()
  const inThisRun = context.health.get(connection.key)?.out
  if (inThisRun) return inThisRun
  const known = findExhaustion(context.store, connection.key, now)
  if (known) return known
  return ownDailyLimit(context, connection, now)
}

/** The user's own limit of requests a day, counted from the ledger: it holds over runs, jobs and restarts. */
function ownDailyLimit(context: RunContext, connection: Connection, now: Date): Outage | null {
  if (connection.dailyRequests === null) return null
  const { since, until } = providerDay(connection.model.provider.name, now)
  const used = requestsSince(context.store, identityOf(connection), since)
  if (used < connection.dailyRequests) return null
  return {
    pause: 'paused_quota',
    message: `your own limit of ${connection.dailyRequests} requests a day for ${connection.name} is reached (${used} today)`,
    quotaId: 'daily-requests',
    resetAt: until,
  }
}

export const identityOf = (connection: Connection) => ({
  provider: connection.model.provider.name,
  host: connection.model.provider.host,
  model: connection.model.id,
})

/** Gemini's day turns at midnight Pacific, the others' at midnight UTC. */
function providerDay(provider: string, now: Date): { since: Date; until: Date } {
  const zone = provider === 'gemini' ? 'America/Los_Angeles' : 'UTC'
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  })
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number)
  const sinceMidnight = (((hours % 24) * 60 + minutes) * 60 + seconds) * 1000 + now.getMilliseconds()
  const since = new Date(now.getTime() - sinceMidnight)
  return { since, until: new Date(since.getTime() + 86_400_000) }
}
