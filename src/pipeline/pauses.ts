// Every pause in words: what happened, what is kept, and the command to type next.
import { WELL_KNOWN_MODELS } from '../models/registry.ts'
import { printUsd } from '../money/usd.ts'
import type { Pause } from '../store/jobs.ts'
import { jobCap, jobTotals } from '../store/ledger.ts'
import type { HeldBack } from '../store/unknown-calls.ts'
import type { Outage } from './connection-health.ts'
import type { Connection, RunContext } from './context.ts'

const KEPT = 'What is finished is kept and is not asked for again.'

/** Thrown by gates only: one class for every reason to pause. */
export class NeedsSwap extends Error {
  override readonly name = 'NeedsSwap'
  readonly pause: Pause
  constructor(pause: Pause) {
    super(pause.message)
    this.pause = pause
  }
}

/** Thrown by gates where only connections are left that nobody agreed to. */
export class ConsentRequired extends Error {
  override readonly name = 'ConsentRequired'
  readonly connection: Connection
  constructor(connection: Connection) {
    super(consentMessage([connection]))
    this.connection = connection
  }
}

export function consentMessage(connections: readonly Connection[]): string {
  const who = connections.map((one) => `${one.model.provider.name} (${one.model.provider.host})`).join(' and ')
  return `Nobody has agreed yet that ${who} may see the code of this repository. Nothing was sent.`
}

/** Thrown by gates when a person, or another process, stopped the run. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export function outagePause(connection: Connection, outage: Outage, now: Date): Pause {
  const until = outage.resetAt ? ` It is available again ${when(outage.resetAt, now)}.` : ''
  const mended = outage.pause === 'paused_key' ? ' Once that is mended, `nehemvix resume` goes on with it.' : ''
  const next = outage.pause === 'paused_provider' ? 'nehemvix resume' : switchCommand(connection)
  return {
    ...about(connection),
    kind: outage.pause,
    quotaId: outage.quotaId,
    resetAt: outage.resetAt?.toISOString() ?? null,
    message: `${connection.name}: ${sentence(outage.message)}${until}${mended} ${KEPT}`,
    next,
  }
}

export function capPause(context: RunContext, missingMicroUsd: number): Pause {
  const totals = jobTotals(context.store, context.job.id)
  const cap = jobCap(context.store, context.job.id) ?? 0
  // Rounded up: a cap that is a fraction too small would pause at the same call again.
  const enoughUsd = (Math.ceil((cap + missingMicroUsd) / 100) / 10_000).toFixed(4)
  const unknown = totals.unknownMicroUsd > 0 ? ` and up to ${printUsd(totals.unknownMicroUsd)} of unknown outcome` : ''
  return {
    ...nobody,
    kind: 'paused_cap',
    message: `The cap of ${printUsd(cap)} leaves no room for the next call: ${printUsd(totals.spentMicroUsd)} spent${unknown}. ${KEPT}`,
    next: `nehemvix approve --cap ${enoughUsd}`,
  }
}

export function uselessPause(context: RunContext, connection: Connection, answers: number): Pause {
  const spent = printUsd(jobTotals(context.store, context.job.id).spentMicroUsd)
  return {
    ...about(connection),
    kind: 'paused_request',
    message: `${connection.name} gave ${answers} answers in a row that can't be used (empty, cut off, refused, or without substance). Nothing of them was stored as work; ${spent} is spent in all. ${KEPT}`,
    next: switchCommand(connection),
  }
}

export function badRequestPause(connection: Connection, message: string): Pause {
  return {
    ...about(connection),
    kind: 'paused_request',
    message: `${connection.name} does not take the requests: ${sentence(message)} Refused requests cost nothing. ${KEPT}`,
    next: switchCommand(connection),
  }
}

/** A bill above its own reservation is the only way over a cap; it is said, and nothing more is sent. */
export function overrunPause(context: RunContext, connection: Connection, costMicroUsd: number, reservedMicroUsd: number): Pause {
  const cap = jobCap(context.store, context.job.id)
  return {
    ...about(connection),
    kind: 'paused_cap',
    message: `${connection.name} billed a call at ${printUsd(costMicroUsd)}, above the ${printUsd(reservedMicroUsd)} that its own limits allow. The cap is ${printUsd(cap ?? 0)}. Later reservations are wider. ${KEPT}`,
    next: 'nehemvix resume',
  }
}

export function diskPause(file: string): Pause {
  return {
    ...nobody,
    kind: 'paused_state',
    message: `The disk of ${file} is full: an answer that is paid for might find no place, so nothing more is sent until there is room. ${KEPT}`,
    next: 'nehemvix resume',
  }
}

export function outcomePause(held: HeldBack, connection: Connection | null): Pause {
  const calls = held.count === 1 ? '1 call was' : `${held.count} calls were`
  const sent = `${calls} sent, and nobody knows whether the provider billed ${held.count === 1 ? 'it' : 'them'}`
  const upTo = held.count > 0 ? ` of up to ${printUsd(held.lostMicroUsd)}` : ''
  const lost = `The machine that worked on this vanished after the state was last saved: it may have sent calls${upTo} whose answers are lost`
  const what = [...(held.lostMicroUsd > 0 ? [lost] : []), ...(held.count > 0 ? [sent] : [])].join('. ')
  return {
    ...(connection ? about(connection) : nobody),
    kind: 'paused_outcome',
    message: `${what}: at most ${printUsd(held.atMostMicroUsd)}, which counts against the cap. Nothing was sent now; your next \`resume\` sends their units again. ${KEPT}`,
    next: 'nehemvix resume',
  }
}

/** The state can't be brought to where it outlives this machine, so nothing that is paid for may be added to it. */
export function unsavedPause(why: string): Pause {
  return {
    ...nobody,
    kind: 'paused_state',
    message: `The state could not be saved: ${sentence(why)} What would be paid for now might be lost with this machine, so nothing more is sent. What was saved before is kept and is not asked for again.`,
    next: 'nehemvix resume',
  }
}

/** A switch that can be typed as it stands, to another provider than the one that stopped. */
function switchCommand(connection: Connection): string {
  const [provider, model] = Object.entries(WELL_KNOWN_MODELS).find(([name]) => name !== connection.model.provider.name) ?? []
  return `nehemvix resume --model ${model} --consent ${provider}`
}

const nobody = { provider: null, model: null, quotaId: null, resetAt: null } as const

const about = (connection: Connection) => ({
  provider: connection.model.provider.name,
  model: connection.model.id,
  quotaId: null,
  resetAt: null,
})

/** Ends a text as a sentence ends. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** `in about 14 hours (2026-11-30 08:31 UTC)` */
export function when(moment: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((moment.getTime() - now.getTime()) / 60_000))
  const [amount, unit] =
    minutes < 90 ? [minutes, 'minute'] : minutes < 2880 ? [Math.round(minutes / 60), 'hour'] : [Math.round(minutes / 1440), 'day']
  return `in about ${amount} ${unit}${amount === 1 ? '' : 's'} (${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC)`
}
