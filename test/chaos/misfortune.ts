// Which fate meets a request: mostly an answer, else a failure of a random kind, as some provider was recorded to send it.
import { FAILURE_KINDS, type FailureKind } from '../../src/vocabulary.ts'
import { type RecordedReply, recordedReplies } from '../acceptance/provider-replies.ts'
import type { Asked } from './billing-answers.ts'
import type { Fate } from './billing-server.ts'

/** The share of requests that are answered well in bad weather. */
const ANSWERED = 0.72
const WELL: Fate = { kind: 'answer', fault: 'none' }

/** A 200 that counts tokens is a bill, and this server writes its own: those are made here, not taken from a record. */
const replies = recordedReplies().filter(
  ({ status, kind, body }) =>
    status !== null && (status >= 400 || (kind !== 'unknown' && !JSON.stringify(body).includes('usage'))),
)

/** A fair draw over kinds, then over what is recorded of the kind. `calm`: everything is answered. */
export function drawFate(asked: Asked, random: () => number, calm: boolean): Fate {
  if (calm || random() < ANSWERED) return WELL
  const kind = FAILURE_KINDS[Math.floor(random() * FAILURE_KINDS.length)] as FailureKind
  // What every later request of this model would meet too must not be drawn often, or nothing is ever written.
  if (['swap', 'key', 'gone', 'request'].includes(kind) && random() < 0.5) return WELL
  if (kind === 'cut-off') return { kind: 'answer', fault: pick(['cut', 'empty', 'omit', 'malformed', 'junk'] as const, random) }
  if (kind === 'refused' && random() < 0.3) return { kind: 'answer', fault: 'refused' }
  if (kind === 'unknown' && random() < 0.7)
    return { kind: 'drop', at: pick(['before', 'middle'] as const, random), isBilled: random() < 0.7 }
  const recorded = replies.filter((reply) => reply.kind === kind && reply.via === asked.via)
  if (recorded.length === 0) return WELL
  return asReply(pick(recorded, random), kind === 'unknown' && random() < 0.5)
}

function asReply(reply: RecordedReply, isBilled: boolean): Fate {
  // A server in a hurry: the run must not stand still for the waits that were recorded.
  const isShort = reply.kind === 'wait' || reply.kind === 'retry'
  const headers = { ...reply.headers, ...(isShort ? { 'retry-after-ms': '5' } : {}) }
  const failure = `${reply.kind} ${reply.id}`
  return { kind: 'reply', failure, status: reply.status ?? 500, headers, body: reply.body, isBilled }
}

export function pick<T>(list: readonly T[], random: () => number): T {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}
