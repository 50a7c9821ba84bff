// What a model at a host was found not to take. Learned once, and not found out again by the next process.
import type { Store } from './open.ts'

export interface ModelIdentity {
  readonly provider: string
  readonly host: string
  readonly model: string
}

export interface ModelLimits {
  /** In the order in which they were refused. */
  readonly refusedParameters: readonly string[]
  /** The longest answer it lets one ask for, where it said so. Tokens. */
  readonly maxOutput: number | null
}

export function findModelLimits(store: Store, { provider, host, model }: ModelIdentity): ModelLimits {
  const row = store
    .sql(
      'SELECT refused_parameters AS refused, max_output AS maxOutput FROM model_limits WHERE provider = ? AND host = ? AND model = ?',
    )
    .get(provider, host, model) as { refused: string; maxOutput: number | null } | undefined
  return { refusedParameters: row ? JSON.parse(row.refused) : [], maxOutput: row?.maxOutput ?? null }
}

export function learnRefusedParameter(store: Store, identity: ModelIdentity, parameter: string): void {
  const { refusedParameters, maxOutput } = findModelLimits(store, identity)
  if (!refusedParameters.includes(parameter))
    keep(store, identity, { refusedParameters: [...refusedParameters, parameter], maxOutput })
}

export function learnMaxOutput(store: Store, identity: ModelIdentity, maxOutput: number): void {
  const known = findModelLimits(store, identity)
  keep(store, identity, { ...known, maxOutput: Math.min(known.maxOutput ?? maxOutput, maxOutput) })
}

function keep(store: Store, { provider, host, model }: ModelIdentity, limits: ModelLimits): void {
  store.write(() =>
    store
      .sql('INSERT OR REPLACE INTO model_limits (provider, host, model, refused_parameters, max_output) VALUES (?, ?, ?, ?, ?)')
      .run(provider, host, model, JSON.stringify(limits.refusedParameters), limits.maxOutput),
  )
}
