// `nehemvix explain`: what recorded failures mean. Sends nothing.
import { z } from 'zod'
import { toMessage } from '../models/classify/message.ts'
import { classifyFailure } from '../models/classify.ts'
import type { Failure } from '../models/failure.ts'
import type { CallFailure } from '../models/model.ts'
import { ON_FAILURE } from '../pipeline/on-failure.ts'
import { Refusal } from '../refusal.ts'

const EXPECTED_FORM =
  'It must be one JSON object or an array of {"provider": "openai", "via": "openai" or "anthropic", "status": 429 or null, "headers": {"retry-after": "20"}, "body": …}.'
const EXAMPLE = `echo '{"provider": "openai", "status": 429, "body": "…"}' | nehemvix explain`

const headerValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).transform((value) => String(value))

const recordedFailure = z.looseObject({
  provider: z.string(),
  via: z.enum(['openai', 'anthropic']).default('openai'),
  status: z.int().min(100).max(999).nullable(),
  headers: z
    .record(z.string(), headerValue)
    .nullish()
    .transform((headers) => headers ?? {}),
  body: z.unknown(),
})

function parseJson(input: string): unknown {
  if (input.trim() === '') throw new Refusal(`There is nothing to explain: the input is empty. ${EXPECTED_FORM}`, EXAMPLE)
  try {
    return JSON.parse(input.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(`The input is not JSON: ${reason.slice(0, 200)}. ${EXPECTED_FORM}`, EXAMPLE)
  }
}

function toCallFailure(entry: unknown, position: string): CallFailure {
  const checked = recordedFailure.safeParse(entry)
  if (!checked.success) {
    const faults = checked.error.issues.map((issue) =>
      issue.path.length === 0 ? issue.message : `"${issue.path.join('.')}": ${issue.message}`,
    )
    throw new Refusal(`${position} is no recorded failure. ${faults.join('; ')}. ${EXPECTED_FORM}`, EXAMPLE)
  }
  const { provider, via, status, headers, body } = checked.data
  return { provider, via, status, headers, body: body ?? '', sent: true, requestId: null }
}

const toSeconds = (milliseconds: number | null): number | null => (milliseconds === null ? null : milliseconds / 1000)

function toJsonLine(failure: Failure): string {
  return JSON.stringify({
    kind: failure.kind,
    retry_after_s: toSeconds(failure.retryAfterMs),
    reset_at: failure.resetAt?.toISOString() ?? null,
    quota_id: failure.quotaId,
    what_happens: ON_FAILURE[failure.kind].whatHappens,
  })
}

function toText(call: CallFailure, failure: Failure): string[] {
  const seconds = toSeconds(failure.retryAfterMs)
  return [
    `${toMessage(call.provider)}, ${call.status === null ? 'no response' : `status ${call.status}`}: ${failure.kind}`,
    ...(failure.message === '' ? [] : [`  Message: ${failure.message}`]),
    ...(failure.parameter === null ? [] : [`  Parameter: ${failure.parameter}`]),
    ...(failure.quotaId === null ? [] : [`  Quota: ${failure.quotaId}`]),
    ...(seconds === null ? [] : [`  It asks to wait ${seconds} s.`]),
    ...(failure.resetAt === null ? [] : [`  Filled again at ${failure.resetAt.toISOString()}.`]),
    `  ${ON_FAILURE[failure.kind].whatHappens}`,
  ]
}

/**
 * Explains one recorded failure or an array of them. With `json` one line for each, in the contract's form; else text for people.
 * Throws a Refusal that names the first entry that is none.
 */
export function explainFailures(input: string, options: { json: boolean; now: Date }): { lines: string[] } {
  const parsed = parseJson(input)
  const calls = Array.isArray(parsed)
    ? parsed.map((entry: unknown, index) => toCallFailure(entry, `Entry ${index + 1}`))
    : [toCallFailure(parsed, 'The input')]
  const explained = calls.map((call) => ({ call, failure: classifyFailure(call, options.now) }))
  if (options.json) return { lines: explained.map(({ failure }) => toJsonLine(failure)) }
  return { lines: explained.flatMap(({ call, failure }, index) => [...(index === 0 ? [] : ['']), ...toText(call, failure)]) }
}
