// The fields of a configuration: what each takes, in the words that a fault and the published schema use.
import { z } from 'zod'
import type { ConnectionSettings } from '../store/jobs.ts'
import { AUDIENCES } from '../vocabulary.ts'

/** What each field is, after "must be". The place in a list is no part of the name. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  audiences: `a list of ${AUDIENCES.join(', ')}`,
  language: 'a language tag, such as en, de or pt-BR',
  include: 'a glob or a list of them, such as ["src/**"]',
  exclude: 'a glob or a list of them, such as ["examples/**"]',
  guide: 'the fields path and branch',
  'guide.path':
    'the folder of the guide, such as docs/guide: from the root of the repository, not out of it, nor in .git or .nehemvix',
  'guide.branch': 'the name of a branch, such as nehemvix/guide',
  connections: 'a list of connections in order of preference, each with a model',
  'connections.model': 'the name of a model, such as gpt-6-luna or local/qwen3',
  'connections.base-url': 'the address of an OpenAI-compatible server, such as http://127.0.0.1:11434/v1',
  'connections.key-env': 'the name of the environment variable that holds the key, such as LOCAL_API_KEY; never the key itself',
  'connections.price': 'two amounts in USD per million tokens, in and out, such as [0.10, 0.50]',
  'connections.window': 'a whole number of tokens, such as 32000',
  'connections.max-output': 'a whole number of tokens, such as 4000',
  'connections.daily-requests': 'a whole number of requests a day, such as 20',
  consent: 'a provider or a list of them, such as [openai, gemini]',
  'approve-under': 'an amount in USD, such as 0.05',
  cap: 'an amount in USD, such as 1.00',
  approvers: 'a login of GitHub or a list of them, such as [octocat]',
}

const usd = z.number().nonnegative()
const count = z.int().positive()
const list = (one: z.ZodString) => z.union([one.transform((text) => [text]), z.array(one)])

const connection = z
  .strictObject({
    model: field('connections.model', z.string().min(1)),
    'base-url': field('connections.base-url', z.url({ protocol: /^https?$/ })).optional(),
    'key-env': field('connections.key-env', z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)).optional(),
    price: field('connections.price', z.tuple([usd, usd])).optional(),
    window: field('connections.window', count).optional(),
    'max-output': field('connections.max-output', count).optional(),
    'daily-requests': field('connections.daily-requests', count).optional(),
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
export const guidePath = z
  .string()
  .min(1)
  .refine((path) => !/\p{Cc}|\\/u.test(path) && !/^[/~]|^[a-z]:/i.test(path))
  .refine((path) => path.split('/').every((name) => name !== '..' && !/^\.(git|nehemvix)$/i.test(name)))

const branch = z.string().regex(/^(?!.*(\.\.|\/\/|@\{|\.lock(\/|$)))[\w][\w./-]{0,199}(?<![./])$/)

export const CONFIGURATION_SHAPE = z.strictObject({
  audiences: field('audiences', z.array(z.enum(AUDIENCES)).nonempty()).optional(),
  language: field('language', z.string().refine(isLanguageTag)).optional(),
  include: field('include', list(z.string().min(1))).optional(),
  exclude: field('exclude', list(z.string().min(1))).optional(),
  guide: field(
    'guide',
    z.strictObject({
      path: field('guide.path', guidePath).optional(),
      branch: field('guide.branch', branch).optional(),
    }),
  ).optional(),
  connections: field('connections', z.array(connection).nonempty()).optional(),
  consent: field('consent', list(z.string().regex(/^[\w.-]{1,60}$/))).optional(),
  'approve-under': field('approve-under', usd).optional(),
  cap: field('cap', usd).optional(),
  approvers: field('approvers', list(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,60}(\[bot\])?$/))).optional(),
})

export type ConfigurationFields = z.infer<typeof CONFIGURATION_SHAPE>

function field<Shape extends z.ZodType>(name: string, shape: Shape): Shape {
  const words = FIELD_WORDS[name] ?? ''
  return shape.describe(`${words.charAt(0).toUpperCase()}${words.slice(1)}.`)
}

export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
