// A status that waits for a person, in a headline.

const TITLES: Readonly<Record<string, string>> = {
  running: 'a guide is being written',
  awaiting_approval: 'an estimate waits for approval',
  paused_quota: 'paused, a quota ran out',
  paused_provider: 'paused, the provider is not available',
  paused_cap: 'paused, the cap leaves no room',
  paused_key: 'paused, a key does not work',
  paused_request: 'paused, the model can’t do the work',
  paused_outcome: 'paused, calls of unknown outcome',
  paused_state: 'paused, the saved state is missing or can’t be written',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  failed: 'failed',
  completed: 'the guide is written',
  consent_required: 'somebody has to agree first',
  held: 'another run works on this repository',
}

/** What a status means, to be read after `Nehemvix:`. */
export const statusTitle = (status: string | null): string => TITLES[status ?? ''] ?? 'nothing was done'
