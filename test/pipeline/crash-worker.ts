// A child of its own that runs a job from the sources and kills itself at the k-th commit of the store.
// argv: one JSON object {request: JobRequest, killAtCommit: number | null}. Prints one JSON line with the commits and the result.

import { runJob } from '../../src/job/run-job.ts'
import { createStopFlag } from '../../src/job/stop-flag.ts'

const { request, killAtCommit } = JSON.parse(process.argv[2] ?? '{}')
let commits = 0
const result = await runJob(request, {
  environment: process.env,
  now: () => new Date(),
  report: () => {},
  stop: createStopFlag(),
  onCommit: (count) => {
    commits = count
    // Not a promise, not a timer: nothing of this process runs after this line.
    if (count === killAtCommit) process.kill(process.pid, 'SIGKILL')
  },
})
process.stdout.write(`${JSON.stringify({ commits, result })}\n`)
