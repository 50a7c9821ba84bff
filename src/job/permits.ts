// Whether money may be spent: pure decisions, with the reason.

export interface Permit {
  readonly estimateHighMicroUsd: number
  /** null: nobody has approved this job yet. */
  readonly capMicroUsd: number | null
  readonly spentMicroUsd: number
  readonly unknownMicroUsd: number
  readonly approveUnderMicroUsd: number
}

export type PermitDecision =
  /** Nothing to ask: `capMicroUsd` holds. */
  | { readonly kind: 'open'; readonly capMicroUsd: number; readonly why: 'free' | 'within the cap' | 'under the threshold' }
  | { readonly kind: 'ask' }

/** Without a cap there was no approval: what costs nothing, or less than the threshold, needs none. With one, only what exceeds it does. */
export function decidePermit(permit: Permit): PermitDecision {
  const total = permit.spentMicroUsd + permit.unknownMicroUsd + permit.estimateHighMicroUsd
  if (permit.capMicroUsd !== null) {
    return total <= permit.capMicroUsd
      ? { kind: 'open', capMicroUsd: permit.capMicroUsd, why: 'within the cap' }
      : { kind: 'ask' }
  }
  if (permit.estimateHighMicroUsd === 0) return { kind: 'open', capMicroUsd: total, why: 'free' }
  if (permit.estimateHighMicroUsd < permit.approveUnderMicroUsd)
    return { kind: 'open', capMicroUsd: total, why: 'under the threshold' }
  return { kind: 'ask' }
}
