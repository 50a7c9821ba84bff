// Runs the Action as an Actions runner does: what action.yml names, in a clean environment and an empty folder, main and then post.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { GithubServer } from '../doubles/github-server.ts'
import type { ResultsServer } from '../doubles/results-server.ts'
import { makeFolder, runTestGit } from '../repository/make-repository.ts'
import { type Annotation, readLog } from './action-log.ts'
import { type Interruption, type Ran, runProcess } from './action-process.ts'
import { type Event, inputVariables, jobVariables, readFileCommands } from './action-variables.ts'

export interface ActionRun {
  /** As in `with:`; what is left out has the default of action.yml. */
  readonly inputs?: Readonly<Record<string, string>>
  /** A `workflow_dispatch` by hand where it is left out. */
  readonly event?: Event
  readonly github: GithubServer
  readonly results: ResultsServer
  /** A stand-in for the providers: its addresses and keys become inputs. */
  readonly models?: { readonly url: string }
  /** A run that the stand-in knows, as that of a dispatch; a new one where it is left out. */
  readonly runId?: number
  readonly attempt?: number
  /** octocat. Also the actor, unless the run has one. */
  readonly triggeringActor?: string
  /** GITHUB_TOKEN; one with the pipeline's permissions where it is left out. */
  readonly token?: string
  /** More variables, or others. */
  readonly env?: Readonly<Record<string, string>>
  /** Where action.yml lies: ACTION_FOLDER, else this repository. */
  readonly action?: string
  /** `fetch-depth` of the checkout: 1. 0 is everything. */
  readonly depth?: number
  /** An earlier run's folder to go on in, instead of a fresh checkout. */
  readonly workspace?: string
  readonly signal?: Interruption
}

export interface ActionEnded {
  readonly runId: number
  /** Of main. null: killed. */
  readonly code: number | null
  /** Of post; null: it did not run. */
  readonly postCode: number | null
  readonly outputs: Readonly<Record<string, string>>
  readonly state: Readonly<Record<string, string>>
  /** As the runner shows it: masks applied. */
  readonly log: string
  /** As the process wrote it. */
  readonly rawLog: string
  /** '' where it is above GitHub's limit, as all of it is dropped then. */
  readonly summary: string
  readonly annotations: readonly Annotation[]
  readonly folders: { readonly workspace: string; readonly temp: string; readonly home: string }
  remove(): void
}

const MOST_SUMMARY_BYTES = 1024 * 1024

export async function runAction(asked: ActionRun): Promise<ActionEnded> {
  const { github } = asked
  const action = resolve(asked.action ?? process.env.ACTION_FOLDER ?? new URL('../..', import.meta.url).pathname)
  const { runs, inputs } = parse(readFileSync(join(action, 'action.yml'), 'utf8'))
  const variables = inputVariables(inputs, asked, asked.token ?? github.workflowToken())
  const triggeringActor = asked.triggeringActor ?? 'octocat'
  const event = asked.event ?? { name: 'workflow_dispatch' }
  const known = github.world.runs.get(asked.runId ?? -1)
  const run = known ?? github.startRun({ id: asked.runId, event: event.name, actor: triggeringActor, triggeringActor })
  github.setRun(run.id, { status: 'in_progress', conclusion: null, attempt: asked.attempt ?? run.attempt, triggeringActor })

  const root = makeFolder()
  const folders = { workspace: asked.workspace ?? join(root, 'workspace'), temp: join(root, 'temp'), home: join(root, 'home') }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  if (!asked.workspace) checkOut(github, folders.workspace, run.sha, asked.depth ?? 1)
  const eventPath = join(root, 'event.json')
  writeFileSync(eventPath, JSON.stringify(event.payload ?? github.eventOfDispatch(run.id)))

  const fixed = {
    ...variables,
    ...jobVariables({ github, results: asked.results, run, event, eventPath, folders, action }),
    ...asked.env,
  }
  const step = async (entry: string, more: Record<string, string>, signal?: Interruption) => {
    const files = emptyFiles(root, entry)
    const paths = Object.fromEntries(Object.entries(files).map(([name, path]) => [`GITHUB_${name}`, path]))
    const env = { ...fixed, ...more, ...paths }
    const ran = await runProcess(resolve(action, entry), { cwd: folders.workspace, env, signal })
    return { ran, files: ran.isGone ? NOTHING : readFileCommands(files) }
  }
  const remove = () => {
    rmSync(root, { recursive: true, force: true })
    if (asked.workspace) rmSync(asked.workspace, { recursive: true, force: true })
  }

  const main = await step(runs.main, {}, asked.signal)
  const ended = { runId: run.id, code: main.ran.code, folders, remove }
  // A runner that vanishes takes its disk along, and GitHub does not learn of it at once.
  if (main.ran.isGone) {
    remove()
    return { ...ended, postCode: null, ...main.files, ...told([main.ran], '') }
  }
  const state = Object.fromEntries(Object.entries(main.files.state).map(([name, value]) => [`STATE_${name}`, value]))
  const changed = { ...main.files.env, PATH: [...main.files.paths.toReversed(), process.env.PATH].join(':') }
  const post = runs.post ? await step(runs.post, { ...changed, ...state }) : null
  const isGood = main.ran.code === 0 && (post?.ran.code ?? 0) === 0
  const conclusion = main.ran.isInterrupted ? 'cancelled' : isGood ? 'success' : 'failure'
  github.setRun(run.id, { status: 'completed', conclusion })
  const steps = [main, ...(post ? [post] : [])]
  return {
    ...ended,
    postCode: post ? post.ran.code : null,
    outputs: main.files.outputs,
    state: main.files.state,
    ...told(
      steps.map(({ ran }) => ran),
      steps.map(({ files }) => files.summary).join(''),
    ),
  }
}

const NOTHING = { outputs: {}, state: {}, env: {}, paths: [] as string[], summary: '' }

/** As actions/checkout leaves it: one commit, on its branch, nothing else of the repository. */
function checkOut({ world }: GithubServer, workspace: string, sha: string, depth: number): void {
  const git = (...args: string[]) => runTestGit(workspace, args)
  git('init', '--quiet', '--initial-branch', world.defaultBranch)
  git('remote', 'add', 'origin', world.git.folder)
  const branch = `refs/remotes/origin/${world.defaultBranch}`
  const wanted =
    depth === 0 ? ['+refs/heads/*:refs/remotes/origin/*', `+${sha}:${branch}`] : [`--depth=${depth}`, `+${sha}:${branch}`]
  git('-c', 'protocol.file.allow=always', 'fetch', '--quiet', '--no-tags', 'origin', ...wanted)
  git('checkout', '--quiet', '--force', '-B', world.defaultBranch, branch)
}

function emptyFiles(root: string, entry: string): Record<string, string> {
  const folder = join(root, 'commands', entry.replaceAll(/\W/g, '-'))
  const names = ['OUTPUT', 'STATE', 'ENV', 'PATH', 'STEP_SUMMARY']
  const files = Object.fromEntries(names.map((name) => [name, join(folder, name.toLowerCase())]))
  for (const path of Object.values(files)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
  }
  return files
}

function told(steps: readonly Ran[], summary: string): Pick<ActionEnded, 'log' | 'rawLog' | 'annotations' | 'summary'> {
  const rawLog = steps.map(({ output }) => output).join('')
  const { log, annotations } = readLog(rawLog)
  const bytes = Buffer.byteLength(summary)
  if (bytes <= MOST_SUMMARY_BYTES) return { log, rawLog, annotations, summary }
  const message = `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${Math.ceil(bytes / 1024)}k.`
  return { log, rawLog, annotations: [...annotations, { level: 'error', title: null, message }], summary: '' }
}
