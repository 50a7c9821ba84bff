// What others write into the record while a run works: a wish to stop, or that another run has taken over.
import { readRecord } from '../github/read-record.ts'
import type { Carrier } from './carry.ts'
import { isHeldBy } from './hold.ts'

/** GITHUB_TOKEN has 1,000 requests an hour for a repository: a look takes one. */
const POLL_MS = 15_000

export interface RecordWatch {
  end(): void
}

/** `jobId` null: the job is not known yet. A look that fails tells nothing. */
export function watchRecord(
  carrier: Carrier,
  jobId: () => string | null,
  onStop: (why: 'cancelled' | 'fenced') => void,
): RecordWatch {
  const look = async () => {
    const read = await readRecord(carrier.github, carrier.repository)
    if (read.kind !== 'record') return
    const job = jobId()
    if (job !== null && read.record.cancel?.job === job) onStop('cancelled')
    if (!isHeldBy(read.record, carrier)) onStop('fenced')
  }
  // Tests have no quarter of a minute.
  const everyMs = Number(process.env.NEHEMVIX_POLL_MS) || POLL_MS
  const poll = setInterval(() => void look().catch(() => undefined), everyMs)
  poll.unref()
  return { end: () => clearInterval(poll) }
}
