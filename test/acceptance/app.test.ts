// The hosted app as it is started: the built server in a process of its own hears of everything by signed deliveries, and talks; the built
// Action does what it dispatches, and leaves its reports to the app.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { APP, APP_PERMISSIONS, post, SECRET, sign } from '../app/hosted.ts'
import { type Conversation, EXAMPLE, openConversation, type WayIn } from './conversation.ts'
import { liveThroughFourUses } from './four-uses.ts'

const FOLDER = resolve(process.env.ACTION_FOLDER ?? new URL('../..', import.meta.url).pathname)

test('through the hosted app: run, approve, switch after a quota, a guide as a pull request, and a rerun for nothing', async () => {
  const workflow = EXAMPLE.replace('          operation: $', '          comments: app\n          operation: $')
  const conversation = await openConversation(workflow, hostedApp)
  await liveThroughFourUses(conversation, APP)

  const { github } = conversation
  const { world } = github
  const checks = [...world.checkRuns.values()].map(({ status, conclusion, head_sha }) => [status, conclusion, head_sha])
  expect(checks).toEqual([['completed', 'success', world.git.resolve('refs/heads/feature')]])
  // The workflow still hears comments: its router sees who speaks here, and is silent.
  const [first] = [...world.comments.values()]
  if (first === undefined) throw new Error('nobody said a word')
  const before = [world.comments.size, world.dispatches.length]
  const jobs = await conversation.start({ name: 'issue_comment', payload: github.eventOf(first), actor: first.author })
  expect(jobs.get('answer')?.log).toContain('the app answers comments')
  // Another delivery of what was carried out long ago.
  await conversation.hear(first)
  expect([world.comments.size, world.dispatches.length]).toEqual(before)
}, 120_000)

async function hostedApp({ github }: Conversation): Promise<WayIn> {
  const app = github.addApp('nehemvix', APP_PERMISSIONS)
  const url = await startServer({
    PORT: '0',
    HOST: '127.0.0.1',
    WEBHOOK_SECRET: SECRET,
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    GITHUB_API_URL: github.url,
    GITHUB_SERVER_URL: 'https://github.com',
  })
  const deliver = async (name: string, payload: unknown): Promise<void> => {
    const body = JSON.stringify(payload)
    const answer = await post({ url }, body, { name, id: randomUUID(), signature: sign(body) })
    expect([answer.status, await answer.text()]).toEqual([200, 'handled'])
  }
  return {
    hear: (comment) => deliver('issue_comment', github.eventOf(comment)),
    ran: ({ id }) => deliver('workflow_run', github.eventOfRun(id)),
  }
}

/** Says where it listens. Ends with the test, in good order, and has logged no secret. */
async function startServer(environment: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [resolve(FOLDER, 'dist/lib/app.mjs')], {
    env: { PATH: process.env.PATH, ...environment },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      log += part
    })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    expect(await ended, log).toBe(0)
    expect(log).not.toMatch(/ghs_\w|BEGIN [A-Z ]*PRIVATE/)
    expect(log).not.toContain(SECRET)
  })
  await expect.poll(() => log, { timeout: 20_000 }).toContain('Listening on')
  return /http:\/\/127\.0\.0\.1:\d+/.exec(log)?.[0] ?? ''
}
