// A clock that jumps to the next thing that is waited for: minutes of pauses pass in a moment, in their right order.

export interface SimulatedClock {
  now(): Date
  /** Milliseconds since it was made. */
  elapsed(): number
  sleep(ms: number): Promise<void>
  /** Lets time pass until the work is done. Throws where nothing is left to wait for, or after `mostMs`. */
  runUntil<T>(work: Promise<T>, mostMs?: number): Promise<T>
}

const HOUR_MS = 3_600_000

export function makeClock(begin: Date): SimulatedClock {
  let at = begin.getTime()
  let sleepers: { readonly until: number; readonly wake: () => void }[] = []
  return {
    now: () => new Date(at),
    elapsed: () => at - begin.getTime(),
    sleep: (ms) => new Promise((wake) => sleepers.push({ until: at + ms, wake })),
    async runUntil(work, mostMs = HOUR_MS) {
      let isDone = false
      const end = () => {
        isDone = true
      }
      work.then(end, end)
      for (;;) {
        // Whatever can go on without time passing goes on first.
        for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
        if (isDone) return await work
        const next = sleepers.reduce((first, one) => (one.until < first.until ? one : first), sleepers[0] ?? stuck())
        if (next.until - begin.getTime() > mostMs) throw new Error(`not done after ${mostMs} ms`)
        sleepers = sleepers.filter((one) => one !== next)
        at = Math.max(at, next.until)
        next.wake()
      }
    },
  }
}

function stuck(): never {
  throw new Error('nothing is waited for, and the work is not done')
}
