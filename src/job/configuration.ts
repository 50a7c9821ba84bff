// What options and files say, in one shape. Options win over the user's file, which wins over the repository's.
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import type { ConnectionSettings } from '../store/jobs.ts'
import { AUDIENCES, type Audience } from '../vocabulary.ts'

const usd = z.number().nonnegative().finite()
const count = z.number().int().positive()
const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())])

const connection = z
  .strictObject({
    model: z.string().min(1),
    'base-url': z.string().optional(),
    'key-env': z.string().optional(),
    price: z.tuple([usd, usd]).optional(),
    window: count.optional(),
    'max-output': count.optional(),
    'daily-requests': count.optional(),
  })
  .transform(
    (read): ConnectionSettings => ({
      model: read.model,
      baseUrl: read['base-url'],
      keyEnv: read['key-env'],
      price: read.price,
      window: read.window,
      maxOutput: read['max-output'],
      dailyRequests: read['daily-requests'],
    }),
  )

/** From the root, and inside of it: a repository must not choose what is written elsewhere, nor in Git's own folder. */
const guidePath = z
  .string()
  .refine(
    (path) => path !== '' && !/\p{Cc}|\\/u.test(path) && !/^[/~]|^[a-z]:/i.test(path),
    'must be a path from the root of the repository',
  )
  .refine(
    (path) => path.split('/').every((name) => name !== '..' && !/^\.(git|nehemvix)$/i.test(name)),
    'must not lead out of the repository, or into .git or .nehemvix',
  )

const FILE = z.strictObject({
  audiences: z.array(z.enum(AUDIENCES)).nonempty().optional(),
  language: z.string().optional(),
  include: texts.optional(),
  exclude: texts.optional(),
  guide: z.strictObject({ path: guidePath.optional(), branch: z.string().optional() }).optional(),
  connections: z.array(connection).nonempty().optional(),
  consent: texts.optional(),
  'approve-under': usd.optional(),
  cap: usd.optional(),
  approvers: texts.optional(),
})

type ConfigurationFile = z.infer<typeof FILE>

/** What a repository may say about itself on the command line: it narrows, it never spends. */
const FROM_REPOSITORY = ['audiences', 'language', 'include', 'exclude', 'guide'] as const

export interface Configuration {
  readonly audiences: readonly Audience[]
  readonly language: string
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly guidePath: string
  /** null: nobody named any; `offline` then, or what the job has. */
  readonly connections: readonly ConnectionSettings[] | null
  readonly consent: readonly string[]
  readonly approveUnderUsd: number
  readonly capUsd: number | null
  /** What was left aside, to be told. */
  readonly notices: readonly string[]
}

/** Reads `.github/nehemvix.yml` of the repository, and the user's own file. Throws Refusal on a file that is not as it must be. */
export function readConfiguration(root: string, ownFile: string | null, environment: NodeJS.ProcessEnv): Configuration {
  const repositoryFile = join(root, '.github', 'nehemvix.yml')
  const repository = readFile(repositoryFile, { mustExist: false, isTrusted: false })
  const home = join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'nehemvix', 'config.yml')
  const own =
    ownFile === null
      ? readFile(home, { mustExist: false, isTrusted: true })
      : readFile(ownFile, { mustExist: true, isTrusted: true })
  const ignored = Object.keys(repository).filter((key) => !(FROM_REPOSITORY as readonly string[]).includes(key))
  const merged: ConfigurationFile = { ...pick(repository), ...own }
  return {
    audiences: merged.audiences ?? AUDIENCES,
    language: languageTag(merged.language ?? 'en'),
    include: merged.include ?? [],
    exclude: merged.exclude ?? [],
    guidePath: merged.guide?.path ?? 'docs/guide',
    connections: merged.connections ?? null,
    consent: merged.consent ?? [],
    approveUnderUsd: merged['approve-under'] ?? 0,
    capUsd: merged.cap ?? null,
    notices:
      ignored.length === 0
        ? []
        : [
            `${repositoryFile}: ${ignored.join(', ')} left aside: on the command line a repository does not decide on money, consent or addresses.`,
          ],
  }
}

/** A BCP 47 tag in its canonical form. Throws Refusal. */
export function languageTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en'
  } catch {
    throw new Refusal(`"${tag}" is no language tag.`, '--language de   (or en, pt-BR, zh-Hant, …)')
  }
}

function pick(file: ConfigurationFile): ConfigurationFile {
  return Object.fromEntries(FROM_REPOSITORY.flatMap((key) => (file[key] === undefined ? [] : [[key, file[key]]])))
}

/** Larger than any configuration that somebody wrote. */
const MOST_BYTES = 100_000

/** A repository's file is read only if it is a plain file of its own: a link may lead anywhere, also to what never ends. */
function readFile(file: string, { mustExist, isTrusted }: { mustExist: boolean; isTrusted: boolean }): ConfigurationFile {
  const found = (isTrusted ? statSync : lstatSync)(file, { throwIfNoEntry: false })
  if (found && (!found.isFile() || found.size > MOST_BYTES)) {
    throw new Refusal(
      `${file} is no plain file, or too large for a configuration.`,
      `put a plain file there, or remove it: rm ${file}`,
    )
  }
  if (!found) {
    if (mustExist) throw new Refusal(`There is no configuration ${file}.`, '--config FILE, with a file that is there')
    return {}
  }
  let content: unknown
  try {
    // Aliases are off: a few lines of them can stand for gigabytes.
    content = parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 }) ?? {}
  } catch (error) {
    throw new Refusal(`${file} can't be read as YAML: ${(error as Error).message.split('\n')[0]}`, `mend ${file}`)
  }
  const read = FILE.safeParse(content)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw new Refusal(
    `${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`,
    `mend ${file}; README.md shows every field`,
  )
}
