// The words of the product as closed lists. Imports nothing; read it first.

export const STAGES = [
  'scan',
  'estimate',
  'file-summaries',
  'folder-summaries',
  'overview',
  'sections',
  'grounding',
  'guide',
  'publish',
] as const
export type Stage = (typeof STAGES)[number]

/** The stages whose units a model writes, in the order in which they run. */
export const PAID_STAGES = ['file-summaries', 'folder-summaries', 'overview', 'sections'] as const
export type PaidStage = (typeof PAID_STAGES)[number]

export const PAUSE_KINDS = [
  'paused_quota',
  'paused_provider',
  'paused_cap',
  'paused_key',
  'paused_request',
  'paused_outcome',
  'paused_state',
] as const
export type PauseKind = (typeof PAUSE_KINDS)[number]

export const JOB_STATUSES = [
  'running',
  'awaiting_approval',
  ...PAUSE_KINDS,
  'interrupted',
  'cancelled',
  'failed',
  'completed',
] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const CALL_STATUSES = ['IN_FLIGHT', 'SUCCEEDED', 'FAILED', 'OUTCOME_UNKNOWN'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

/** What a provider's failure is; `pipeline/on-failure.ts` says what each leads to. */
export const FAILURE_KINDS = [
  'wait',
  'retry',
  'swap',
  'key',
  'request',
  'too-long',
  'refused',
  'cut-off',
  'gone',
  'unknown',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

export const AUDIENCES = ['beginner', 'senior', 'architect'] as const
export type Audience = (typeof AUDIENCES)[number]

/** Why a tracked file is not read. */
export const SKIP_REASONS = [
  'binary',
  'generated',
  'vendored',
  'lock file',
  'too large',
  'submodule',
  'symbolic link',
  'guide',
  'excluded',
  'not included',
  'unreadable',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]
