import type { StopReason } from '../pipeline/context.ts'

/** A person's, or another process's, wish that nothing new is sent. The first reason stays. */
export interface StopFlag {
  readonly reason: StopReason | null
  stop(reason: StopReason): void
  /** Called at once if it is stopped already. Returns what takes the listener off again. */
  onStop(listener: (reason: StopReason) => void): () => void
}

export function createStopFlag(): StopFlag {
  let reason: StopReason | null = null
  const listeners = new Set<(reason: StopReason) => void>()
  return {
    get reason() {
      return reason
    },
    stop(why) {
      if (reason !== null) return
      reason = why
      for (const listener of listeners) listener(why)
    },
    onStop(listener) {
      if (reason !== null) listener(reason)
      else listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
