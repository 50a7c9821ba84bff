// One repository on the stand-ins of GitHub, of the Actions service and of a provider, for tests of what can go wrong there. Where many
// tests begin alike, the beginning is played once and copied.
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { parseRecord, type StateRecord } from '../../src/github/state-record.ts'
import { type Beginning, WORKFLOW } from '../doubles/github/new-world.ts'
import type { Comment, Issue, World } from '../doubles/github/world.ts'
import { type GithubServer, startGithubServer } from '../doubles/github-server.ts'
import type { CacheEntry, StoredArtifact } from '../doubles/results-server.ts'
import { type ResultsServer, startResultsServer } from '../doubles/results-server.ts'
import { makeFolder } from '../repository/make-repository.ts'
import { type ActionEnded, type ActionRun, runAction } from './action.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

export const BOT = 'github-actions[bot]'
/** The workflow that the README tells people to copy. */
const TEMPLATE = new URL('../../examples/nehemvix.yml', import.meta.url)
const RECORD = 'refs/nehemvix/state'

/** OpenAI's word for a quota that only a person can raise. */
export const NO_CREDIT = {
  status: 429,
  body: {
    error: { message: 'You exceeded your current quota.', type: 'insufficient_quota', param: null, code: 'insufficient_quota' },
  },
}

export const SMALL: Readonly<Record<string, string>> = {
  'README.md': '# parcel\n\nKeeps records in plain files, one a line, so that any tool can read them.\n',
  'record.py':
    '"""One record of a parcel file."""\n\n\ndef pack(label: str, value: str) -> str:\n    """One line of the file."""\n    return f"{label}={value}"\n',
  'reader.py':
    '"""Reads parcel files."""\nfrom record import pack\n\n\ndef read_all(lines: list[str]) -> list[str]:\n    """Every line that is no comment."""\n    return [line for line in lines if not line.startswith("#")]\n',
}

export interface Beginnings extends Beginning {
  /** `.github/nehemvix.yml`; one model and the beginner's guide where it is left out. */
  readonly configuration?: string
}

export const CONFIGURATION = 'connections:\n  - model: gpt-6-luna\naudiences: [beginner]\nexclude: [".github/**"]\n'

export interface Stage {
  readonly github: GithubServer
  readonly results: ResultsServer
  readonly models: ModelServer
  run(asked?: Partial<ActionRun>): Promise<ActionEnded>
  /** As a run that the router has dispatched for a comment of octocat's, or of somebody else's. */
  typed(body: string, more?: Partial<ActionRun> & { readonly author?: string; readonly on?: number }): Promise<ActionEnded>
  /** The record on its ref; null: there is none. */
  record(): StateRecord | null
  /** What somebody else who may write writes into it. */
  changeRecord(change: (record: StateRecord) => StateRecord): void
  /** Unit -> how often it was billed, since the job began. */
  billed(): Promise<Record<string, number>>
  calls(): Promise<number>
  comments(on?: number): Comment[]
  pulls(): Issue[]
}

/** One stand-in for the providers serves a file: jobs that are copied name its address. */
export function useStages(): {
  open(beginning?: Beginnings | Played): Promise<Stage>
  /** Plays once, when it is first asked for; every later one begins with a copy of what came of it. */
  play(act: (stage: Stage) => Promise<unknown>, beginning?: Beginnings | (() => Promise<Played>)): () => Promise<Played>
} {
  let models: ModelServer
  const folders: string[] = []
  // The same bundle is started again and again.
  const compiled = makeFolder()
  folders.push(compiled)
  beforeAll(async () => {
    models = await startModelServer()
  })
  afterAll(async () => {
    await models.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  const start = async (from: Beginnings | Played): Promise<{ stage: Stage; stop: () => Promise<void> }> => {
    await models.script({})
    return 'folder' in from ? await continued(from, models, compiled) : await begun(from, models, compiled)
  }
  return {
    async open(from = {}) {
      const { stage, stop } = await start(from)
      onTestFinished(stop)
      return stage
    },
    play(act, from = {}) {
      let played: Promise<Played> | null = null
      const playIt = async () => {
        const { stage, stop } = await start(typeof from === 'function' ? await from() : from)
        await act(stage)
        const folder = makeFolder()
        folders.push(folder)
        const copied = await copyOf(stage, folder)
        await stop()
        return copied
      }
      return () => {
        played ??= playIt()
        return played
      }
    },
  }
}

async function begun(
  { configuration = CONFIGURATION, files = SMALL, ...rest }: Beginnings,
  models: ModelServer,
  compiled: string,
) {
  const github = await startGithubServer({
    ...rest,
    files: { [WORKFLOW]: readFileSync(TEMPLATE, 'utf8'), ...files, '.github/nehemvix.yml': configuration },
  })
  return await staged({ github, results: await startResultsServer(), models, compiled }, {})
}

interface Stands {
  readonly github: GithubServer
  readonly results: ResultsServer
  readonly models: ModelServer
  /** Where Node keeps what it has compiled. */
  readonly compiled: string
}

async function staged({ github, results, models, compiled }: Stands, before: Record<string, number>) {
  github.connect(results)
  const ended: ActionEnded[] = []
  const bills = async () => Object.entries((await models.stats()).units).map(([unit, { billed }]) => [unit, billed] as const)
  const atStart = Object.fromEntries(await bills())
  const callsAtStart = (await models.stats()).calls
  const { git } = github.world
  const record = () => {
    const text = git.ask('show', `${RECORD}:record.json`)
    return text === null ? null : parseRecord(text)
  }
  const run: Stage['run'] = async (asked = {}) => {
    const env = { NODE_COMPILE_CACHE: compiled, ...asked.env }
    const one = await runAction({ github, results, models, ...asked, env })
    ended.push(one)
    return one
  }
  const stage: Stage = {
    github,
    results,
    models,
    run,
    typed: async (body, { author = 'octocat', on = 1, inputs = {}, ...more } = {}) => {
      const comment = github.comment(on, author, body)
      const dispatched = { 'comment-id': String(comment.id), 'pull-request': String(on) }
      return await run({ triggeringActor: BOT, ...more, inputs: { operation: 'run', ...dispatched, ...inputs } })
    },
    record,
    changeRecord: (change) => {
      const text = JSON.stringify(change(record() as StateRecord))
      const blob = git.git(['hash-object', '-w', '--stdin'], text)
      const tree = git.git(['mktree'], `100644 blob ${blob}\trecord.json\n`)
      git.git(['update-ref', RECORD, git.git(['commit-tree', tree, '-p', RECORD, '-m', 'changed'])])
    },
    billed: async () => {
      const now = (await bills()).map(([unit, billed]) => [unit, billed - (atStart[unit] ?? 0) + (before[unit] ?? 0)] as const)
      return Object.fromEntries(now.filter(([, billed]) => billed > 0))
    },
    calls: async () => (await models.stats()).calls - callsAtStart,
    comments: (on = 1) => [...github.world.comments.values()].filter(({ issue }) => issue === on),
    pulls: () => [...github.world.issues.values()].filter(({ pull }) => pull !== null),
  }
  const stop = async () => {
    for (const one of ended) one.remove()
    await github.stop()
    await results.stop()
    expect(github.violations).toEqual([])
  }
  return { stage, stop }
}

/** What a beginning has left everywhere. */
export interface Played {
  readonly folder: string
  readonly world: Pick<World, 'issues' | 'comments' | 'reactions' | 'runs' | 'dispatches' | 'accounts'>
  readonly defaultBranch: string
  readonly lastId: number
  readonly entries: readonly CacheEntry[]
  readonly artifacts: readonly StoredArtifact[]
  readonly billed: Record<string, number>
}

async function copyOf(stage: Stage, folder: string): Promise<Played> {
  const { world } = stage.github
  cpSync(world.git.folder, folder, { recursive: true })
  const { issues, comments, reactions, runs, dispatches, accounts, defaultBranch } = world
  const { entries, artifacts } = stage.results.store
  return {
    folder,
    world: structuredClone({ issues, comments, reactions, runs, dispatches, accounts }),
    defaultBranch,
    lastId: world.nextId(),
    entries: entries.map(copyStored),
    artifacts: artifacts.map(copyStored),
    billed: await stage.billed(),
  }
}

async function continued(played: Played, models: ModelServer, compiled: string) {
  const github = await startGithubServer({ files: SMALL, defaultBranch: played.defaultBranch })
  const results = await startResultsServer()
  const { world } = github
  rmSync(world.git.folder, { recursive: true, force: true })
  cpSync(played.folder, world.git.folder, { recursive: true })
  const copy = structuredClone(played.world)
  for (const name of ['issues', 'comments', 'reactions', 'runs', 'accounts'] as const)
    fill<unknown, unknown>(world[name], copy[name])
  world.dispatches.push(...copy.dispatches)
  while (world.nextId() < played.lastId);
  results.store.entries = played.entries.map(copyStored)
  results.store.artifacts = played.artifacts.map(copyStored)
  for (const { blob } of [...results.store.entries, ...results.store.artifacts]) results.store.blobs.set(blob.id, blob)
  const last = Math.max(0, ...[...results.store.entries, ...results.store.artifacts].map(({ id }) => id))
  while (results.store.nextId() < last);
  return await staged({ github, results, models, compiled }, played.billed)
}

function fill<Key, Value>(map: Map<Key, Value>, from: ReadonlyMap<Key, Value>): void {
  map.clear()
  for (const [key, value] of from) map.set(key, value)
}

function copyStored<Stored extends CacheEntry | StoredArtifact>(stored: Stored): Stored {
  return { ...stored, blob: { ...stored.blob, bytes: Buffer.from(stored.blob.bytes), blocks: new Map() } }
}

/** Nothing was billed twice. */
export const once = (billed: Record<string, number>): string[] =>
  Object.entries(billed).flatMap(([unit, times]) => (times === 1 ? [] : [`${unit}: ${times}`]))

/** Status and colour, as a maintainer sees the step. */
export const outcome = ({ code, outputs }: ActionEnded): string => `${outputs.status} ${code === 0 ? 'green' : 'red'}`

export const warnings = ({ annotations }: ActionEnded): string[] =>
  annotations.flatMap(({ level, message }) => (level === 'notice' ? [] : [message]))
