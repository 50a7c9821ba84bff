// The repository's configuration as it stands on the default branch, as far as commands need it. A pull request's head never has a say.
import type { GitHub, Repository } from '../github/client.ts'
import { readTrustedFile } from '../github/trusted-file.ts'
import { parseConfiguration } from '../job/configuration-file.ts'
import type { ConfigurationFields } from '../job/configuration-shape.ts'
import { providerOf } from '../models/provider-of.ts'
import { OFFLINE, WELL_KNOWN_MODELS } from '../models/registry.ts'

const CONFIGURATION = '.github/nehemvix.yml'

export interface TrustedSettings {
  readonly approvers: readonly string[]
  readonly consent: readonly string[]
  readonly approveUnderUsd: number
  /** Names that a mistyped model may have meant. */
  readonly knownModels: readonly string[]
  /** null: nobody knows whose model that is. */
  readonly providerOf: (model: string) => string | null
}

/** Throws Refusal: the file can't be read, or is not as it must be. */
export async function readTrustedSettings(github: GitHub, repository: Repository, branch: string): Promise<TrustedSettings> {
  const text = await readTrustedFile(github, repository, CONFIGURATION, branch)
  return settingsOf(text === null ? {} : parseConfiguration(text, CONFIGURATION))
}

export function settingsOf(fields: ConfigurationFields): TrustedSettings {
  const connections = fields.connections ?? []
  return {
    approvers: fields.approvers ?? [],
    consent: fields.consent ?? [],
    approveUnderUsd: fields['approve-under'] ?? 0,
    knownModels: [...connections.map(({ model }) => model), ...Object.values(WELL_KNOWN_MODELS), OFFLINE],
    providerOf: (model) => providerOf(model, connections.find((one) => one.model === model)?.baseUrl),
  }
}
