// The commands that work on a job: signals, questions on a terminal, result and exit code.
import { cancelJob, jobStatus } from '../job/cancel-job.ts'
import type { JobEvent, Surroundings } from '../job/open-job.ts'
import type { JobRequest } from '../job/request.ts'
import type { JobResult } from '../job/result.ts'
import { createStopFlag } from '../job/stop-flag.ts'
import { Refusal } from '../refusal.ts'
import { foreignFolder, refuseFolderAsJob, refuseNoFolder } from './arguments.ts'
import { askYes } from './ask-yes.ts'
import { exitCodeOf } from './exit-code.ts'
import type { Invocation } from './options.ts'
import type { Printer } from './print.ts'
import { estimateLines, standing } from './result-lines.ts'
import { onSignals } from './signals.ts'
import { HERE, type TypedHere, typeNext } from './type-next.ts'
import { columnsOf, wrapText } from './wrap.ts'

type JobInvocation = Extract<Invocation, { kind: 'job' | 'cancel' | 'status' }>

export async function runCommand(invocation: JobInvocation, printer: Printer): Promise<number> {
  const here = await typedHere(invocation)
  try {
    switch (invocation.kind) {
      case 'status':
        return await showStatus(invocation, here)
      case 'cancel':
        return await cancel(invocation, here, printer)
      case 'job':
        return await work(invocation, here, printer)
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.next === null) throw error
    const command = `nehemvix ${invocation.kind === 'job' ? invocation.request.operation : invocation.kind}`
    // An option alone is no command.
    throw new Refusal(error.message, typeNext(error.next.startsWith('--') ? `${command} ${error.next}` : error.next, here))
  }
}

/** Throws Refusal where the argument is no folder, or a folder in the place of a job. */
async function typedHere(invocation: JobInvocation): Promise<TypedHere> {
  if (invocation.kind !== 'job') {
    refuseFolderAsJob(`nehemvix ${invocation.kind}`, invocation.job)
    return { ...HERE, state: invocation.state }
  }
  const { operation, directory, job, state, capUsd } = invocation.request
  refuseFolderAsJob(`nehemvix ${operation}`, job)
  refuseNoFolder(`nehemvix ${operation}`, directory)
  return { state, folder: await foreignFolder(directory), capUsd: operation === 'estimate' ? capUsd : null }
}

async function work({ request, json }: Extract<JobInvocation, { kind: 'job' }>, here: TypedHere, printer: Printer) {
  printer.begin()
  const result = await drive(request, here, printer)
  const mayAsk = !json && process.stdin.isTTY === true && process.stderr.isTTY === true && request.operation !== 'estimate'
  const answered = mayAsk ? await askPerson(request, result, here, printer) : result
  if (answered === null) return exitCodeOf(result.status)
  // An estimate that was made is all that was asked for, however the job stands. While outcomes are unknown none is made.
  const isMade = answered.error === null && answered.estimate !== null && answered.status !== 'paused_outcome'
  const isEstimated = request.operation === 'estimate' && isMade
  printer.result(answered, here, isEstimated)
  return isEstimated ? 0 : exitCodeOf(answered.status)
}

/** Up to the end or the next question. Ctrl-C stops it between calls, a second one at once. */
async function drive(request: JobRequest, here: TypedHere, printer: Printer): Promise<JobResult> {
  const { runJob } = await import('../job/run-job.ts')
  const stop = createStopFlag()
  const offSignals = onSignals(() => {
    if (stop.reason === 'interrupted') {
      printer.ending(
        '\nEnded at once. What was in flight may have been billed: the next command counts it.',
        typeNext('nehemvix status', here),
      )
      process.exit(130)
    }
    stop.stop('interrupted')
    printer.say('\nStopping: nothing new is sent, calls in flight are waited for. Once more to end at once.')
  })
  const surroundings: Surroundings = {
    environment: process.env,
    now: () => new Date(),
    report: (event) => printer.event(eventIn(event, here)),
    stop,
  }
  try {
    const result = await runJob(request, surroundings)
    const { error, paused } = result
    return {
      ...result,
      error: error && { ...error, next: error.next && typeNext(error.next, here) },
      paused: paused && { ...paused, next: typeNext(paused.next, here) },
    }
  } finally {
    offSignals()
  }
}

const eventIn = (event: JobEvent, here: TypedHere): JobEvent =>
  event.type === 'paused' ? { ...event, pause: { ...event.pause, next: typeNext(event.pause.next, here) } } : event

/** On a terminal approval and consent are asked for. null: the answer was no, and everything is said. */
async function askPerson(request: JobRequest, result: JobResult, here: TypedHere, printer: Printer): Promise<JobResult | null> {
  if (result.status !== 'awaiting_approval' && result.status !== 'consent_required') return result
  printer.result(result, here)
  const isApproval = result.status === 'awaiting_approval'
  if (!(await askYes(isApproval ? 'Approve, and let these providers see the code?' : 'Agree, and go on?'))) {
    printer.say('Nothing was sent.')
    return null
  }
  const consent = isApproval ? request.consent : (result.error?.next?.match(/--consent (\S+)/)?.[1]?.split(',') ?? [])
  const models = isApproval ? null : request.models
  const operation = isApproval ? 'approve' : 'resume'
  return await drive({ ...request, operation, job: result.job, models, consent }, here, printer)
}

async function cancel(invocation: Extract<JobInvocation, { kind: 'cancel' }>, here: TypedHere, printer: Printer) {
  const { result, isFlagged } = await cancelJob(invocation, process.env, new Date())
  if (isFlagged) printer.say('The process that runs it was told: it sends nothing new, and ends when its calls have settled.')
  printer.result(result, here)
  return 0
}

async function showStatus(invocation: Extract<JobInvocation, { kind: 'status' }>, here: TypedHere): Promise<number> {
  const { result, isRunning } = await jobStatus(invocation, process.env, new Date())
  if (invocation.json) process.stdout.write(`${JSON.stringify(result)}\n`)
  else process.stdout.write(`${statusLines(result, isRunning, here).join('\n')}\n`)
  return 0
}

function statusLines(result: JobResult, isRunning: boolean, here: TypedHere): string[] {
  const columns = columnsOf(process.stdout)
  const prose = (text: string) => wrapText(text, columns)
  const isLeft = result.status === 'running' && !isRunning
  const stands = isLeft ? 'its process ended in mid-run' : result.status
  const lines = prose(`Job ${result.job}, run ${result.run}: ${stands}, stage ${result.stage}.`)
  // What is asked for now stands in the estimate; the pause before it is over.
  if (result.status === 'awaiting_approval') lines.push(...estimateLines(result, here, columns))
  else {
    lines.push(...prose(standing(result)))
    if (result.paused) lines.push(...prose(result.paused.message), `Next: ${typeNext(result.paused.next, here)}`)
    else if (isLeft || result.status === 'interrupted' || result.status === 'failed')
      lines.push(`Next: ${typeNext('nehemvix resume', here)}`)
  }
  if (result.guide.length > 0) lines.push(...prose(`Guide: ${result.guide.join(', ')}`))
  return lines
}
