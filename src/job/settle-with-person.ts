// What a person has to say before anything is sent: unknown outcomes, consent to a switch, approval. Decides and writes it down.
import { mayBeSent } from '../pipeline/choose-connection.ts'
import { type Estimate, makeEstimate } from '../pipeline/estimate.ts'
import { consentMessage, outcomePause } from '../pipeline/pauses.ts'
import { switchReason } from '../pipeline/provenance.ts'
import { Refusal } from '../refusal.ts'
import { giveConsent } from '../store/connections.ts'
import { findEstimate, keepEstimate } from '../store/estimates.ts'
import { type ConnectionSettings, mustFindJob, updateJob } from '../store/jobs.ts'
import { jobTotals } from '../store/ledger.ts'
import { decideToldCalls, holdingCalls, isHeldBack, markTold } from '../store/unknown-calls.ts'
import { modeOf } from './find-job.ts'
import { makeContext } from './make-context.ts'
import { type OpenJob, type Surroundings, statedCap } from './open-job.ts'
import { decidePermit } from './permits.ts'
import type { JobRequest } from './request.ts'
import { type JobResult, jobResult } from './result.ts'

export type PersonsWord = { readonly kind: 'go' } | { readonly kind: 'answer'; readonly result: JobResult }

const GO: PersonsWord = { kind: 'go' }

/** `settings` are the connections that `open.connections` were made of. */
export async function settleWithPerson(
  open: OpenJob,
  request: JobRequest,
  surroundings: Surroundings,
  settings: readonly ConnectionSettings[],
): Promise<PersonsWord> {
  refuseWrongOperation(open, request)
  const told = tellUnknownOutcomes(open, request, surroundings)
  if (told) return told
  const { store, job } = open
  if (job.status === 'completed' && request.operation === 'resume') return { kind: 'answer', result: jobResult(store, job.id) }
  // Approved once, the graph would go on: an estimate of what is left is made beside it, and changes nothing else.
  if (request.operation === 'estimate' && job.capMicroUsd !== null && job.status !== 'completed') {
    await estimateRest(open, request, surroundings)
    return { kind: 'answer', result: jobResult(store, job.id) }
  }
  const isSwitch = namesOf(settings) !== namesOf(job.connections)
  // Before the first approval nobody has to agree yet: whoever approves the estimate agrees to whom it names.
  if (isSwitch && job.capMicroUsd !== null) {
    const refused = refuseUnconsented(open)
    if (refused) return refused
  }
  if (job.status === 'paused_outcome') decideToldCalls(store, job.id, surroundings.now())
  if (isSwitch) await switchConnections(open, settings, surroundings)
  else if (JSON.stringify(settings) !== JSON.stringify(job.connections))
    updateJob(store, job.id, { connections: settings }, surroundings.now())
  if (request.operation === 'approve') return approve(open, request, surroundings)
  if (request.operation === 'rerun') return startNextRun(open, surroundings)
  if (request.capUsd !== null && job.capMicroUsd !== null) {
    updateJob(store, job.id, { capMicroUsd: statedCap(request, open.place) }, surroundings.now())
  }
  const isAskedAgain = job.status === 'awaiting_approval' && job.capMicroUsd !== null
  return isSwitch || isAskedAgain ? permitSwitch(open, request, surroundings) : GO
}

function refuseWrongOperation({ job }: OpenJob, request: JobRequest): void {
  if (request.operation === 'rerun' && job.status !== 'completed') {
    throw new Refusal(
      `Job ${job.id} is not finished (${job.status}): there is nothing to run again yet.`,
      `nehemvix resume ${job.id}`,
    )
  }
  if (request.operation !== 'approve') return
  if (job.estimateId === null) throw new Refusal(`Job ${job.id} has no estimate to approve.`, 'nehemvix run')
  if (job.status === 'completed')
    throw new Refusal(`Job ${job.id} is completed: nothing is left to approve.`, `nehemvix status ${job.id}`)
  if (request.estimate !== null && request.estimate !== job.estimateId) {
    throw new Refusal(
      `Estimate ${request.estimate} is not the newest of job ${job.id}: that is ${job.estimateId}. Nothing was approved.`,
      `nehemvix approve ${job.id}`,
    )
  }
}

/** The first command after a crash only records, prints and ends: nothing is sent until a person's next `resume` from that pause. */
function tellUnknownOutcomes({ store, job }: OpenJob, request: JobRequest, { now, report }: Surroundings): PersonsWord | null {
  const untold = holdingCalls(store, job.id, 'untold')
  const isDecided = job.status !== 'paused_outcome' || (request.operation === 'resume' && request.isPerson)
  if (!isHeldBack(untold) && isDecided) return null
  const pause = !isHeldBack(untold) && job.paused ? job.paused : outcomePause(untold, null)
  updateJob(store, job.id, { status: 'paused_outcome', paused: pause }, now())
  report({ type: 'paused', pause })
  markTold(store, job.id, now())
  return { kind: 'answer', result: jobResult(store, job.id) }
}

function refuseUnconsented({ store, job, connections }: OpenJob): PersonsWord | null {
  const strangers = connections.filter((connection) => !mayBeSent({ store }, connection))
  if (strangers.length === 0) return null
  const providers = [...new Set(strangers.map((one) => one.model.provider.name))].join(',')
  const models = connections.map((one) => one.name).join(',')
  const error = { message: consentMessage(strangers), next: `nehemvix resume ${job.id} --model ${models} --consent ${providers}` }
  return { kind: 'answer', result: jobResult(store, job.id, { status: 'consent_required', error }) }
}

async function switchConnections(open: OpenJob, settings: readonly ConnectionSettings[], { now }: Surroundings): Promise<void> {
  const { store, job } = open
  const mode = modeOf(settings)
  if (mode !== job.mode) {
    const text =
      mode === 'offline'
        ? 'offline makes a job of its own, and does not go on with a model’s'
        : 'a job of the offline model is not continued by another'
    throw new Refusal(
      `Job ${job.id} can't switch: ${text}.`,
      mode === 'offline' ? 'nehemvix run' : `nehemvix run --model ${settings[0]?.model}`,
    )
  }
  const [from, to] = [job.connections[0]?.model ?? '', settings[0]?.model ?? '']
  // What nobody had approved has written nothing that the guide could tell of.
  const pendingSwitch =
    from === to || job.capMicroUsd === null
      ? job.pendingSwitch
      : { from, to, why: switchReason(job.paused?.kind ?? null), byPerson: true }
  updateJob(store, job.id, { connections: settings, pendingSwitch }, now())
}

/** A switch needs a new approval only if the rest may exceed the cap. */
async function permitSwitch(open: OpenJob, request: JobRequest, surroundings: Surroundings): Promise<PersonsWord> {
  const { store, job } = open
  // Before the first approval the graph asks; it knows the new connections by then.
  if (job.capMicroUsd === null) return GO
  const estimate = await estimateRest(open, request, surroundings)
  const { spentMicroUsd, unknownMicroUsd } = jobTotals(store, job.id)
  const { capMicroUsd } = mustFindJob(store, job.id)
  const decision = decidePermit({
    estimateHighMicroUsd: estimate.highMicroUsd,
    capMicroUsd,
    spentMicroUsd,
    unknownMicroUsd,
    approveUnderMicroUsd: 0,
  })
  if (decision.kind === 'open') {
    updateJob(store, job.id, { approvedEstimateId: estimate.id }, surroundings.now())
    return GO
  }
  if (request.yes) {
    approveEstimate(open, estimate, request.capUsd === null ? null : statedCap(request, open.place), surroundings)
    return GO
  }
  return askAgain(open, surroundings)
}

async function approve(open: OpenJob, request: JobRequest, surroundings: Surroundings): Promise<PersonsWord> {
  const { store, job } = open
  const cap = statedCap(request, open.place)
  const isApproved = job.estimateId === job.approvedEstimateId
  // Approved and interrupted: there is nothing to ask, so it goes on. Without room under the cap there is.
  if (isApproved && cap === null && job.status !== 'paused_cap') return GO
  if (isApproved && cap === null) {
    await estimateRest(open, request, surroundings)
    return askAgain(open, surroundings)
  }
  const estimate = findEstimate(store, job.estimateId ?? '') as Estimate
  // Prices may have risen since, or what was there already may be gone: a yes to less is no yes to more.
  const today = await estimateRest(open, request, surroundings)
  if (today.highMicroUsd > estimate.highMicroUsd && cap === null) return askAgain(open, surroundings)
  approveEstimate(open, { ...today, highMicroUsd: Math.max(today.highMicroUsd, estimate.highMicroUsd) }, cap, surroundings)
  return GO
}

/** Writes down a person's yes: the cap, and consent to every provider the estimate names. */
export function approveEstimate(
  open: Pick<OpenJob, 'store' | 'job'>,
  estimate: Estimate,
  capMicroUsd: number | null,
  { now }: Pick<Surroundings, 'now'>,
): void {
  const { store, job } = open
  const { spentMicroUsd, unknownMicroUsd } = jobTotals(store, job.id)
  for (const { provider, host } of estimate.connections)
    giveConsent(store, { name: provider, host }, `estimate ${estimate.id}`, now())
  const stated = capMicroUsd ?? mustFindJob(store, job.id).statedCapMicroUsd
  const cap = stated ?? spentMicroUsd + unknownMicroUsd + estimate.highMicroUsd
  updateJob(store, job.id, { approvedEstimateId: estimate.id, capMicroUsd: cap, statedCapMicroUsd: null }, now())
}

/** Run n + 1 begins on a thread of its own; what it would cost, if anything, is asked for anew. */
function startNextRun({ store, job }: OpenJob, { now }: Surroundings): PersonsWord {
  updateJob(
    store,
    job.id,
    { run: job.run + 1, stage: 'scan', status: 'running', paused: null, capMicroUsd: null, approvedEstimateId: null },
    now(),
  )
  return GO
}

async function estimateRest(open: OpenJob, request: JobRequest, surroundings: Surroundings): Promise<Estimate> {
  const job = mustFindJob(open.store, open.job.id)
  const estimate = await makeEstimate(makeContext({ ...open, job }, request, surroundings))
  keepEstimate(open.store, job.id, estimate, surroundings.now())
  return estimate
}

function askAgain({ store, job }: OpenJob, { now }: Surroundings): PersonsWord {
  updateJob(store, job.id, { status: 'awaiting_approval' }, now())
  return { kind: 'answer', result: jobResult(store, job.id) }
}

const namesOf = (settings: readonly ConnectionSettings[]): string =>
  JSON.stringify(settings.map((one) => [one.model, one.baseUrl ?? null]))
