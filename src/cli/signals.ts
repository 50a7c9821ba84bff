/** Calls `listener` for Ctrl-C, and where the process is asked to end. Returns what takes it off again. */
export function onSignals(listener: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
