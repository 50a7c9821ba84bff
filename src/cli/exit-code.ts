import type { ResultStatus } from '../job/result.ts'

/** The exit code of a status, for commands that work on a job. */
const EXIT_CODES: Readonly<Record<ResultStatus, number>> = {
  completed: 0,
  running: 1,
  failed: 1,
  paused_quota: 3,
  paused_provider: 3,
  paused_cap: 3,
  paused_key: 3,
  paused_request: 3,
  paused_outcome: 3,
  paused_state: 3,
  awaiting_approval: 4,
  consent_required: 5,
  held: 6,
  cancelled: 7,
  interrupted: 130,
}

/** Exit code of a fault, or of what the system refused. */
export const EXIT_FAILED = 1

/** Exit code of wrong use or configuration. */
export const EXIT_REFUSED = 2

export const exitCodeOf = (status: ResultStatus | null): number => (status === null ? EXIT_REFUSED : EXIT_CODES[status])
