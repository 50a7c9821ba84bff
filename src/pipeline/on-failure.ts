// What each kind of failure leads to. Only this table knows; `models/classify.ts` only says what happened.
import type { FailureKind, PauseKind } from '../vocabulary.ts'

export interface FailureResponse {
  readonly action: 'wait' | 'retry' | 'exhaust' | 'adapt' | 'split' | 'placeholder' | 'more-room' | 'unknown'
  /** `no`: settled as FAILED; `unknown`: as OUTCOME_UNKNOWN; `yes`: the answer came, its usage counts. */
  readonly billed: 'no' | 'unknown' | 'yes'
  /** How the job pauses if nothing else helps. */
  readonly pause: PauseKind
  /** For people, one sentence. */
  readonly whatHappens: string
}

export const ON_FAILURE: Readonly<Record<FailureKind, FailureResponse>> = {
  wait: {
    action: 'wait',
    billed: 'no',
    pause: 'paused_quota',
    whatHappens:
      'The connection slows down as a whole and sends the same call again after the time the provider asks for; after 2 minutes without a success it counts as out of quota.',
  },
  retry: {
    action: 'retry',
    billed: 'no',
    pause: 'paused_provider',
    whatHappens:
      'The same call is sent again with growing pauses; after 3 minutes without a success the next connection takes over, or the job pauses.',
  },
  swap: {
    action: 'exhaust',
    billed: 'no',
    pause: 'paused_quota',
    whatHappens:
      'The connection is out of quota or credit and rests until it is filled again; the next connection you consented to takes over, or the job pauses.',
  },
  key: {
    action: 'exhaust',
    billed: 'no',
    pause: 'paused_key',
    whatHappens:
      'The key, the account, the address or the place is not accepted, so the connection rests until a person acts; the next connection takes over, or the job pauses.',
  },
  request: {
    action: 'adapt',
    billed: 'no',
    pause: 'paused_request',
    whatHappens:
      'The parameter that this model does not take is dropped or renamed and the call is sent again; what cannot be mended pauses the job after 2 such answers.',
  },
  'too-long': {
    action: 'split',
    billed: 'no',
    pause: 'paused_request',
    whatHappens:
      'The request is too large for this connection, so it is split into smaller ones; it is never sent again as it was.',
  },
  // Some providers charge for reading a prompt that they then refuse; none says so in the refusal, and the unit is not sent again.
  refused: {
    action: 'placeholder',
    billed: 'no',
    pause: 'paused_request',
    whatHappens:
      "The provider's content policy refused this text: it gets a placeholder and is named in the report, and the job goes on; if most texts are refused, the job pauses.",
  },
  'cut-off': {
    action: 'more-room',
    billed: 'yes',
    pause: 'paused_request',
    whatHappens:
      'The answer ended too early or is empty: it is asked for again with more room or less text per call, a few times at most, then a placeholder stands in.',
  },
  gone: {
    action: 'exhaust',
    billed: 'no',
    pause: 'paused_key',
    whatHappens:
      'The model is unknown or retired, so the connection rests until a person names another model; the next connection takes over, or the job pauses with a proposal.',
  },
  unknown: {
    action: 'unknown',
    billed: 'unknown',
    pause: 'paused_outcome',
    whatHappens:
      'The connection broke after the request was sent, so it may have been billed: it is counted at its highest cost and not sent again unless you resume.',
  },
}
