export interface Provider {
  /** The name that consent, exhaustion and the ledger know it by. */
  readonly name: string
  readonly host: string
}
