// What a job waits for and what is typed next, by its status.
import type { RecordedJob } from '../github/state-record.ts'
import { sayMoment } from './moment.ts'
import { commentFor } from './next-command.ts'

interface Standing extends Pick<RecordedJob, 'status' | 'resetAt' | 'next'> {
  readonly estimate: { readonly id: string } | null
}

/** Nothing but words of ours: what a provider said stands elsewhere. */
export function sayWaitsFor({ status, resetAt, estimate }: Standing, now: Date): string {
  const back = resetAt === null ? null : sayMoment(resetAt, now)
  switch (status) {
    case 'running':
      return 'nothing: it works'
    case 'awaiting_approval':
      return `somebody’s approval${estimate === null ? '' : ` of \`${estimate.id}\``}`
    case 'paused_quota':
      return `the quota${back === null ? '' : `, available again ${back}`}, or another model`
    case 'paused_provider':
      return `the provider${back === null ? '' : `, available again ${back}`}, or another model`
    case 'paused_cap':
      return 'a higher cap'
    case 'paused_key':
      return 'a key that works, or another model'
    case 'paused_request':
      return 'another model'
    case 'paused_outcome':
      return 'somebody’s decision on calls of unknown outcome'
    case 'paused_state':
      return 'somebody’s decision: saved state is missing or can’t be written'
    case 'consent_required':
      return 'somebody’s consent that a provider sees the code'
    case 'interrupted':
      return 'the next run, or somebody who resumes it'
    case 'failed':
      return 'somebody who resumes it'
    default:
      return 'nothing'
  }
}

/** The command to type next, or null where nothing is to be done. */
export function nextCommand({ status, estimate, next }: Standing): string | null {
  switch (status) {
    case 'running':
      return '/nehemvix cancel'
    case 'awaiting_approval':
      return estimate === null ? '/nehemvix approve' : `/nehemvix approve ${estimate.id}`
    case 'completed':
      return '/nehemvix rerun'
    case 'cancelled':
    case 'interrupted':
    case 'failed':
      return commentFor(next) ?? '/nehemvix resume'
    case 'consent_required':
      return commentFor(next)
    default:
      return status.startsWith('paused_') ? (commentFor(next) ?? '/nehemvix resume') : null
  }
}
