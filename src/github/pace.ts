// GitHub allows 80 writes a minute: 40 at once, which is more than a small job takes, then two in three seconds.

const AT_ONCE = 40
const PER_SECOND = 2 / 3

/** Resolves when the next write may leave. */
export function newPace(wait: (ms: number) => Promise<unknown>, now: () => number = Date.now): () => Promise<void> {
  let left = AT_ONCE
  let countedAt = now()
  return async () => {
    const at = now()
    left = Math.min(AT_ONCE, left + ((at - countedAt) / 1000) * PER_SECOND) - 1
    countedAt = at
    if (left < 0) await wait((-left / PER_SECOND) * 1000)
  }
}
