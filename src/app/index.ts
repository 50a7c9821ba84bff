// The Probot function: which event goes where. No handler keeps anything.
import type { Context, Probot } from 'probot'
import { showCheckRun } from '../github/check-runs.ts'
import type { GitHub } from '../github/client.ts'
import { readFailure } from '../github/failure.ts'
import { readRecord } from '../github/read-record.ts'
import type { Dispatched } from './answer-command.ts'
import { readButtonEvent } from './button-event.ts'
import { readCommentEvent } from './comment-event.ts'
import { handleButton } from './handle-button.ts'
import { type Handled, handleComment } from './handle-comment.ts'
import { handleRun } from './handle-run.ts'
import { renderWorkingCheck } from './render-check.ts'
import { readRunEvent } from './run-event.ts'

/** What app.yml subscribes to. */
export const EVENTS = ['issue_comment', 'workflow_run', 'check_run'] as const

export interface AppOptions {
  readonly appId: number
  /** GITHUB_SERVER_URL. */
  readonly serverUrl: string
  readonly now?: () => Date
}

type Event = Context<'issue_comment.created' | 'workflow_run.completed' | 'check_run.requested_action'>

export function nehemvixApp(app: Probot, { appId, serverUrl, now = () => new Date() }: AppOptions): void {
  const readMe = rememberOwnLogin(app)
  const partsOf = async (context: Event) => ({
    github: context.octokit as unknown as GitHub,
    repository: context.repo(),
    payload: context.payload,
    me: await readMe(),
    serverUrl,
    now,
  })

  app.on('issue_comment.created', async (context) => {
    // Most comments are none for us: they cost nothing, not even the question who we are.
    const event = readCommentEvent(context.payload)
    if (event === null || !/nehemvix/i.test(event.body)) return
    const parts = await partsOf(context)
    const handled = await handleComment({ ...parts, voice: 'app', workflow: null })
    logHandled(context, handled)
    if (handled.kind === 'answered' && handled.dispatched !== null) await showWork(context, handled.dispatched)
  })

  app.on('workflow_run.completed', async (context) => {
    if (readRunEvent(context.payload) === null) return
    const told = await handleRun(await partsOf(context))
    if (told.kind === 'ignored') context.log.debug({ why: told.why }, 'workflow run left alone')
    else context.log.info({ job: told.job }, 'report told')
    for (const message of told.kind === 'told' ? told.unsaid : []) context.log.warn({ message }, 'not all of it could be said')
  })

  app.on('check_run.requested_action', async (context) => {
    if (readButtonEvent(context.payload, appId) === null) return
    const handled = await handleButton({ ...(await partsOf(context)), delivery: context.id, appId })
    logHandled(context, handled)
    if (handled.kind === 'answered' && handled.dispatched !== null) await showWork(context, handled.dispatched)
  })
}

/** The login of an app is its slug, which only its own token is told. Where GitHub does not say, it is asked again the next time. */
function rememberOwnLogin(app: Probot): () => Promise<string | null> {
  let known: Promise<string | null> | null = null
  const ask = async (): Promise<string | null> => {
    try {
      const github = await app.auth()
      const { data } = await github.rest.apps.getAuthenticated()
      return data?.slug === undefined ? null : `${data.slug}[bot]`
    } catch (error) {
      readFailure(error)
      known = null
      return null
    }
  }
  return () => {
    known ??= ask()
    return known
  }
}

/** The check says at once that a run was started, where its report will say how it ended. That it can't be shown is of no consequence. */
async function showWork(context: Event, { inputs, run, leavesReport }: Dispatched): Promise<void> {
  if (!leavesReport || inputs.operation === 'cancel' || inputs.job === '' || run.url === null) return
  const github = context.octokit as unknown as GitHub
  const read = await readRecord(github, context.repo())
  const job = read.kind === 'record' ? read.record.jobs.find((one) => one.job === inputs.job) : undefined
  if (job === undefined) return
  const unshown = await showCheckRun(github, context.repo(), renderWorkingCheck(job, run.url))
  if (unshown !== null) context.log.warn({ message: unshown }, 'check not shown')
}

function logHandled(context: Event, handled: Handled): void {
  if (handled.kind === 'ignored') {
    context.log.info({ why: handled.why }, 'left alone')
    return
  }
  const { outcome, dispatched, unsaid } = handled
  context.log.info({ outcome, operation: dispatched?.inputs.operation ?? null, runId: dispatched?.run.runId ?? null }, 'answered')
  if (unsaid !== null) context.log.warn({ message: unsaid }, 'the answer could not be posted')
}
