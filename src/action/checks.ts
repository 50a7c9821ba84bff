// What is looked at before anything is paid: an approval that is void, and a guide that could not be published.
import type { Publication } from '../commands/report.ts'
import { checkBeforePaying, type Finding } from '../github/before-paying.ts'
import type { RecordedJob, StateRecord } from '../github/state-record.ts'
import { Refusal } from '../refusal.ts'
import type { Runner } from './event.ts'
import type { Ground } from './ground.ts'
import type { Order } from './order.ts'
import { headOf } from './source-commit.ts'

/** The job that an order means, as the record knows it. */
export const meantJob = (record: StateRecord, order: Order): RecordedJob | null =>
  (order.job === null ? record.jobs[0] : record.jobs.find((job) => job.job === order.job)) ?? null

/** An approval binds source commit and configuration: a yes to one is no yes to another. Throws Refusal. */
export async function refuseVoidApproval(
  order: Order,
  record: StateRecord,
  ground: Ground,
  { repository }: Runner,
): Promise<void> {
  const job = meantJob(record, order)
  if (order.operation !== 'approve' || job === null) return
  const head = await headOf(ground.github, repository, job.targetBranch)
  const what =
    head !== job.sourceCommit
      ? `${job.targetBranch} has moved on from ${job.sourceCommit.slice(0, 7)} to ${head.slice(0, 7)}`
      : job.configuration !== ground.configurationDigest
        ? 'the configuration, or an input of the workflow, has changed'
        : null
  if (what === null) return
  throw new Refusal(
    `Since estimate ${job.estimate?.id ?? ''} was made, ${what}: it is void, and nothing was approved. What is finished and unchanged is not paid for again.`,
    '/nehemvix run',
  )
}

/** Returns what people should know before they approve. Throws Refusal where the guide could not get to where it belongs. */
export async function refuseUnpublishable(
  ground: Ground,
  { repository }: Runner,
  targetBranch: string,
): Promise<readonly Finding[]> {
  const findings = await checkBeforePaying(ground.github, repository, { branch: ground.guideBranch, base: targetBranch })
  const refused = findings.find((finding) => finding.kind === 'refuse')
  if (refused) throw new Refusal(`${refused.message} Nothing was sent.`, refused.next)
  return findings
}

/** In words; nothing where the guide was pushed since, or refused: that answers what could not be known. */
export const stillOpen = (findings: readonly Finding[], publication: Publication | null): string[] =>
  publication === null ? findings.map(({ message, next }) => `${message} ${next}`) : []
