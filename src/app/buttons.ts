// The buttons under a check. What identifies one has 20 characters at most, so the job is the check's own `external_id`.
import type { CheckButton } from '../github/check-runs.ts'

export const RESUME_BUTTON: CheckButton = { label: 'Resume', description: 'Go on with what is unfinished', identifier: 'resume' }
export const CANCEL_BUTTON: CheckButton = { label: 'Cancel', description: 'Stop; what is finished stays', identifier: 'cancel' }

export const approveButton = (estimate: string): CheckButton => ({
  label: 'Approve',
  description: 'How to let it spend what it estimated',
  identifier: `approve:${estimate}`.slice(0, 20),
})

export type Button =
  | { readonly verb: 'resume' | 'cancel' }
  /** `estimate` null: the newest. */
  | { readonly verb: 'approve'; readonly estimate: string | null; readonly capUsd: null }

/** null: no button of ours. */
export function readButton(identifier: string): Button | null {
  if (identifier === 'resume' || identifier === 'cancel') return { verb: identifier }
  const estimate = /^approve:(e[0-9a-f]{10})$/.exec(identifier)?.[1]
  return estimate === undefined ? null : { verb: 'approve', estimate, capUsd: null }
}
