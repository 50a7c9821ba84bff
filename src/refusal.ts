/** Wrong use or configuration (exit 2): what is wrong, and what to type next. Nothing was spent. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly next: string | null
  constructor(message: string, next: string | null = null) {
    super(message)
    this.next = next
  }
}
