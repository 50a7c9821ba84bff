// The deliveries that this instance has in hand or has seen lately. Only to save work: that a comment is handled once is the claim's part.

/** Some minutes of a busy hour. */
const MOST_REMEMBERED = 2_000

export interface Deliveries {
  /** Runs `work` unless this delivery is in hand or done; then what came of it counts. One that failed may come again. */
  take(id: string, work: () => Promise<void>): Promise<void>
  /** Resolves when nothing is in hand, or when so many milliseconds have passed. Says how many were left. */
  settle(ms: number): Promise<number>
}

export function newDeliveries(): Deliveries {
  const known = new Map<string, Promise<void>>()
  const inHand = new Set<Promise<void>>()
  return {
    take(id, work) {
      const before = known.get(id)
      if (before !== undefined) return before
      const done = work()
      known.set(id, done)
      inHand.add(done)
      const [oldest] = known.keys()
      if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
      done.catch(() => known.delete(id)).finally(() => inHand.delete(done))
      return done
    },
    async settle(ms) {
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, ms)
      await Promise.race([Promise.allSettled(inHand), timeout.promise])
      clearTimeout(timer)
      return inHand.size
    },
  }
}
