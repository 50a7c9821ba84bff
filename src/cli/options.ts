// The table of commands and options: parsing, refusal and --help come from it.
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { JobRequest, Operation } from '../job/request.ts'
import { Refusal } from '../refusal.ts'
import { AUDIENCES } from '../vocabulary.ts'

/** What was typed, understood. */
export type Invocation =
  | { readonly kind: 'job'; readonly request: JobRequest; readonly json: boolean }
  | {
      readonly kind: 'cancel'
      readonly job: string | null
      readonly directory: string
      readonly state: string | null
      readonly json: boolean
    }
  | {
      readonly kind: 'status'
      readonly job: string | null
      readonly directory: string
      readonly state: string | null
      readonly json: boolean
    }
  | { readonly kind: 'explain'; readonly file: string | null; readonly json: boolean }
  | { readonly kind: 'check'; readonly directory: string; readonly isFixing: boolean; readonly json: boolean }
  /** Help or the version: printed already, nothing more to do. */
  | { readonly kind: 'shown' }

type OptionName = keyof typeof OPTIONS

const OPTIONS = {
  audience: () => new Option('--audience <list>', `which guides: ${AUDIENCES.join(',')} (all three)`).argParser(audiences),
  ref: () => new Option('--ref <ref>', 'read that commit').default('HEAD'),
  worktree: () => new Option('--worktree', 'read the files as they lie, committed or not').conflicts('ref'),
  model: () =>
    new Option('--model <model>', 'repeatable or a comma list, in order of preference; offline needs no key').argParser(gather),
  out: () => new Option('--out <dir>', 'where the guide goes (docs/guide in the repository)'),
  state: () => new Option('--state <dir>', 'where nehemvix.db lives (.nehemvix in the repository)'),
  yes: () => new Option('--yes', 'approves the estimate, and the providers it names'),
  approveUnder: () =>
    new Option('--approve-under <usd>', 'approves by itself if the high estimate is below (0: always ask)').argParser(usd),
  cap: () => new Option('--cap <usd>', 'spending cap of the whole job (the high estimate that was approved)').argParser(usd),
  consent: () => new Option('--consent <providers>', 'providers that may see the code, such as openai,gemini').argParser(gather),
  price: () => new Option('--price <in,out>', 'USD per million tokens, for a model whose price is not known').argParser(price),
  window: () =>
    new Option('--window <tokens>', 'context window, where it is not known or should be kept smaller').argParser(count),
  maxOutput: () =>
    new Option('--max-output <tokens>', 'longest answer, where it is not known or should be kept smaller').argParser(count),
  dailyRequests: () =>
    new Option('--daily-requests <n>', 'your own limit of requests a day for each connection').argParser(count),
  concurrency: () => new Option('--concurrency <n>', 'calls at once').argParser(count).default(4),
  language: () => new Option('--language <tag>', 'language of the guide, such as de or pt-BR (en)'),
  force: () => new Option('--force', 'overwrites a guide that was edited by hand'),
  payAgain: () => new Option('--pay-again', 'starts over after paused_state (lost state), and pays again for what was lost'),
  config: () => new Option('--config <file>', 'a configuration of your own'),
  fix: () => new Option('--fix', 'writes into the guide where what it refers to has moved to'),
  json: () => new Option('--json', 'one JSON object per line on stdout'),
} as const satisfies Record<string, () => Option>

const SPENDING: readonly OptionName[] = [
  'model',
  'out',
  'state',
  'yes',
  'approveUnder',
  'cap',
  'consent',
  'price',
  'window',
  'maxOutput',
  'dailyRequests',
  'concurrency',
  'force',
  'config',
  'json',
]
const READING: readonly OptionName[] = ['audience', 'ref', 'worktree', 'language']

const JOB_COMMANDS: Readonly<Record<Operation, { argument: 'DIR' | 'JOB'; says: string; options: readonly OptionName[] }>> = {
  run: {
    argument: 'DIR',
    says: 'a new job, or the unfinished one for the same files, up to the guide',
    options: [...READING, ...SPENDING, 'payAgain'],
  },
  estimate: { argument: 'DIR', says: 'what it would cost; calls no model', options: [...READING, ...SPENDING] },
  approve: { argument: 'JOB', says: "approves the job's newest estimate and goes on", options: SPENDING },
  resume: { argument: 'JOB', says: 'goes on after a pause, a crash or Ctrl-C; --model switches', options: SPENDING },
  rerun: { argument: 'JOB', says: 'runs a finished job again; what is there costs nothing', options: SPENDING },
}

const EXAMPLES = `
Examples:
  nehemvix run                                      a guide of this repository, without a key and for free
  nehemvix estimate --model gpt-6-luna              what a model would cost; sends nothing
  nehemvix run --model gpt-6-luna                   shows the estimate, and waits for your approval
  nehemvix approve                                  approves it, and writes the guide
  nehemvix resume --model gemini-3.8-flash --consent gemini   goes on with another model
  nehemvix status                                   where the job stands

Keys come from OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY; addresses from OPENAI_BASE_URL, ANTHROPIC_BASE_URL, GEMINI_BASE_URL.
Exit codes: 0 done, 1 failed, 2 wrong use, 3 paused, 4 waits for approval, 5 consent required, 6 another process works, 7 cancelled, 130 interrupted.`

/** Parses argv without the interpreter and script. Throws Refusal on wrong use; help and version go through `write`. */
export function parseArguments(argv: readonly string[], version: string, write: (text: string) => void): Invocation {
  let found: Invocation = { kind: 'shown' }
  const program = new Command('nehemvix')
    .description('Turns a Git repository into a documentation guide, and never pays twice for the same work.')
    .version(version)
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => {} })
    .showSuggestionAfterError(true)
    .helpCommand('help [command]', 'how a command is used')
  const add = (
    name: string,
    argument: string | null,
    says: string,
    options: readonly OptionName[],
    take: (argument: string | undefined, options: Typed) => Invocation,
  ) => {
    const command = program.command(name).description(says)
    if (argument) command.argument(`[${argument}]`)
    for (const option of options) command.addOption(OPTIONS[option]())
    command.action((...given: unknown[]) => {
      found = take(argument ? (given[0] as string | undefined) : undefined, given[argument ? 1 : 0] as Typed)
    })
  }
  for (const [name, { argument, says, options }] of Object.entries(JOB_COMMANDS)) {
    add(name, argument, says, options, (given, typed) => ({
      kind: 'job',
      json: typed.json === true,
      request: requestOf(name as Operation, argument, given, typed),
    }))
  }
  for (const kind of ['cancel', 'status'] as const) {
    const says = kind === 'cancel' ? 'stops between calls; what is finished stays' : 'where the job stands; reads only'
    add(kind, 'JOB', says, ['state', 'json'], (job, typed) => ({
      kind,
      job: job ?? null,
      directory: '.',
      state: typed.state ?? null,
      json: typed.json === true,
    }))
  }
  add(
    'explain',
    'FILE',
    'what a recorded failure of a provider means (a file, or stdin); sends nothing',
    ['json'],
    (file, typed) => ({ kind: 'explain', file: file ?? null, json: typed.json === true }),
  )
  add(
    'check',
    'DIR',
    "re-checks what a guide refers to against the files as they lie (DIR: the guide's folder, or the repository); no model",
    ['fix', 'json'],
    (directory, typed) => ({
      kind: 'check',
      directory: directory ?? '.',
      isFixing: typed.fix !== undefined,
      json: typed.json === true,
    }),
  )
  try {
    program.parse(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { kind: 'shown' }
    const command = argv.find((word) => !word.startsWith('-')) ?? ''
    const isKnown = program.commands.some((one) => one.name() === command)
    const what = error.message.replace(/^error: /, '').replace('\n', ' ')
    throw new Refusal(command === '' ? `A command is missing (${what}).` : what, `nehemvix ${isKnown ? `${command} ` : ''}--help`)
  }
  return found
}

type Typed = Partial<Record<OptionName, never>> & { readonly json?: boolean; readonly state?: string }

function requestOf(operation: Operation, argument: 'DIR' | 'JOB', given: string | undefined, typed: Typed): JobRequest {
  return {
    operation,
    directory: argument === 'DIR' ? (given ?? '.') : '.',
    job: argument === 'JOB' ? (given ?? null) : null,
    audiences: typed.audience ?? null,
    ref: typed.ref ?? 'HEAD',
    worktree: typed.worktree ?? false,
    models: typed.model ?? null,
    modelsAreForNewJobs: false,
    estimate: null,
    isPerson: true,
    connectionOptions: {
      price: typed.price,
      window: typed.window,
      maxOutput: typed.maxOutput,
      dailyRequests: typed.dailyRequests,
    },
    out: typed.out ?? null,
    state: typed.state ?? null,
    yes: typed.yes ?? false,
    approveUnderUsd: typed.approveUnder ?? null,
    capUsd: typed.cap ?? null,
    consent: typed.consent ?? [],
    consentsToNamed: false,
    concurrency: typed.concurrency ?? 4,
    language: typed.language ?? null,
    force: typed.force ?? false,
    payAgain: typed.payAgain ?? false,
    config: typed.config ?? null,
    configIsWhole: false,
  }
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

function gather(text: string, before: string[] | undefined): string[] {
  const words = listOf(text)
  if (words.length === 0) throw new InvalidArgumentError('It is empty.')
  return [...new Set([...(before ?? []), ...words])]
}

function audiences(text: string) {
  const words = listOf(text)
  const known = AUDIENCES.filter((audience) => words.includes(audience))
  if (known.length === 0 || known.length < new Set(words).size)
    throw new InvalidArgumentError(`Known are ${AUDIENCES.join(', ')}.`)
  return known
}

function usd(text: string): number {
  // Plain decimals only: what looks like another number must not become money.
  const amount = Number(text.replace(/^\$/, ''))
  if (!/^\$?(\d{1,7}(\.\d*)?|\.\d+)$/.test(text)) throw new InvalidArgumentError('It is an amount in USD, such as 0.25.')
  return amount
}

function price(text: string): readonly [number, number] {
  const [input, output, ...more] = text.split(',')
  if (input === undefined || output === undefined || more.length > 0)
    throw new InvalidArgumentError('It is two amounts, such as 0.10,0.50 (USD per million tokens, in and out).')
  return [usd(input), usd(output)]
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.')
  return Number(text)
}
