// Replies of providers as they were recorded, for scripts of the stand-in.
import { readFileSync } from 'node:fs'

export interface RecordedReply {
  readonly id: string
  readonly provider: string
  readonly via: 'openai' | 'anthropic'
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly kind: string
  readonly quota_id: string | null
}

/** Every recorded failure of `test/fixtures/provider-errors`. */
export function recordedReplies(): RecordedReply[] {
  return ['recorded', 'more'].flatMap(
    (name) =>
      JSON.parse(readFileSync(new URL(`../fixtures/provider-errors/${name}.json`, import.meta.url), 'utf8')) as RecordedReply[],
  )
}

/** One of them as an action of the stand-in. Throws where there is none of that id. */
export function recordedReply(id: string): { status: number; headers: Readonly<Record<string, string>>; body: unknown } {
  const reply = recordedReplies().find((one) => one.id === id)
  if (reply?.status == null) throw new Error(`no recorded reply ${id}`)
  return { status: reply.status, headers: reply.headers, body: reply.body }
}

export const DAILY_QUOTA_ID = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'
