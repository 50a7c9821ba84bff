// What people can type, as data.

export const VERBS = ['help', 'status', 'run', 'approve', 'switch', 'resume', 'rerun', 'cancel'] as const
export type Verb = (typeof VERBS)[number]

export type Command =
  | { readonly verb: 'help' | 'status' | 'resume' | 'rerun' | 'cancel' }
  /** `paysAgain`: starts over where saved state is lost, and says so to whoever asks for the decision. */
  | { readonly verb: 'run'; readonly paysAgain?: boolean }
  /** `estimate` null: the newest. `capUsd` sets the cap of the whole job. */
  | { readonly verb: 'approve'; readonly estimate: string | null; readonly capUsd: number | null }
  /** `hasConsent`: the person agrees that the model's provider sees the code. */
  | { readonly verb: 'switch'; readonly model: string; readonly hasConsent: boolean }

/** A comment, read: nothing for us, a command, or one that can't be carried out and gets an answer. */
export type Parsed =
  | { readonly kind: 'ignore' }
  /** `note`: what the answer has to add, such as that a second command was not read. */
  | { readonly kind: 'command'; readonly command: Command; readonly note?: string }
  | { readonly kind: 'reply'; readonly message: string }

/** The verbs that change something, and so need the right to. */
export const changes = (command: Command): boolean => command.verb !== 'help' && command.verb !== 'status'
