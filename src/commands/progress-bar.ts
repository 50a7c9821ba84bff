const WIDTH = 20

/** `█████████░░░░░░░░░░░ 31 of 64 units`; full only when all are done. */
export function progressBar({ done, total }: { readonly done: number; readonly total: number }): string {
  const full = total === 0 ? 0 : Math.floor((Math.min(done, total) * WIDTH) / total)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done} of ${total} units`
}
