// What a command meets in the record: a dispatch of the workflow, or an answer at once. Pure, and reads only: the run that is dispatched
// reads comment and record again and decides itself, so a record that moved on in between costs nothing but a run.
import { renderHelp } from './answers.ts'
import { codeSpan } from './code-span.ts'
import type { Command } from './command.ts'
import { type Answer, answer, dispatch, findMeantJob, isOn, type Jobs, type ReadRecord, type Situation } from './situation.ts'
import { standApprove } from './stand-approve.ts'
import { standCancel, standRerun, standResume, standRun } from './stand-go-on.ts'
import { standSwitch } from './stand-switch.ts'
import { renderStatus } from './status-answer.ts'

const EMPTY: Jobs = { jobs: [], holder: null, interval: null, cancel: null }

export function answerFromRecord(command: Command, read: ReadRecord, situation: Situation): Answer {
  if (command.verb === 'help') return answer(renderHelp())
  if (read.kind === 'unreadable') return answerUnreadable(command, read.why, situation)
  const record = read.kind === 'record' ? read.record : EMPTY
  switch (command.verb) {
    case 'status':
      return answer(renderStatus(findMeantJob(record, situation.pullRequest), record, situation))
    case 'run':
      return standRun(command, record, situation)
    case 'approve':
      return standApprove(command, record, situation)
    case 'switch':
      return standSwitch(command, record, situation)
    case 'resume':
      return standResume(record, situation)
    case 'rerun':
      return standRerun(record, situation)
    case 'cancel':
      return standCancel(record, situation)
  }
}

/** Whether `run` could spend without another approval, which takes an approver: it goes on with what is approved, or approves by itself. */
export function runSpends(read: ReadRecord, pullRequest: number, approveUnderUsd: number): boolean {
  if (approveUnderUsd > 0) return true
  const jobs = read.kind === 'record' ? read.record.jobs : []
  const job = jobs.find((one) => isOn(one, pullRequest))
  return job?.approvedEstimate != null && !['completed', 'awaiting_approval'].includes(job.status)
}

/** Without the record nobody knows what was paid: only a person's word starts over. */
function answerUnreadable(command: Command, why: string, situation: Situation): Answer {
  if (command.verb === 'run' && command.paysAgain) {
    return dispatch(
      situation,
      'run',
      'Starting over without the record, which can’t be read. It asks for approval of a new estimate first.',
    )
  }
  return answer(
    `The record of jobs on \`refs/nehemvix/state\` can’t be read (${codeSpan(why, 200)}), so nothing was done: without it nobody knows what is paid for already. If it was made by a newer Nehemvix, use that one. To start over and pay again, type \`/nehemvix run --pay-again\`.`,
  )
}
