// The table of commands and options: parsing, refusal and --help come from it.
import { Command, CommanderError, Option } from 'commander'
import type { JobRequest, Operation } from '../job/request.ts'
import { Refusal } from '../refusal.ts'
import { AUDIENCES } from '../vocabulary.ts'
import { LEAST_HELP_COLUMN, showExamples, WIDEST_HELP } from './help.ts'
import { audiences, count, gather, price, usd } from './option-values.ts'

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

/** Parses argv without the interpreter and script. Throws Refusal on wrong use; help and version go through `write`. */
export function parseArguments(
  argv: readonly string[],
  { version, columns, write }: { version: string; columns: number; write: (text: string) => void },
): Invocation {
  let found: Invocation = { kind: 'shown' }
  const program = new Command('nehemvix')
    .description('Turns a Git repository into a documentation guide, and never pays twice for the same work.')
    .version(version)
    .addHelpText('after', showExamples(columns))
    .configureHelp({ minWidthToWrap: LEAST_HELP_COLUMN })
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => {}, getOutHelpWidth: () => Math.min(columns, WIDEST_HELP) })
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
      // A variable of the shell that is not set must not mean this folder, or the newest job.
      if (argument && given[0] === '') throw new Refusal(`${argument} is empty.`, `nehemvix ${name} ${argument}`)
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
    throw refuse(
      error,
      argv.filter((word) => !word.startsWith('-')),
      program.commands.map((one) => one.name()),
    )
  }
  return found
}

function refuse(error: CommanderError, [command = '', about = '']: readonly string[], known: readonly string[]): Refusal {
  if (error.code === 'commander.help') return new Refusal(`There is no command ${about}.`, 'nehemvix --help')
  const what = error.message.replace(/^error: /, '').replace('\n', ' ')
  if (command === '') return new Refusal(`A command is missing (${what}).`, 'nehemvix --help')
  if (known.includes(command)) return new Refusal(what, `nehemvix ${command} --help`)
  const meant = /Did you mean (\w+)\?/.exec(what)?.[1]
  return new Refusal(what, `nehemvix ${meant ?? '--help'}`)
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
