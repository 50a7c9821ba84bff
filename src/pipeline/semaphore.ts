/** Lets at most `limit` pieces of work run at once, in the order in which they came. LangGraph's own limit loses branches. */
export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createSemaphore(limit: number): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (running >= limit) await new Promise<void>((start) => waiting.push(start))
      else running++
      try {
        return await work()
      } finally {
        // The place is handed on, not freed, so that nobody slips in between.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
