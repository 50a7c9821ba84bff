// The hosted app as it runs, against the stand-in of GitHub, driven by signed deliveries.
import { createHmac, randomUUID } from 'node:crypto'
import { zipSync } from 'fflate'
import { expect, onTestFinished } from 'vitest'
import { createLog } from '../../src/app/log.ts'
import { type Serving, serve } from '../../src/app/serve.ts'
import { answerMarker } from '../../src/commands/answers.ts'
import type { Report } from '../../src/commands/report.ts'
import { createGitHub } from '../../src/github/client.ts'
import { moveRecord } from '../../src/github/move-record.ts'
import type { RecordedJob, StateRecord } from '../../src/github/state-record.ts'
import { sampleJob, sampleReport } from '../commands/samples.ts'
import type { Beginning } from '../doubles/github/new-world.ts'
import type { Comment, Issue } from '../doubles/github/world.ts'
import { type GithubServer, startGithubServer } from '../doubles/github-server.ts'
import { startResultsServer } from '../doubles/results-server.ts'

export const SECRET = 'a secret that only GitHub and this test know'
export const HERE = { owner: 'octo-org', repo: 'parcel' }
export const APP = 'nehemvix[bot]'

const INPUTS = ['operation', 'job', 'estimate', 'comment-id', 'pull-request', 'models']

/** A workflow like the example: `extra` goes into the step's inputs. */
export const workflowText = (triggers = '', extra = 'comments: app'): string => `name: nehemvix
on:
  workflow_dispatch:
    inputs:
${INPUTS.map((name) => `      ${name}: {type: string}`).join('\n')}
${triggers}
jobs:
  guide:
    runs-on: ubuntu-latest
    steps:
      - uses: octo-org/nehemvix@v1
        with:
          operation: auto
          ${extra}
`

export interface Hosted {
  readonly github: GithubServer
  readonly server: Serving
  readonly log: string[]
  readonly pull: Issue
  /** Another instance of the same app. */
  another(): Promise<Serving>
  deliver(name: string, payload: unknown, how?: Delivering): Promise<Response>
  /** Comments, delivers, and gives the answer that stands there then, or null. */
  type(author: string, body: string, how?: Delivering): Promise<string | null>
  answerTo(comment: Comment): string | null
  comments(author?: string): string[]
  record(...jobs: readonly Partial<RecordedJob>[]): Promise<void>
  changeRecord(change: (record: StateRecord) => StateRecord): Promise<void>
  /** A run that has ended and left this report; delivered. */
  report(report: (runId: number) => Report, how?: { conclusion?: string; event?: string; branch?: string }): Promise<Response>
}

export interface Delivering {
  readonly id?: string
  readonly to?: Serving
  readonly signature?: string | null
}

/** `apiPath`: a GitHub Enterprise Server has its API below one. */
export async function startHosted(beginning: Beginning = {}, apiPath = ''): Promise<Hosted> {
  const files = { 'README.md': '# parcel\n', '.github/workflows/nehemvix.yml': workflowText(), ...beginning.files }
  const github = await startGithubServer({ ...beginning, files })
  const results = await startResultsServer()
  github.connect(results)
  const app = github.addApp('nehemvix', APP_PERMISSIONS)
  const pull = github.openPullRequest({ branch: 'feature' })
  const log: string[] = []
  const started: Serving[] = []
  const start = async (): Promise<Serving> => {
    const serving = await serve(
      {
        webhookSecret: SECRET,
        appId: app.id,
        privateKey: app.privateKey,
        port: 0,
        host: '127.0.0.1',
        apiUrl: `${github.url}${apiPath}`,
        serverUrl: 'https://github.com',
        logLevel: 'debug',
      },
      createLog('debug', [SECRET, app.privateKey], { write: (line) => void log.push(line) }),
    )
    started.push(serving)
    return serving
  }
  const server = await start()
  onTestFinished(async () => {
    await Promise.all(started.map((one) => one.stop()))
    await results.stop()
    await github.stop()
    expect(github.violations).toEqual([])
    expect(log.filter((line) => line.includes(SECRET) || /ghs_\w|BEGIN [A-Z ]*PRIVATE/.test(line))).toEqual([])
  })
  const comments = (author = APP) =>
    [...github.world.comments.values()].filter((one) => one.author === author).map(({ body }) => body)
  const answerTo = ({ id }: Comment) => comments().find((body) => body.startsWith(answerMarker(id))) ?? null
  const deliver = (name: string, payload: unknown, { id = randomUUID(), to = server, signature }: Delivering = {}) => {
    const body = JSON.stringify(payload)
    return post(to, body, { name, id, signature: signature === undefined ? sign(body) : signature })
  }
  const changeRecord = async (change: (record: StateRecord) => StateRecord) => {
    const client = createGitHub({ token: github.workflowToken(), apiUrl: github.url })
    expect((await moveRecord(client, HERE, change)).kind).toBe('moved')
  }
  return {
    github,
    server,
    log,
    pull,
    another: start,
    deliver,
    comments,
    answerTo,
    changeRecord,
    async type(author, body, how) {
      const comment = github.comment(pull, author, body)
      await deliver('issue_comment', github.eventOf(comment), how)
      return answerTo(comment)
    },
    record: (...jobs) =>
      changeRecord((record) => ({
        ...record,
        jobs: jobs.map((job) =>
          sampleJob({ sourceCommit: github.world.git.resolve('refs/heads/feature') ?? '', talksOn: pull.number, ...job }),
        ),
      })),
    async report(make, { conclusion = 'success', event = 'workflow_dispatch', branch = 'main' } = {}) {
      const run = github.startRun({ status: 'completed', conclusion, event, branch })
      const blob = results.store.newBlob('application/zip')
      blob.bytes = Buffer.from(zipSync({ 'report.json': Buffer.from(JSON.stringify(make(run.id))) }))
      const made = results.store.now()
      results.store.artifacts.push({
        id: results.store.nextId(),
        runId: run.id,
        job: 'guide',
        name: 'nehemvix-report',
        blob,
        createdAt: made,
        expiresAt: new Date(made.getTime() + 86_400_000),
        digest: null,
        isFinal: true,
        isExpired: false,
      })
      return await deliver('workflow_run', github.eventOfRun(run.id))
    },
  }
}

/** What app.yml asks for; a test holds the two together. */
export const APP_PERMISSIONS = {
  metadata: 'read',
  contents: 'read',
  actions: 'write',
  pull_requests: 'write',
  issues: 'write',
  checks: 'write',
} as const

export const sign = (body: string, secret = SECRET): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

export function post(
  to: Pick<Serving, 'url'>,
  body: string,
  { name, id, signature }: { readonly name: string; readonly id: string; readonly signature: string | null },
): Promise<Response> {
  return fetch(`${to.url}/api/github/webhooks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': name,
      'x-github-delivery': id,
      ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
    },
    body,
  })
}

/** A report of the run about the pull request of `startHosted`. */
export const reportOf =
  (hosted: Pick<Hosted, 'github' | 'pull'>, result: Parameters<typeof sampleReport>[0] = {}, change: Partial<Report> = {}) =>
  (runId: number): Report =>
    sampleReport(result, {
      repository: 'octo-org/parcel',
      talksOn: hosted.pull.number,
      sourceCommit: hosted.github.world.git.resolve('refs/heads/feature'),
      workflowRun: { id: runId, url: `https://github.com/octo-org/parcel/actions/runs/${runId}` },
      ...change,
    })
