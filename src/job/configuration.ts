// What options and files say, in one shape. Options win over the user's file, which wins over the repository's.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../refusal.ts'
import type { ConnectionSettings } from '../store/jobs.ts'
import { AUDIENCES, type Audience } from '../vocabulary.ts'
import { readConfigurationFile } from './configuration-file.ts'
import { type ConfigurationFields, isLanguageTag } from './configuration-shape.ts'

/** What a repository may say about itself on the command line: it narrows, it never spends. */
const FROM_REPOSITORY = ['audiences', 'language', 'include', 'exclude', 'guide'] as const

export interface Configuration {
  readonly audiences: readonly Audience[]
  readonly language: string
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly guidePath: string
  readonly guideBranch: string
  /** null: nobody named any; `offline` then, or what the job has. */
  readonly connections: readonly ConnectionSettings[] | null
  readonly consent: readonly string[]
  readonly approveUnderUsd: number
  readonly capUsd: number | null
  /** Logins that may spend; empty: whoever may write to the repository. */
  readonly approvers: readonly string[]
  /** What was left aside, to be told. */
  readonly notices: readonly string[]
}

export interface ConfigurationTrust {
  /**
   * On GitHub the configuration is `ownFile` alone, as it stands on the default branch: it counts as a whole, and neither the file in the work
   * tree nor one of the machine's user is looked at.
   */
  readonly ignoresRepository: boolean
}

/**
 * Reads `.github/nehemvix.yml` of the repository, and the user's own file (`ownFile`, else the one in the user's configuration folder).
 * Throws Refusal on a file that is not as it must be.
 */
export function readConfiguration(
  root: string,
  ownFile: string | null,
  environment: NodeJS.ProcessEnv,
  { ignoresRepository }: ConfigurationTrust = { ignoresRepository: false },
): Configuration {
  if (ignoresRepository) {
    return configurationOf(ownFile === null ? {} : readConfigurationFile(ownFile, { mustExist: true, isTrusted: true }), [])
  }
  const repositoryFile = join(root, '.github', 'nehemvix.yml')
  const repository = readConfigurationFile(repositoryFile, { mustExist: false, isTrusted: false })
  const home = join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'nehemvix', 'config.yml')
  const own = readConfigurationFile(ownFile ?? home, { mustExist: ownFile !== null, isTrusted: true })
  const ignored = Object.keys(repository).filter((key) => !(FROM_REPOSITORY as readonly string[]).includes(key))
  return configurationOf(
    { ...pick(repository), ...own, guide: { ...repository.guide, ...own.guide } },
    ignored.length === 0
      ? []
      : [
          `${repositoryFile}: ${ignored.join(', ')} left aside: on the command line a repository does not decide on money, consent or addresses.`,
        ],
  )
}

function configurationOf(fields: ConfigurationFields, notices: readonly string[]): Configuration {
  return {
    audiences: fields.audiences ?? AUDIENCES,
    language: languageTag(fields.language ?? 'en'),
    include: fields.include ?? [],
    exclude: fields.exclude ?? [],
    guidePath: fields.guide?.path ?? 'docs/guide',
    guideBranch: fields.guide?.branch ?? 'nehemvix/guide',
    connections: fields.connections ?? null,
    consent: fields.consent ?? [],
    approveUnderUsd: fields['approve-under'] ?? 0,
    capUsd: fields.cap ?? null,
    approvers: fields.approvers ?? [],
    notices,
  }
}

/** A BCP 47 tag in its canonical form. Throws Refusal. */
export function languageTag(tag: string): string {
  if (!isLanguageTag(tag)) throw new Refusal(`"${tag}" is no language tag.`, '--language de   (or en, pt-BR, zh-Hant, …)')
  return Intl.getCanonicalLocales(tag)[0] ?? 'en'
}

function pick(file: ConfigurationFields): ConfigurationFields {
  return Object.fromEntries(FROM_REPOSITORY.flatMap((key) => (file[key] === undefined ? [] : [[key, file[key]]])))
}
