// What `switch` meets: a provider nobody agreed to, a model that is in use, a job that works or is finished.
import type { RecordedJob } from '../github/state-record.ts'
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
  if (job.models[0] === model) {
    return answer(
      `The ${sayJob(job, situation)} uses ${codeSpan(model)} already: nothing was switched. \`/nehemvix resume\` goes on with it.`,
    )
  }
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
  return dispatch(situation, 'resume', `Switch of the ${sayJob(job, situation)} to ${codeSpan(model)}.${consent}`, {
    job: job.job,
    models: model,
  })
}

/** An approved estimate named the providers of the job's models: they see the code already. */
function isConsented(provider: string, job: RecordedJob, { consent, providerOf }: Situation): boolean {
  if (provider === 'offline' || consent.includes(provider)) return true
  return job.approvedEstimate !== null && job.models.some((one) => providerOf(one) === provider)
}

function sayConsent(model: string, provider: string): string {
  return [
    `Nobody has agreed yet that ${codeSpan(provider)} may see the code of this repository, so nothing was sent or switched. Either agree to it for this job:`,
    `\`\`\`text\n/nehemvix switch ${model} --consent\n\`\`\``,
    'or for all jobs, in `.github/nehemvix.yml` on the default branch, and type your command again:',
    `\`\`\`yaml\nconsent: [${provider}]\n\`\`\``,
  ].join('\n\n')
}
