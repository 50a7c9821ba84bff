// What happens to the state file between two commands: lost checkpoints, and clocks that jump.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ageLease, deleteCheckpoints } from './books.ts'
import type { Told } from './next-command.ts'

export type RestEvent =
  | 'checkpoints deleted'
  | 'quotas filled again'
  | 'quotas further away'
  | 'lease aged'
  | 'lease in the future'

/** In good weather only time passes, and only where a quota is all that stands in the way. */
export function nextEvent(root: string, random: () => number, isCalm: boolean, last: Told | null): RestEvent | null {
  if (!existsSync(join(root, '.nehemvix', 'nehemvix.db'))) return null
  if (isCalm) {
    const isWaiting = last !== null && last.requests === 0 && last.result.status === 'paused_quota'
    return isWaiting ? moveQuotas(root, -30 * 86_400_000, 'quotas filled again') : null
  }
  const draw = random()
  if (draw < 0.08) {
    deleteCheckpoints(root)
    return 'checkpoints deleted'
  }
  if (draw < 0.28) return moveQuotas(root, -30 * 86_400_000, 'quotas filled again')
  if (draw < 0.31) return moveQuotas(root, 3_600_000, 'quotas further away')
  if (draw < 0.36) {
    ageLease(root, 120_000)
    return 'lease aged'
  }
  if (draw < 0.39) {
    ageLease(root, -86_400_000)
    return 'lease in the future'
  }
  return null
}

/** As if the clock had jumped by as much the other way. */
function moveQuotas(root: string, ms: number, event: RestEvent): RestEvent {
  const db = new Database(join(root, '.nehemvix', 'nehemvix.db'), { timeout: 5_000 })
  try {
    const move = db.prepare('UPDATE exhaustions SET expires_at = ? WHERE connection = ?')
    const rows = db.prepare('SELECT connection, expires_at AS at FROM exhaustions WHERE expires_at IS NOT NULL').all()
    for (const row of rows as { connection: string; at: string }[])
      move.run(new Date(Date.parse(row.at) + ms).toISOString(), row.connection)
    return event
  } finally {
    db.close()
  }
}
