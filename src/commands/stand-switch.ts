// What `switch` meets: a provider nobody agreed to, a model that is in use, a job that works or is finished.
import type { RecordedJob } from '../github/state-record.ts'
import { printUsd } from '../money/usd.ts'
import { codeSpan } from './code-span.ts'
import type { Command } from './command.ts'
import {
  type Answer,
  answer,
  dispatch,
  findMeantJob,
  hasMoved,
  type Jobs,
  type Situation,
  sayJob,
  sayMoved,
  sayRun,
  workingRun,
} from './situation.ts'

type Switch = Extract<Command, { verb: 'switch' }>

export function standSwitch(command: Switch, record: Jobs, situation: Situation): Answer {
  const { model } = command
  const job = findMeantJob(record, situation.pullRequest)
  if (job === null) return answer('There is no job to switch. Type `/nehemvix run` to start one.')
  if (job.status === 'completed') {
    return answer(
      `The ${sayJob(job, situation)} is completed: there is nothing left to write with another model. \`/nehemvix rerun\` runs it again.`,
    )
  }
  if (hasMoved(job, situation)) return answer(sayMoved(job, situation))
  const provider = situation.providerOf(model)
  if (provider === null) {
    return answer(
      `The provider of ${codeSpan(model)} is not known. Write it before the model, such as \`/nehemvix switch openai/MODEL\`; a server of your own is a connection with \`base-url\` in \`.github/nehemvix.yml\`. Nothing was switched.`,
    )
  }
  if (!command.hasConsent && !isConsented(provider, job, situation)) return answer(sayConsent(model, provider))
  const run = workingRun(record, job, situation)
  if (run !== null) {
    return answer(
      `${sayRun(run, situation)} works on the ${sayJob(job, situation)} now, and goes on with the model it has. To switch, type \`/nehemvix cancel\`, and this again when it has stopped: what is finished stays.`,
    )
  }
  const consent = command.hasConsent ? ` With it you agree that ${codeSpan(provider)} sees the code of this repository.` : ''
  const { done, total } = job.units
  const rest = total === 0 ? '' : `: ${done} of ${total} units are done and kept, ${codeSpan(model)} does the rest`
  const cap =
    job.capMicroUsd === null
      ? ''
      : ` If that may cost more than the cap of ${printUsd(job.capMicroUsd)} leaves, it asks for approval first.`
  return dispatch(situation, 'resume', `Switch of the ${sayJob(job, situation)} to ${codeSpan(model)}${rest}.${cap}${consent}`, {
    job: job.job,
    models: model,
  })
}

/** An approved estimate named the providers of the job's models: they see the code already. */
function isConsented(provider: string, job: RecordedJob, { consent, providerOf }: Situation): boolean {
  if (provider === 'offline' || consent.includes(provider)) return true
  return job.approvedEstimate !== null && job.models.some((one) => providerOf(one) === provider)
}

/** A command without a consent that is given already. */
export function shortestCommand(command: string | null, job: RecordedJob, situation: Situation): string | null {
  const model = /^\/nehemvix switch (\S+) --consent$/.exec(command ?? '')?.[1]
  const provider = model === undefined ? null : situation.providerOf(model)
  return provider !== null && isConsented(provider, job, situation) ? `/nehemvix switch ${model}` : command
}

function sayConsent(model: string, provider: string): string {
  return [
    `Nobody has agreed yet that ${codeSpan(provider)} may see the code of this repository, so nothing was sent or switched. Either agree to it for this job:`,
    `\`\`\`text\n/nehemvix switch ${model} --consent\n\`\`\``,
    'or for all jobs, in `.github/nehemvix.yml` on the default branch, and type your command again:',
    `\`\`\`yaml\nconsent: [${provider}]\n\`\`\``,
  ].join('\n\n')
}
