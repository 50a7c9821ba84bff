import type { FailureKind } from '../vocabulary.ts'

/** A provider's failure, understood. */
export interface Failure {
  readonly kind: FailureKind
  /** The provider's own words, one line, at most 300 characters. */
  readonly message: string
  /** The server's wish, in milliseconds from now; null if it has none. */
  readonly retryAfterMs: number | null
  /** When a quota is filled again, where that is said or known. */
  readonly resetAt: Date | null
  readonly quotaId: string | null
  /** The parameter a `request` failure complains about. */
  readonly parameter: string | null
}
