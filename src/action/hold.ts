// One run at a time works on a repository: the holder in the record. Taken and given back by compare-and-swap.
import type { GitHub, Repository } from '../github/client.ts'
import { moveRecord } from '../github/move-record.ts'
import type { SpendingInterval, StateRecord } from '../github/state-record.ts'
import { isRunAlive } from '../github/workflow-run.ts'

export type Held =
  /** `left` is the interval that a vanished run left open: what it may have spent that no saved state knows of. */
  | { readonly kind: 'ours'; readonly record: StateRecord; readonly left: SpendingInterval | null }
  | { readonly kind: 'held'; readonly runId: number }
  | { readonly kind: 'failed'; readonly why: string }

export const isHeldBy = ({ holder }: StateRecord, one: { readonly runId: number; readonly attempt: number }): boolean =>
  holder?.runId === one.runId && holder.attempt === one.attempt

/** `replaces`: the head of a record that can't be read, where a person starts over without it. */
export async function takeHold(
  github: GitHub,
  repository: Repository,
  me: { readonly runId: number; readonly attempt: number },
  record: StateRecord,
  now: Date,
  replaces: string | null = null,
): Promise<Held> {
  const before = record.holder
  // Where GitHub does not say whether it lives, it is taken to live: two spenders are worse than a wait. A repeated run keeps its id, and
  // two jobs of one run have the same: only its earlier attempts are over.
  if (before !== null && (await isRunAlive(github, repository, before.runId, before.attempt)) !== false)
    return { kind: 'held', runId: before.runId }
  const moved = await moveRecord(
    github,
    repository,
    (newest) =>
      (before === null ? newest.holder === null : isHeldBy(newest, before))
        ? // A wish to stop was for whoever worked before.
          { ...newest, cancel: null, holder: { runId: me.runId, attempt: me.attempt, since: now.toISOString() } }
        : null,
    { replaces },
  )
  switch (moved.kind) {
    case 'moved':
      return { kind: 'ours', record: moved.record, left: moved.record.interval }
    case 'unchanged':
      return { kind: 'held', runId: moved.record.holder?.runId ?? 0 }
    case 'lost':
      return { kind: 'failed', why: moved.why }
  }
}
