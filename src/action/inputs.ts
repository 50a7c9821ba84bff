// The inputs and outputs of action.yml: their names once, read and checked at the door.
import { getInput, setOutput, setSecret } from '@actions/core'
import { z } from 'zod'
import { guidePath } from '../job/configuration-shape.ts'
import { Refusal } from '../refusal.ts'
import { AUDIENCES } from '../vocabulary.ts'

export const OPERATIONS = ['auto', 'run', 'estimate', 'approve', 'resume', 'rerun', 'cancel', 'status'] as const
export type ActionOperation = (typeof OPERATIONS)[number]

const list = z.string().transform((text) =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== ''),
)
const optional = z.string().transform((text) => (text.trim() === '' ? null : text.trim()))
const usd = optional.pipe(
  z
    .string()
    .regex(/^\$?\d{1,7}(\.\d{1,6})?$/, 'must be an amount in USD, such as 0.25')
    .transform((text) => Number(text.replace('$', '')))
    .nullable(),
)
const number = optional.pipe(
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a whole number')
    .transform(Number)
    .nullable(),
)
const minutes = optional.pipe(
  z
    .string()
    .regex(/^(?=.*[1-9])\d{1,5}(\.\d{1,3})?$/, 'must be minutes, such as 330')
    .transform(Number)
    .nullable(),
)
const model = z.string().regex(/^[\w][\w./:@-]{0,120}$/, 'must be a model’s id, such as gpt-6-luna or openai/gpt-6-luna')
/** Ends up in git and in addresses. */
const branch = optional.pipe(
  z
    .string()
    .regex(/^(?!.*(\.\.|\/\/|@\{|\.lock(\/|$)))[\w][\w./-]{0,199}(?<![./])$/, 'must be the name of a branch')
    .nullable(),
)

const INPUTS = {
  operation: z.enum(OPERATIONS).catch((context) => {
    if (String(context.value).trim() === '') return 'auto'
    throw new Refusal(`operation: "${context.value}" is none of ${OPERATIONS.join(', ')}.`, 'mend `operation` in the workflow')
  }),
  'github-token': z.string(),
  models: list.pipe(z.array(model)),
  audiences: list.pipe(z.array(z.enum(AUDIENCES))),
  'approve-under': usd,
  'spending-cap': usd,
  consent: list,
  price: optional.pipe(
    z
      .string()
      .regex(/^\$?\d+(\.\d+)?\s*,\s*\$?\d+(\.\d+)?$/, 'must be two amounts, such as 0.10,0.50')
      .transform((text) => text.replaceAll('$', '').split(',').map(Number) as [number, number])
      .nullable(),
  ),
  'guide-path': optional.pipe(
    z
      .string()
      .refine((path) => guidePath.safeParse(path).success, 'must be a folder inside of the repository, and not .git or .nehemvix')
      .nullable(),
  ),
  'guide-branch': branch,
  language: optional.pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{2,60}$/, 'must be a language tag, such as de or pt-BR')
      .nullable(),
  ),
  job: optional.pipe(
    z
      .string()
      .regex(/^[0-9a-f]{4,40}(-\d+)?$/, 'must be a job’s id')
      .nullable(),
  ),
  estimate: optional.pipe(
    z
      .string()
      .regex(/^e[0-9a-f]{10}$/, 'must be an estimate’s id, such as e0123456789')
      .nullable(),
  ),
  'pull-request': number,
  'comment-id': number,
  'openai-api-key': z.string(),
  'anthropic-api-key': z.string(),
  'gemini-api-key': z.string(),
  'openai-base-url': optional,
  'anthropic-base-url': optional,
  'gemini-base-url': optional,
  comments: z.enum(['action', 'app', '']).transform((text) => (text === '' ? 'action' : text)),
  'time-budget-minutes': minutes,
} as const

export const INPUT_NAMES = Object.keys(INPUTS) as (keyof typeof INPUTS)[]

export type Inputs = { readonly [Name in keyof typeof INPUTS]: z.output<(typeof INPUTS)[Name]> }

const KEYS = ['github-token', 'openai-api-key', 'anthropic-api-key', 'gemini-api-key'] as const

/** Throws Refusal, which names the input and what it must be. Keys are masked in the log before anything else happens. */
export function readInputs(): Inputs {
  const raw = Object.fromEntries(INPUT_NAMES.map((name) => [name, getInput(name)]))
  for (const name of KEYS) if (raw[name]) setSecret(raw[name])
  const read = INPUT_NAMES.map((name) => {
    const parsed = INPUTS[name].safeParse(raw[name])
    if (parsed.success) return [name, parsed.data]
    const shown = (KEYS as readonly string[]).includes(name) ? '' : ` "${raw[name]?.slice(0, 100)}"`
    throw new Refusal(`${name}:${shown} ${parsed.error.issues[0]?.message}.`, `mend \`${name}\` in the workflow`)
  })
  return Object.fromEntries(read) as Inputs
}

/** Of any provider. */
export const hasKey = (inputs: Inputs): boolean =>
  [inputs['openai-api-key'], inputs['anthropic-api-key'], inputs['gemini-api-key']].some((key) => key !== '')

/** What the pipeline finds its keys and addresses by; nothing else of the runner's environment reaches a model. */
export function modelEnvironment(inputs: Inputs, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = {
    OPENAI_API_KEY: inputs['openai-api-key'],
    ANTHROPIC_API_KEY: inputs['anthropic-api-key'],
    GEMINI_API_KEY: inputs['gemini-api-key'],
    OPENAI_BASE_URL: inputs['openai-base-url'],
    ANTHROPIC_BASE_URL: inputs['anthropic-base-url'],
    GEMINI_BASE_URL: inputs['gemini-base-url'],
  }
  return {
    ...environment,
    ...Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value] as const] : []))),
  }
}

export const OUTPUT_NAMES = [
  'status',
  'job',
  'guide-path',
  'pull-request',
  'grounding',
  'spent-usd',
  'estimate-id',
  'estimate-low-usd',
  'estimate-high-usd',
] as const
export type OutputName = (typeof OUTPUT_NAMES)[number]

/** Outputs that do not apply are left empty. */
export function writeOutputs(values: Partial<Record<OutputName, string | number | null>>): void {
  for (const name of OUTPUT_NAMES) setOutput(name, values[name] ?? '')
}
