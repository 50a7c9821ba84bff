// From an order, the inputs and the configuration to what a job is asked. Pure.
import { CONTINUE_COMMANDS, type JobRequest } from '../job/request.ts'
import type { Inputs } from './inputs.ts'
import type { Order } from './order.ts'

export interface RequestPlaces {
  readonly workspace: string
  readonly stateDirectory: string
  readonly configurationFile: string | null
  /** The commit to document, of a new job. */
  readonly commit: string | null
}

export function jobRequestOf(order: Order, inputs: Inputs, places: RequestPlaces): JobRequest {
  const operation = order.operation as JobRequest['operation']
  const isFresh = !(CONTINUE_COMMANDS as readonly string[]).includes(operation)
  return {
    operation,
    directory: places.workspace,
    job: isFresh ? null : order.job,
    audiences: inputs.audiences.length > 0 ? inputs.audiences : null,
    ref: places.commit ?? 'HEAD',
    worktree: false,
    models: isFresh ? (inputs.models.length > 0 ? inputs.models : null) : order.models,
    // The workflow may name models for every run, and that is no switch.
    modelsAreForNewJobs: isFresh,
    estimate: order.estimate,
    isPerson: order.by !== null,
    connectionOptions: inputs.price === null ? {} : { price: inputs.price },
    out: inputs['guide-path'] === null ? null : `${places.workspace}/${inputs['guide-path']}`,
    state: places.stateDirectory,
    yes: false,
    approveUnderUsd: inputs['approve-under'],
    capUsd: order.capUsd ?? inputs['spending-cap'],
    consent: inputs.consent,
    consentsToNamed: order.consents,
    concurrency: 4,
    language: inputs.language,
    force: false,
    payAgain: false,
    config: places.configurationFile,
    configIsWhole: true,
  }
}
