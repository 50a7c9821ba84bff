// What is known of connections, shared by all jobs: who may see the code, which are out, how models count tokens.
import type { PauseKind } from '../vocabulary.ts'
import type { Store } from './open.ts'

export interface Exhaustion {
  /** Provider, host, model and fingerprint of the key: another key is another connection. */
  readonly connection: string
  readonly pause: PauseKind
  readonly message: string
  readonly quotaId: string | null
  readonly resetAt: Date | null
  /** null: until a person acts. */
  readonly expiresAt: Date | null
}

export function recordExhaustion(store: Store, exhaustion: Exhaustion, now: Date): void {
  store.write(() =>
    store
      .sql(
        `INSERT OR REPLACE INTO exhaustions (connection, pause, message, quota_id, reset_at, expires_at, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        exhaustion.connection,
        exhaustion.pause,
        exhaustion.message,
        exhaustion.quotaId,
        exhaustion.resetAt?.toISOString() ?? null,
        exhaustion.expiresAt?.toISOString() ?? null,
        now.toISOString(),
      ),
  )
}

export function findExhaustion(store: Store, connection: string, now: Date): Exhaustion | null {
  const found = store
    .sql('SELECT * FROM exhaustions WHERE connection = ? AND (expires_at IS NULL OR expires_at > ?)')
    .get(connection, now.toISOString())
  if (!found) return null
  const row = found as Record<'connection' | 'pause' | 'message', string> &
    Record<'quota_id' | 'reset_at' | 'expires_at', string | null>
  return {
    connection: row.connection,
    pause: row.pause as PauseKind,
    message: row.message,
    quotaId: row.quota_id,
    resetAt: row.reset_at === null ? null : new Date(row.reset_at),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  }
}

/** A person came back: what waited for a person is tried again, once, for free. Quotas with a known time are left alone. */
export function forgetWhatWaitedForAPerson(store: Store): void {
  store.write(() => store.sql('DELETE FROM exhaustions WHERE expires_at IS NULL').run())
}

export function giveConsent(store: Store, provider: { name: string; host: string }, how: string, now: Date): void {
  store.write(() =>
    store
      .sql('INSERT INTO consents (provider, host, how, given_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
      .run(provider.name, provider.host, how, now.toISOString()),
  )
}

export function hasConsent(store: Store, provider: { name: string; host: string }): boolean {
  return store.sql('SELECT 1 FROM consents WHERE provider = ? AND host = ?').get(provider.name, provider.host) !== undefined
}

/** Billed input tokens to counted ones, the highest seen of a model; 1 where nothing was seen. */
export function highestTokenRatio(store: Store, provider: string, model: string): number {
  const row = store.sql('SELECT highest FROM token_ratios WHERE provider = ? AND model = ?').get(provider, model)
  return (row as { highest: number } | undefined)?.highest ?? 1
}

/** Inside the transaction that settles the call. */
export function learnTokenRatio(store: Store, provider: string, model: string, ratio: number): void {
  store
    .sql(
      `INSERT INTO token_ratios (provider, model, highest) VALUES (@provider, @model, @ratio)
       ON CONFLICT DO UPDATE SET highest = max(highest, @ratio)`,
    )
    .run({ provider, model, ratio })
}
