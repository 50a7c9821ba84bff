// The commands that work on a job: signals, questions on a terminal, result and exit code.
import { createInterface } from 'node:readline/promises'
import { cancelJob, jobStatus } from '../job/cancel-job.ts'
import type { JobEvent } from '../job/open-job.ts'
import type { JobRequest } from '../job/request.ts'
import type { JobResult } from '../job/result.ts'
import { createStopFlag } from '../job/stop-flag.ts'
import { exitCodeOf } from './exit-code.ts'
import type { Invocation } from './options.ts'
import { estimateLines, namingState, type Printer, standing } from './print.ts'

type JobInvocation = Extract<Invocation, { kind: 'job' | 'cancel' | 'status' }>

export async function runCommand(invocation: JobInvocation, printer: Printer): Promise<number> {
  if (invocation.kind === 'status') return await showStatus(invocation)
  if (invocation.kind === 'cancel') {
    const { result, isFlagged } = await cancelJob(invocation, process.env, new Date())
    if (isFlagged)
      process.stderr.write('The process that runs it was told: it sends nothing new, and ends when its calls have settled.\n')
    printer.result(result)
    return 0
  }
  const { request, json } = invocation
  const { runJob } = await import('../job/run-job.ts')
  const result = withState(await runJob(request, surroundings(printer, request.state)), request.state)
  const mayAsk = !json && process.stdin.isTTY === true && process.stderr.isTTY === true && request.operation !== 'estimate'
  const answered = mayAsk ? await askPerson(request, result, printer) : result
  if (answered === null) return exitCodeOf(result.status)
  printer.result(answered, request.state)
  // An estimate that was made is all that was asked for.
  return request.operation === 'estimate' && answered.status === 'awaiting_approval' ? 0 : exitCodeOf(answered.status)
}

function withState(result: JobResult, state: string | null): JobResult {
  const { error, paused } = result
  return {
    ...result,
    error: error && { ...error, next: error.next && namingState(error.next, state) },
    paused: paused && { ...paused, next: namingState(paused.next, state) },
  }
}

function surroundings(printer: Printer, state: string | null) {
  const stop = createStopFlag()
  const onSignal = () => {
    if (stop.reason === 'interrupted') process.exit(130)
    stop.stop('interrupted')
    process.stderr.write('\nStopping: nothing new is sent, calls in flight are waited for. Once more to end at once.\n')
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    environment: process.env,
    now: () => new Date(),
    report: (event: JobEvent) => printer.event(event.type === 'paused' ? pausedIn(event, state) : event),
    stop,
  }
}

/** On a terminal approval and consent are asked for. null: the answer was no, and everything is said. */
async function askPerson(request: JobRequest, result: JobResult, printer: Printer): Promise<JobResult | null> {
  if (result.status !== 'awaiting_approval' && result.status !== 'consent_required') return result
  printer.result(result, request.state)
  const isApproval = result.status === 'awaiting_approval'
  const question = isApproval ? 'Approve, and let these providers see the code? [y/N] ' : 'Agree, and go on? [y/N] '
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await prompt.question(question).catch(() => '')
  prompt.close()
  if (!/^y(es)?$/i.test(answer.trim())) {
    process.stderr.write('Nothing was sent.\n')
    return null
  }
  const { runJob } = await import('../job/run-job.ts')
  const consent = isApproval ? request.consent : (result.error?.next?.match(/--consent (\S+)/)?.[1]?.split(',') ?? [])
  const models = isApproval ? null : request.models
  return await runJob(
    { ...request, operation: isApproval ? 'approve' : 'resume', job: result.job, models, consent },
    surroundings(printer, request.state),
  )
}

const pausedIn = (event: Extract<JobEvent, { type: 'paused' }>, state: string | null): JobEvent => ({
  ...event,
  pause: { ...event.pause, next: namingState(event.pause.next, state) },
})

async function showStatus(invocation: Extract<Invocation, { kind: 'status' }>): Promise<number> {
  const { result, isRunning } = await jobStatus(invocation, process.env, new Date())
  if (invocation.json) process.stdout.write(`${JSON.stringify(result)}\n`)
  else process.stdout.write(`${statusLines(result, isRunning, invocation.state).join('\n')}\n`)
  return 0
}

function statusLines(result: JobResult, isRunning: boolean, state: string | null): string[] {
  const isLeft = result.status === 'running' && !isRunning
  const stands = isLeft ? 'its process ended in mid-run' : result.status
  const lines = [`Job ${result.job}, run ${result.run}: ${stands}, stage ${result.stage}.`, standing(result)]
  // What is asked for now stands in the estimate; the pause before it is over.
  if (result.paused && result.status !== 'awaiting_approval')
    lines.push(result.paused.message, `Next: ${namingState(result.paused.next, state)}`)
  else if (isLeft || result.status === 'interrupted' || result.status === 'failed')
    lines.push(`Next: ${namingState('nehemvix resume', state)}`)
  if (result.status === 'awaiting_approval') lines.push(...estimateLines(result, state))
  if (result.guide.length > 0) lines.push(`Guide: ${result.guide.join(', ')}`)
  return lines
}
