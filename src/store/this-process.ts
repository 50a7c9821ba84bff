import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process, told from every other one that had or will have the same number. */
export interface ThisProcess {
  readonly process: number
  readonly started: string
  /** Host name, boot and process namespace: numbers of processes mean something only within it. */
  readonly host: string
}

export function thisProcess(): ThisProcess {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const namespace = attempt(() => readlinkSync('/proc/self/ns/pid'))
  return { process: process.pid, started: startOf(process.pid), host: `${hostname()} ${boot} ${namespace}`.trim() }
}

/** Whether that very process still runs on this host. Where the system does not tell its start, its number has to do. */
export function isAlive(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  if (now === 'ended') return false
  return now === '' || started === '' || now === started
}

/** Clock ticks since boot, field 22 of /proc/<pid>/stat; the name before it may hold spaces and parentheses. */
function startOf(pid: number): string {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended; only its parent has not looked yet.
  if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
  return fields[19] ?? ''
}

function attempt(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
