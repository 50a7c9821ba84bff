// The last line of a terminal, written anew while something goes on: what takes long shows that it lives.

const TICK_MS = 1_000
const WIPE = '\r\u001b[2K'

export interface LiveLine {
  /** `text` is asked for again each second, with how long it has been the same. */
  show(text: (sinceMs: number) => string): void
  /** Writes whole lines above it. */
  above(lines: string): void
  /** Wipes it. */
  end(): void
}

export function createLiveLine(options: {
  /** How wide the terminal is now. */
  readonly columns: () => number
  readonly now: () => number
  readonly err: (text: string) => void
}): LiveLine {
  const { columns, now, err } = options
  let current: { readonly text: (sinceMs: number) => string; readonly since: number } | null = null
  let shown = ''
  let timer: NodeJS.Timeout | null = null
  const wipe = () => {
    if (shown !== '') err(WIPE)
    shown = ''
  }
  const draw = () => {
    const next = current === null ? '' : fitLine(current.text(now() - current.since), columns())
    if (next === shown) return
    wipe()
    shown = next
    err(shown)
  }
  return {
    show(text) {
      current = { text, since: current !== null && current.text(0) === text(0) ? current.since : now() }
      draw()
      timer ??= setInterval(draw, TICK_MS).unref()
    },
    above(lines) {
      wipe()
      err(lines)
      draw()
    },
    end() {
      if (timer !== null) clearInterval(timer)
      timer = null
      current = null
      wipe()
    },
  }
}

/** Cut to the width of a terminal: a line that wraps can't be wiped. */
function fitLine(line: string, columns: number): string {
  const room = Math.max(10, columns - 1)
  return line.length <= room ? line : `${line.slice(0, room - 1)}…`
}
